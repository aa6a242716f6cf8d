/**
 * The first `charactersMax` characters of a text, counted in code points as databases and ISO 20022
 * do. Cutting by UTF-16 units could leave half an emoji, which no database stores.
 */
export function cutText(text: string, charactersMax: number): string {
  // Sliced first, because a text can be long; no character has more than two units.
  const start = text.length > charactersMax ? text.slice(0, 2 * charactersMax) : text;
  return [...start].slice(0, charactersMax).join("");
}
