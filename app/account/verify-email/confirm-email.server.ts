import { z } from "zod";
import { defineForm } from "#app/forms/define-form.server.ts";

const part = z.string().catch("");

/**
 * The action reads the link's parameters, which only the API knows (spec §7), from the URL. These
 * two fields are what the previous release reads, so that the page works while both are running.
 */
export const confirmForm = defineForm(
  z.object({ expires: part, signature: part, redirect: z.string().optional() }),
  { id: "confirm-email", failure: "email_link_invalid", unclear: "request_failed" },
);
