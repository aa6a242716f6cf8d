/** Saved filters of staff lists. Pure. */

export const VIEW_NAME_LENGTH_MAX = 60;
/** Per person, over all lists: more would need their own search. */
export const VIEWS_MAX = 100;
export const VIEW_QUERY_LENGTH_MAX = 1_000;

/** The path of a staff list, without locale and query. */
export const VIEW_LIST_PATTERN = /^\/staff(?:\/[a-z][a-z-]{0,40}){1,3}$/;

/** Parameters that select a page of a list; they are not part of a filter. */
export const PAGE_KEYS: readonly string[] = ["page", "before", "after"];

/**
 * A list's query in canonical form: without paging and empty values, sorted by name, so that equal
 * filters have equal texts.
 */
export function normalizeViewQuery(query: string): string {
  const given = [...new URLSearchParams(query)].filter(
    ([name, value]) => value !== "" && !PAGE_KEYS.includes(name),
  );
  return new URLSearchParams(given.sort(([a], [b]) => (a < b ? -1 : Number(a > b)))).toString();
}
