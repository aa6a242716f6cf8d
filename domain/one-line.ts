import { withoutInvisible } from "./typed-text.ts";

/** A single-line text: no control characters, line breaks or bidirectional overrides. */
export const ONE_LINE = /^[^\p{Cc}\u202a-\u202e\u2066-\u2069]*$/u;

/** Spaces and control characters. */
const BLANK = /[\p{Z}\p{Cc}]/gu;

/**
 * Invisible characters at the ends of a pasted text: white space, direction marks, soft hyphens,
 * zero-width spaces. Not the joiners of Persian words and emoji, nor the tags of flags.
 */
const AT_ENDS = /[\s\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/;

/** True for a text with at least one visible character. */
export function isVisible(text: string): boolean {
  return withoutInvisible(text).replace(BLANK, "") !== "";
}

/** A line without invisible characters at its ends. Takes time in proportion to its length. */
export function trimLine(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && AT_ENDS.test(text.charAt(start))) start += 1;
  while (end > start && AT_ENDS.test(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}
