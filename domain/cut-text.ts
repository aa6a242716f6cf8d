/**
 * The first `charactersMax` characters of a text, counted in code points as databases and ISO 20022
 * do. Cutting by UTF-16 units could leave half an emoji, which no database stores.
 */
export function cutText(text: string, charactersMax: number): string {
  // Sliced first, because a text can be long; no character has more than two units.
  const start = text.length > charactersMax ? text.slice(0, 2 * charactersMax) : text;
  return [...start].slice(0, charactersMax).join("");
}

/** About as much of a page's description as search engines and previews of links show. */
export const SUMMARY_LENGTH_MAX = 160;

/** The beginning of a text on one line, cut between words, with an ellipsis if it was longer. */
export function toSummary(text: string): string {
  const trimmed = text.trim();
  // Cut first, because a text can be long; its spaces shorten it afterwards.
  const start = cutText(trimmed, 4 * SUMMARY_LENGTH_MAX);
  const whole = start.replace(/\s+/g, " ");
  if (start.length === trimmed.length && [...whole].length <= SUMMARY_LENGTH_MAX) return whole;
  return `${cutText(whole, SUMMARY_LENGTH_MAX - 1).replace(/\s+\S*$/, "")}…`;
}
