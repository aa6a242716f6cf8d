import { PAGE_KEYS } from "#domain/saved-views.ts";

/** The URL of a staff list: its search, filters, sort and page. */
export type TableQuery = Readonly<Partial<Record<string, string>>>;

const VALUE_LENGTH_MAX = 200;

/** The parameters with these names, without empty ones. */
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

/** The search and these parameters, as far as their value is one of the choices. */
export function readListQuery<Name extends string>(
  search: URLSearchParams,
  choices: Readonly<Record<Name, readonly string[]>>,
): Partial<Record<Name | "q", string>> {
  const lists = new Map<string, readonly string[]>(Object.entries(choices));
  const read = readTableQuery(search, ["q", ...lists.keys()]);
  const pairs = Object.entries(read).filter(
    ([name, value]) => name === "q" || lists.get(name)?.includes(value),
  );
  // By the line above, the names are those of `choices` and "q".
  return Object.fromEntries(pairs) as Partial<Record<Name | "q", string>>;
}

/** `path` with a changed query; null removes a parameter. */
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

/** The query change that stays on this page of a list paged by number. */
export const onPage = (page: number) => ({ page: page > 1 ? String(page) : null });

/** Query changes for the neighbouring pages of a list paged by number. */
export function adjacentPages(page: number, pages: number) {
  return {
    back: page > 1 ? { page: String(page - 1) } : null,
    on: page < pages ? { page: String(page + 1) } : null,
  };
}

/** Query changes for the neighbouring pages of a list paged by cursor. */
export function adjacentCursors(newer: string | null, older: string | null) {
  return {
    back: newer === null ? null : { after: newer },
    on: older === null ? null : { before: older },
  };
}

/** Search, filters and sort without the page, for the next page or the export. */
export function withoutPage<Value>(query: Readonly<Record<string, Value>>) {
  return Object.fromEntries(Object.entries(query).filter(([name]) => !PAGE_KEYS.includes(name)));
}

/** The sort order set by a column title's link: ascending, then descending, then the default. */
export function nextSort(current: string | undefined, column: string): string | null {
  if (current === column) return `-${column}`;
  return current === `-${column}` ? null : column;
}

/** A list's default sort: its label, and the equivalent sort key. */
export type OwnOrder = { text: string; sort?: string };

/** The sort options of a select: the default first, without a value. */
export function listOrders(sorts: readonly { name: string; text: string }[], own: OwnOrder) {
  const others = sorts.flatMap(({ name, text }) => [
    { value: name, text: `${text} ↑` },
    { value: `-${name}`, text: `${text} ↓` },
  ]);
  return [{ value: "", text: own.text }, ...others.filter(({ value }) => value !== own.sort)];
}
