/** Static pages edited by staff (spec §3 Static page). */

export const PAGE_TITLE_LENGTH_MAX = 120;
export const PAGE_CONTENT_LENGTH_MAX = 100_000;
/** Elements within each other; parsers end with a stack overflow at some thousands. */
export const PAGE_DEPTH_MAX = 100;
export const PAGE_SLUG_LENGTH_MAX = 80;

/** Tags of text within a line. */
export const INLINE_TAGS: ReadonlySet<string> = new Set(
  "a abbr b bdi cite code em i q s small span strong sub sup time u wbr".split(" "),
);

/**
 * A page's HTML without any nesting, for one that is too deep to be parsed: all of its text, with a
 * rule in place of each tag, or nothing visible within a line.
 */
export function flattenHtml(html: string): string {
  // Void elements, which hold nothing. Up to the next "<", so that no new tag comes together.
  return html.replace(/<[/!?a-z][^<>]*>?/gi, (tag) => {
    const name = /^<\/?([a-z0-9]+)/i.exec(tag)?.[1] ?? "";
    return INLINE_TAGS.has(name.toLowerCase()) || name === "" ? "<wbr>" : "<hr>";
  });
}

/** What `parse` makes of a page's HTML, without its nesting where the parser cannot go as deep. */
export function parseOrFlatten<Parsed>(html: string, parse: (html: string) => Parsed): Parsed {
  try {
    return parse(html);
  } catch (error) {
    // The parser recurses into each element.
    if (!(error instanceof RangeError)) throw error;
    return parse(flattenHtml(html));
  }
}
