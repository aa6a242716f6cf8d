import { z } from "zod";
import { defineForm } from "#app/forms/define-form.server.ts";

const part = z.string().optional();

/**
 * The action reads the link's parameters, which only the API knows (spec §7), from the URL. The
 * field `query` is what the previous release reads, and the two after it are what the release
 * before sends, so that open pages work while two releases are running.
 */
export const confirmForm = defineForm(
  z.object({ query: part, expires: part, signature: part, redirect: part }),
  { id: "confirm-email", failure: "email_link_invalid", unclear: "request_failed" },
);
