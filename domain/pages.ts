/** Static pages edited by staff (spec §3 Static page). */

export const PAGE_TITLE_LENGTH_MAX = 120;
export const PAGE_CONTENT_LENGTH_MAX = 100_000;
/** Maximum nesting of elements; at a few thousand levels parsers fail with a stack overflow. */
export const PAGE_DEPTH_MAX = 100;
export const PAGE_SLUG_LENGTH_MAX = 80;

/** Inline elements. */
export const INLINE_TAGS: ReadonlySet<string> = new Set(
  "a abbr b bdi cite code em i q s small span strong sub sup time u wbr".split(" "),
);

/**
 * Flattens page HTML that is nested too deeply to be parsed: keeps all of its text, replaces each
 * block tag with a rule, and each inline tag with an invisible `<wbr>`.
 */
export function flattenHtml(html: string): string {
  // Void elements cannot nest. The pattern ends at the next "<", so that the rest forms no new tag.
  return html.replace(/<[/!?a-z][^<>]*>?/gi, (tag) => {
    const name = /^<\/?([a-z0-9]+)/i.exec(tag)?.[1] ?? "";
    return INLINE_TAGS.has(name.toLowerCase()) || name === "" ? "<wbr>" : "<hr>";
  });
}

/**
 * The result of `parse` for a page's HTML, which is flattened if it is nested too deeply for the
 * parser.
 */
export function parseOrFlatten<Parsed>(html: string, parse: (html: string) => Parsed): Parsed {
  try {
    return parse(html);
  } catch (error) {
    // The parser recurses into each element.
    if (!(error instanceof RangeError)) throw error;
    return parse(flattenHtml(html));
  }
}
