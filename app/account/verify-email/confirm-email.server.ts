import { z } from "zod";
import { defineForm } from "#app/forms/define-form.server.ts";

const part = z.string().max(200).catch("");

/** The parameters of the mailed link, as validated by the API. */
export const confirmForm = defineForm(
  z.object({ expires: part, signature: part, redirect: z.string().optional() }),
  { id: "confirm-email", failure: "email_link_invalid", unclear: "request_failed" },
);
