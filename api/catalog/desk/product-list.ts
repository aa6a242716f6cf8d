import { LIST_COUNT_MAX } from "#domain/catalog.ts";
import { isDay } from "#domain/dates.ts";
import { fieldError } from "#domain/errors.ts";
import { isRowId } from "#domain/ids.ts";
import { localize } from "#domain/localized-texts.ts";
import { toDecimal } from "#domain/money.ts";
import { listMissingLocales, STAFF_PRODUCTS_PER_PAGE } from "#domain/products.ts";
import type { StaffProductRow, StaffProductsQuery } from "../../contract/staff/products.ts";
import type { ApiDeps } from "../../http/context.ts";
import {
  type DeskFilter,
  type DeskPage,
  type DeskSort,
  findUnlisted,
  type ListedRow,
  listFound,
  listGroupSlugs,
  listProducts,
  type Place,
} from "./product-list.queries.ts";

type List = {
  rows: ListedRow[];
  previous: string | null;
  next: string | null;
  is_limited?: boolean;
};

/**
 * Lists a page of all products in any status, in the requested order; by default the newest first,
 * or the best match for a search. Throws validation_failed for an invalid cursor.
 */
export async function listProductsForStaff(
  deps: ApiDeps,
  query: StaffProductsQuery,
  locale: string,
) {
  const filter: DeskFilter = {
    status: query.status ?? null,
    categoryId: toId(query.category),
    styleId: toId(query.style),
    missingLocale: query.missing ?? null,
  };
  const text = query.search?.trim() ?? "";
  const { rows, ...meta } =
    text === ""
      ? await readPage(query, query.sort ?? "newest", (page) =>
          listProducts(deps.database, filter, page),
        )
      : await search(deps, { text, locale }, filter, query);
  return { payload: rows.map((row) => toRow(row, locale, deps.config.locales)), meta };
}

const toId = (text: string | undefined) => (text === undefined ? null : Number(text));

async function readPage<Sort extends DeskSort>(
  { after, before }: StaffProductsQuery,
  sort: Sort,
  read: (page: DeskPage<Sort>) => Promise<ListedRow[]>,
): Promise<List> {
  const size = STAFF_PRODUCTS_PER_PAGE;
  const from = toFrom(sort, after, before);
  // An extra row indicates whether there is a next page.
  const found = await read({ sort, limit: size + 1, from });
  const hasMore = found.length > size;
  const isBack = from?.side === "before";
  const rows = isBack ? found.slice(hasMore ? 1 : 0) : found.slice(0, size);
  const [first, last] = [rows[0], rows.at(-1)];
  const hasPrevious = isBack ? hasMore : from !== null;
  const hasNext = isBack || hasMore;
  return {
    rows,
    previous: first && hasPrevious ? writePlace(first) : null,
    next: last && hasNext ? writePlace(last) : null,
  };
}

function toFrom(
  sort: DeskSort,
  after: string | undefined,
  before: string | undefined,
): DeskPage<DeskSort>["from"] {
  if (after) return { place: parsePlace(after, sort, "after"), side: "after" };
  return before ? { place: parsePlace(before, sort, "before"), side: "before" } : null;
}

const writePlace = ({ sortKey, id }: ListedRow) => `${sortKey}~${id}`;

/** A moment as the database's sessions write it, which are in UTC. */
const TIME = /^(\S{10}) (?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,6})?\+00$/;
const NUMBER = /^\d{1,9}$/;

function parsePlace(text: string, sort: DeskSort, field: string): Place {
  const [key = "", id = ""] = text.split("~", 2);
  const isKey = sort === "newest" ? isDay(TIME.exec(key)?.[1] ?? "") : NUMBER.test(key);
  if (!isKey || !isRowId(id)) throw fieldError(field, "value_invalid");
  return { key, id: Number(id) };
}

/**
 * Lists a page of search results. Candidates are filtered and sorted before they are limited,
 * except that the shop's search can neither filter by missing translations nor sort by fewest
 * sales.
 */
async function search(
  deps: ApiDeps,
  { text, locale }: { text: string; locale: string },
  filter: DeskFilter,
  query: StaffProductsQuery,
): Promise<List> {
  const { database } = deps;
  const sort = query.sort ?? "best_match";
  const [categorySlugs, styleSlugs] = await Promise.all([
    listGroupSlugs(database, "categories", filter.categoryId),
    listGroupSlugs(database, "styles", filter.styleId),
  ]);
  const request = {
    ...{ text, locale, categorySlugs, styleSlugs, withFacets: false },
    ...{ priceMinCents: null, priceMaxCents: null, offset: 0, limit: LIST_COUNT_MAX },
    sort: sort === "least_selling" ? ("best_match" as const) : sort,
  };
  const [unlisted, listed] = await Promise.all([
    findUnlisted(database, text, filter),
    filter.status === null || filter.status === "published" ? deps.search.find(request) : null,
  ]);
  const isFound = listed && listed.unknownWords.length === 0;
  const ids = [...new Set([...unlisted, ...(isFound ? listed.ids : [])])];
  const list = await readPage(query, sort, (page) => listFound(database, ids, filter, page));
  const mostFound = Math.max(unlisted.length, listed?.ids.length ?? 0);
  return { ...list, is_limited: mostFound >= LIST_COUNT_MAX };
}

function toRow(row: ListedRow, locale: string, locales: readonly string[]): StaffProductRow {
  return {
    id: row.id,
    slug: row.slug,
    title: localize(row.titles, locale),
    status: row.status,
    category: localize(row.categoryNames, locale),
    styles: row.styleNames.map((names) => localize(names, locale)),
    price: toDecimal(row.priceCents),
    sales_count: row.salesCount,
    missing_locales: listMissingLocales(row.titles, locales),
    picture: row.imageHash,
    published_at: row.publishedAt.toISOString(),
  };
}
