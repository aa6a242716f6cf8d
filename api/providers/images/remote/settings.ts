import { z } from "zod";

// Common settings of image models.

/** A server's URL. Credentials have their own variable, because URLs end up in logs. */
export const serverUrl = z
  .url({ protocol: /^https?$/, error: "must be an http(s) URL" })
  .refine((text) => isBare(text), "must be without user, password, query and fragment")
  .transform((text) => text.replace(/\/+$/, ""));

function isBare(text: string): boolean {
  if (!URL.canParse(text)) return true;
  const { username, password, search, hash } = new URL(text);
  return username === "" && password === "" && search === "" && hash === "";
}

/** A key that is valid as an HTTP header value. */
export const headerValue = z.string().regex(/^[\x21-\x7e]+$/, "must be printable, without spaces");

/** Node.js waits 300 s for the first byte. */
const DEADLINE_SECONDS_MAX = 290;

export const deadlineSeconds = z.coerce
  .number({ error: "must be a number of seconds" })
  .int("must be whole seconds")
  .min(10, "must be at least 10")
  .max(DEADLINE_SECONDS_MAX, `must be at most ${DEADLINE_SECONDS_MAX}`);

/** Maximum number of concurrent images across all processes of the shop. */
export const concurrency = z.coerce
  .number({ error: "must be a number" })
  .int("must be a whole number")
  .min(1, "must be at least 1")
  .max(64, "must be at most 64");

/** The error for a missing setting, with its description. */
export const missing = (what: string) => `is missing: ${what}`;
