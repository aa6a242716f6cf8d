import { z } from "zod";

// What the settings of image models have in common.

/** Where a server is. Credentials have a variable of their own: an address gets into logs. */
export const serverUrl = z
  .url({ protocol: /^https?$/, error: "must be an http(s) URL" })
  .refine((text) => isBare(text), "must be without user, password, query and fragment")
  .transform((text) => text.replace(/\/+$/, ""));

function isBare(text: string): boolean {
  if (!URL.canParse(text)) return true;
  const { username, password, search, hash } = new URL(text);
  return username === "" && password === "" && search === "" && hash === "";
}

/** A key as it stands in a header. */
export const headerValue = z.string().regex(/^[\x21-\x7e]+$/, "must be printable, without spaces");

/** Node gives a server 300 s for its first byte. */
const DEADLINE_SECONDS_MAX = 290;

export const deadlineSeconds = z.coerce
  .number({ error: "must be a number of seconds" })
  .int("must be whole seconds")
  .min(10, "must be at least 10")
  .max(DEADLINE_SECONDS_MAX, `must be at most ${DEADLINE_SECONDS_MAX}`);

/** Images that are made at once, by all processes of the shop together. */
export const atOnce = z.coerce
  .number({ error: "must be a number" })
  .int("must be a whole number")
  .min(1, "must be at least 1")
  .max(64, "must be at most 64");

/** A missing setting, with what it is. */
export const missing = (what: string) => `is missing: ${what}`;
