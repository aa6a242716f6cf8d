/**
 * The first `charactersMax` characters of a text. They count as databases and ISO 20022 count them,
 * by code points: a cut by UTF-16 units can leave half an emoji, which no database stores.
 */
export function cutText(text: string, charactersMax: number): string {
  // A text can be long, and no character has more than two units.
  const start = text.length > charactersMax ? text.slice(0, 2 * charactersMax) : text;
  return [...start].slice(0, charactersMax).join("");
}
