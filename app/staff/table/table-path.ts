/** What the address of a staff list says: its search, its filters, its order and its page. */
export type TableQuery = Readonly<Record<string, string>>;

/** What picks a page: not kept when anything else of the query changes. */
const PAGE_KEYS = ["page", "before", "after"];
const VALUE_LENGTH_MAX = 200;

/** The parameters of these names, without what is empty. */
export function readTableQuery(search: URLSearchParams, names: readonly string[]): TableQuery {
  const pairs = [...names, ...PAGE_KEYS].flatMap((name): [string, string][] => {
    const value = search.get(name)?.trim().slice(0, VALUE_LENGTH_MAX);
    return value ? [[name, value]] : [];
  });
  return Object.fromEntries(pairs);
}

/** `path` with the query after some changes; null takes a parameter away. */
export function toTablePath(
  path: string,
  query: TableQuery,
  changes: Readonly<Record<string, string | null>> = {},
): string {
  const next = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...withoutPage(query), ...changes })) {
    if (value !== null && value !== "") next.set(name, value);
  }
  const text = next.toString();
  return text === "" ? path : `${path}?${text}`;
}

/** The search, the filters and the order, for the next page or the export. */
export function withoutPage(query: TableQuery): TableQuery {
  return Object.fromEntries(Object.entries(query).filter(([name]) => !PAGE_KEYS.includes(name)));
}

/** The order that a column's title leads to: ascending, then descending, then the list's own. */
export function nextSort(current: string | undefined, column: string): string | null {
  if (current === column) return `-${column}`;
  return current === `-${column}` ? null : column;
}
