import type { HistoryMeta } from "#api/contract/history.ts";
import { isApiId } from "#domain/ids.ts";

/** The cursor in a history's URL: for the page older than an entry, or the page newer than it. */
export type HistoryCursor = { before: string | null; after: string | null };

/**
 * A page of a history, newest first; `newer` and `older` are the cursors of the neighbouring pages.
 */
export type HistoryList<Item> = { items: Item[]; newer: string | null; older: string | null };

/** Entries per page, a multiple of the two, three or four order cards in a row. */
export const HISTORY_PAGE_LENGTH = 24;

/** The cursors in a URL; invalid ones are ignored. */
export function readCursor(query: URLSearchParams): HistoryCursor {
  const before = readEntryId(query, "before");
  return { before, after: before === null ? readEntryId(query, "after") : null };
}

/** An entry's id in a URL; null for anything that cannot be one. */
export function readEntryId(query: URLSearchParams, name: string): string | null {
  const text = query.get(name);
  return isApiId(text) ? text : null;
}

/** The API query of one page. */
export const toHistoryQuery = (cursor: HistoryCursor) => ({
  limit: HISTORY_PAGE_LENGTH,
  ...cursor,
});

/**
 * Maximum number of pages read to find one entry, because all reads of a screen share a few
 * seconds.
 */
const SEARCHED_PAGES_MAX = 40;

type SearchQuery = { limit?: number; before?: string };

/**
 * One entry of a history, or null. Applies `find` to one page after another, which `read` requests
 * with a filter. A server that knows the filter sends only the entry; one that neither filters nor
 * pages sends everything. If a server pages but ignores the filter, further pages are read, at most
 * SEARCHED_PAGES_MAX. Throws what `read` and `find` throw.
 */
export async function searchHistory<Item>(
  read: (query: SearchQuery) => Promise<{ payload: Item[]; meta?: HistoryMeta | undefined }>,
  find: (page: Item[]) => Item | null | undefined | Promise<Item | null>,
): Promise<Item | null> {
  const cursors = new Set<string>();
  let query: SearchQuery = {};
  while (cursors.size < SEARCHED_PAGES_MAX) {
    const { payload, meta } = await read(query);
    const found = await find(payload);
    if (found) return found;
    const before = toText(meta?.older);
    // A server that ignores its own cursor would send the same page forever.
    if (before === null || cursors.has(before)) break;
    cursors.add(before);
    query = { limit: HISTORY_PAGE_LENGTH, before };
  }
  return null;
}

/**
 * The requested page. A server without paging sends everything and no cursors: then the page is cut
 * out here by the same rules, so that each screen works with either.
 */
export function toHistoryList<Item>(
  items: Item[],
  meta: HistoryMeta | undefined,
  cursor: HistoryCursor,
  idOf: (item: Item) => string,
): HistoryList<Item> {
  if (isPaged(meta)) return { items, newer: toText(meta.newer), older: toText(meta.older) };
  const place = (id: string) => items.findIndex((item) => idOf(item) === id);
  const [start, end] = findPage(place, cursor, items.length);
  const shown = items.slice(start, end);
  const [first, last] = [shown[0], shown.at(-1)];
  return {
    items: shown,
    newer: start > 0 && first !== undefined ? idOf(first) : null,
    older: end < items.length && last !== undefined ? idOf(last) : null,
  };
}

/**
 * The same for entries with a time, which a server without paging may send in any order: sorted
 * newest first, unless one of them has no time.
 */
export function toDatedHistory<Item extends { id: string; createdAt: string }>(
  items: Item[],
  meta: HistoryMeta | undefined,
  cursor: HistoryCursor,
): HistoryList<Item> {
  const ordered = isPaged(meta) ? items : toNewestFirst(items);
  return toHistoryList(ordered, meta, cursor, ({ id }) => id);
}

function toNewestFirst<Item extends { createdAt: string }>(items: Item[]): Item[] {
  const timeOf = ({ createdAt }: Item) => Date.parse(createdAt);
  if (items.some((item) => Number.isNaN(timeOf(item)))) return items;
  return items.toSorted((one, other) => timeOf(other) - timeOf(one));
}

// Null counts as absent (lenient-reader): the first and last page have one neighbour, a single page
// none.
function isPaged(meta: HistoryMeta | undefined): meta is HistoryMeta {
  return meta?.newer !== undefined || meta?.older !== undefined;
}

function findPage(
  place: (id: string) => number,
  { before, after }: HistoryCursor,
  count: number,
): [number, number] {
  if (after !== null && place(after) >= 0) {
    const end = place(after);
    return [Math.max(0, end - HISTORY_PAGE_LENGTH), end];
  }
  const start = before === null ? 0 : place(before) + 1;
  return [start, Math.min(count, start + HISTORY_PAGE_LENGTH)];
}

const toText = (id: string | number | null | undefined) =>
  id === null || id === undefined ? null : String(id);
