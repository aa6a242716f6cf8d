/** A text of one line: no control characters, no line breaks, no bidirectional overrides. */
export const ONE_LINE = /^[^\p{Cc}\u202a-\u202e\u2066-\u2069]*$/u;

/** Invisible characters: spaces, control and format characters, and those that fonts omit. */
const INVISIBLE = /[\p{Z}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

/** True for a text with at least one visible character. */
export function isVisible(text: string): boolean {
  return text.replace(INVISIBLE, "") !== "";
}
