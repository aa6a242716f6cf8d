import { fieldError } from "#domain/errors.ts";
import { isRowId } from "#domain/ids.ts";
import { localize } from "#domain/localized-texts.ts";
import { toDecimal } from "#domain/money.ts";
import {
  listMissingLocales,
  STAFF_PRODUCTS_FOUND_MAX,
  STAFF_PRODUCTS_PER_PAGE,
  type StaffProductSort,
} from "#domain/products.ts";
import type { StaffProductRow, StaffProductsQuery } from "../../contract/staff-products.ts";
import type { ApiDeps } from "../../http/context.ts";
import {
  type DeskFilter,
  type DeskPage,
  findUnlisted,
  type ListedRow,
  listProducts,
  listProductsById,
  type Place,
} from "./product-list.queries.ts";

type List = { rows: ListedRow[]; previous: string | null; next: string | null };

/**
 * A page of all products in any status. A search returns its best matches on one page. Throws
 * validation_failed for an invalid cursor.
 */
export async function listForStaff(deps: ApiDeps, query: StaffProductsQuery, locale: string) {
  const filter: DeskFilter = {
    status: query.status ?? null,
    categoryId: toId(query.category),
    styleId: toId(query.style),
    missingLocale: query.missing ?? null,
  };
  const sort = query.sort ?? "newest";
  const text = query.search?.trim() ?? "";
  const { rows, ...meta } =
    text === ""
      ? await readPage(deps, filter, sort, query)
      : await search(deps, { text, locale, sort }, filter);
  return { payload: rows.map((row) => toRow(row, locale, deps.config.locales)), meta };
}

const toId = (text: string | undefined) => (text === undefined ? null : Number(text));

async function readPage(
  deps: ApiDeps,
  filter: DeskFilter,
  sort: StaffProductSort,
  { after, before }: StaffProductsQuery,
): Promise<List> {
  const size = STAFF_PRODUCTS_PER_PAGE;
  const from = toFrom(sort, after, before);
  // One extra row shows whether there is a next page.
  const found = await listProducts(deps.database, filter, { sort, limit: size + 1, from });
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
  sort: StaffProductSort,
  after: string | undefined,
  before: string | undefined,
): DeskPage["from"] {
  if (after) return { place: parsePlace(after, sort, "after"), side: "after" };
  return before ? { place: parsePlace(before, sort, "before"), side: "before" } : null;
}

const writePlace = ({ sortKey, id }: ListedRow) => `${sortKey}~${id}`;

const TIME = /^\d{4,6}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?[+-]\d\d(:\d\d){0,2}$/;
const NUMBER = /^\d{1,9}$/;

function parsePlace(text: string, sort: StaffProductSort, field: string): Place {
  const [key = "", id = ""] = text.split("~", 2);
  const isTime = TIME.test(key) && !Number.isNaN(Date.parse(key.slice(0, 10)));
  const isKey = sort === "newest" ? isTime : NUMBER.test(key);
  if (!isKey || !isRowId(id)) throw fieldError(field, "value_invalid");
  return { key, id: Number(id) };
}

async function search(
  deps: ApiDeps,
  { text, locale, sort }: { text: string; locale: string; sort: StaffProductSort },
  filter: DeskFilter,
): Promise<List> {
  const max = STAFF_PRODUCTS_FOUND_MAX;
  const request = {
    ...{ text, locale, categorySlugs: null, styleSlugs: null, withFacets: false },
    ...{ priceMinCents: null, priceMaxCents: null, offset: 0, limit: max },
    sort: sort === "newest" || sort === "least_selling" ? ("best_match" as const) : sort,
  };
  const [unlisted, listed] = await Promise.all([
    findUnlisted(deps.database, text),
    filter.status === null || filter.status === "published" ? deps.search.find(request) : null,
  ]);
  const isFound = listed && listed.unknownWords.length === 0;
  const ids = [...new Set([...unlisted, ...(isFound ? listed.ids : [])])];
  const rows = await listProductsById(deps.database, ids, filter);
  return { rows: rows.slice(0, max), previous: null, next: null };
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
