import { z } from "@hono/zod-openapi";
import { isVisible, ONE_LINE, trimLine } from "#domain/one-line.ts";

/** Of a text that was asked for in one language and may exist only in another. */
export const textLocaleSchema = z.string().nullish().openapi({
  description: "Extension: the language of the text, if it is not the requested one.",
  example: "en",
});

/**
 * A line without control characters or bidirectional overrides. Invisible marks at its ends, which
 * pasting may add, are removed.
 */
export const lineSchema = (lengthMax: number) =>
  z
    .string()
    .overwrite(trimLine)
    .max(lengthMax, "text_too_long")
    .regex(ONE_LINE, "character_invalid");

/**
 * A required text: `missing` is the message if it is absent, empty or has no visible character.
 * `toPlain` normalizes the input before the checks.
 */
export const requiredText = (
  missing: string,
  lengthMax: number,
  toPlain: (typed: string) => string = (typed) => typed,
) =>
  z
    .string(missing)
    .overwrite(toPlain)
    .trim()
    .min(1, missing)
    .max(lengthMax, "text_too_long")
    .refine((text) => text === "" || isVisible(text), missing);

/** The same for a single line, such as a name. */
export const requiredLine = (missing: string, lengthMax: number) =>
  requiredText(missing, lengthMax, trimLine).refine(
    (text) => ONE_LINE.test(text),
    "character_invalid",
  );
