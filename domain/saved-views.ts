/** A staff list's filter under a name of one's own. Pure. */

export const VIEW_NAME_LENGTH_MAX = 60;
/** Of one person, over all lists: more would be a list to search itself. */
export const VIEWS_MAX = 100;
export const VIEW_QUERY_LENGTH_MAX = 1_000;

/** The address of a staff list, without locale and query. */
export const VIEW_LIST_PATTERN = /^\/staff(?:\/[a-z][a-z-]{0,40}){1,3}$/;

/** What picks a page of a list, and no part of a filter. */
const PAGE_KEYS = ["page", "before", "after"];

/**
 * A list's query as it is stored and compared: without the page and what is empty, in the order of
 * its names, so that one filter is one text.
 */
export function normalizeViewQuery(query: string): string {
  const given = [...new URLSearchParams(query)].filter(
    ([name, value]) => value !== "" && !PAGE_KEYS.includes(name),
  );
  return new URLSearchParams(given.sort(([a], [b]) => (a < b ? -1 : Number(a > b)))).toString();
}
