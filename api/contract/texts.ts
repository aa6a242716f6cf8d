import { z } from "@hono/zod-openapi";
import { isVisible, ONE_LINE, trimLine } from "#domain/one-line.ts";

/**
 * A line without control characters or bidirectional overrides; nor, at its ends, the invisible
 * marks that it was pasted between.
 */
export const lineSchema = (lengthMax: number) =>
  z
    .string()
    .overwrite(trimLine)
    .max(lengthMax, "text_too_long")
    .regex(ONE_LINE, "character_invalid");

/**
 * A text that is needed: `missing` is the message if it is absent, empty, or nothing of it is seen.
 * `toPlain` changes what was typed before it is checked.
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

/** The same for a text of one line, such as a name. */
export const requiredLine = (missing: string, lengthMax: number) =>
  requiredText(missing, lengthMax, trimLine).refine(
    (text) => ONE_LINE.test(text),
    "character_invalid",
  );
