/** What the address of a staff list says: its search, its filters, its order and its page. */
export type TableQuery = Readonly<Partial<Record<string, string>>>;

/** What picks a page: not kept when anything else of the query changes. */
const PAGE_KEYS = ["page", "before", "after"];
const VALUE_LENGTH_MAX = 200;

/** The parameters of these names, without what is empty. */
export function readTableQuery(
  search: URLSearchParams,
  names: readonly string[],
): Readonly<Record<string, string>> {
  const pairs = [...names, ...PAGE_KEYS].flatMap((name): [string, string][] => {
    const value = search.get(name)?.trim().slice(0, VALUE_LENGTH_MAX);
    return value ? [[name, value]] : [];
  });
  return Object.fromEntries(pairs);
}

/** The search and these parameters, each as far as its value is one of its choices. */
export function readListQuery<Name extends string>(
  search: URLSearchParams,
  choices: Readonly<Record<Name, readonly string[]>>,
): Partial<Record<Name | "q", string>> {
  const lists = new Map<string, readonly string[]>(Object.entries(choices));
  const read = readTableQuery(search, ["q", ...lists.keys()]);
  const pairs = Object.entries(read).filter(
    ([name, value]) => name === "q" || lists.get(name)?.includes(value),
  );
  // The names are those of `choices` and "q", by the line above.
  return Object.fromEntries(pairs) as Partial<Record<Name | "q", string>>;
}

/** `path` with the query after some changes; null takes a parameter away. */
export function toTablePath(
  path: string,
  query: TableQuery,
  changes: Readonly<Record<string, string | null>> = {},
): string {
  const next = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...withoutPage(query), ...changes })) {
    if (value) next.set(name, value);
  }
  const text = next.toString();
  return text === "" ? path : `${path}?${text}`;
}

/** What leads to the pages beside one of a list that is paged by number. */
export function pagesBeside(page: number, pages: number) {
  return {
    back: page > 1 ? { page: String(page - 1) } : null,
    on: page < pages ? { page: String(page + 1) } : null,
  };
}

/** The search, the filters and the order, for the next page or the export. */
export function withoutPage<Value>(query: Readonly<Record<string, Value>>) {
  return Object.fromEntries(Object.entries(query).filter(([name]) => !PAGE_KEYS.includes(name)));
}

/** The order that a column's title leads to: ascending, then descending, then the list's own. */
export function nextSort(current: string | undefined, column: string): string | null {
  if (current === column) return `-${column}`;
  return current === `-${column}` ? null : column;
}

/** A list's order while the address names none: what it is called, and the sort that is the same. */
export type OwnOrder = { text: string; sort?: string };

/** The orders to choose from, as a select has them: the list's own first, without a value. */
export function listOrders(sorts: readonly { name: string; text: string }[], own: OwnOrder) {
  const others = sorts.flatMap(({ name, text }) => [
    { value: name, text: `${text} ↑` },
    { value: `-${name}`, text: `${text} ↓` },
  ]);
  return [{ value: "", text: own.text }, ...others.filter(({ value }) => value !== own.sort)];
}
