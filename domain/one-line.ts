/** A text of one line: no control characters, no line breaks, no bidirectional overrides. */
export const ONE_LINE = /^[^\p{Cc}\u202a-\u202e\u2066-\u2069]*$/u;

/** What nobody sees: spaces, control and format characters, and those that fonts leave out. */
const INVISIBLE = /[\p{Z}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

/** True for a text of which something is seen: a space without width alone is none. */
export function isVisible(text: string): boolean {
  return text.replace(INVISIBLE, "") !== "";
}
