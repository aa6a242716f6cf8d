import { z } from "zod";
import { defineForm } from "#app/forms/define-form.server.ts";

const QUERY_LENGTH_MAX = 2000;

/** The query of the mailed link, whose parameters only the API knows (spec §7). */
export const confirmForm = defineForm(
  z.object({
    query: z.string().max(QUERY_LENGTH_MAX).catch(""),
    redirect: z.string().optional(),
  }),
  { id: "confirm-email", failure: "email_link_invalid", unclear: "request_failed" },
);
