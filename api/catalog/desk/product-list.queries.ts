import { LIST_COUNT_MAX } from "#domain/catalog.ts";
import { isRowId } from "#domain/ids.ts";
import type { Texts } from "#domain/localized-texts.ts";
import { PRODUCT_STATUSES, type ProductStatus, type StaffProductSort } from "#domain/products.ts";
import { toLikePart } from "#domain/staff-search.ts";
import type { Sql } from "../../db/client.ts";

export type ListedRow = {
  id: number;
  slug: string;
  titles: Texts;
  status: ProductStatus;
  categoryNames: Texts;
  styleNames: Texts[];
  priceCents: number;
  salesCount: number;
  imageHash: string | null;
  publishedAt: Date;
  /** The list's sort key as text; with the id, it is the row's cursor. */
  sortKey: string;
};

export type DeskFilter = {
  status: ProductStatus | null;
  categoryId: number | null;
  styleId: number | null;
  missingLocale: string | null;
};

/** A position in a list: a row's sort key and id. */
export type Place = { key: string; id: number };
/** The order of a list; best match applies only to a search. */
export type DeskSort = StaffProductSort | "best_match";
export type DeskPage<Sort extends DeskSort> = {
  sort: Sort;
  limit: number;
  /** Rows after this cursor, or before it; null for the first page. */
  from: { place: Place; side: "after" | "before" } | null;
};

const inStatus = (sql: Sql, { status }: DeskFilter) =>
  status === null ? sql`` : sql`AND p.status = ${status}`;

const conditions = (sql: Sql, filter: DeskFilter) => sql`
  ${filter.categoryId === null ? sql`` : sql`AND p.category_id = ${filter.categoryId}`}
  ${
    filter.styleId === null
      ? sql``
      : sql`AND EXISTS (SELECT 1 FROM product_styles
          WHERE product_id = p.id AND style_id = ${filter.styleId})`
  }
  ${filter.missingLocale === null ? sql`` : sql`AND coalesce(p.titles->>${filter.missingLocale}::text, '') = ''`}`;

/** Returns the column, the direction and the cursor value of each order. */
function sortOf(sql: Sql, { sort, from }: DeskPage<DeskSort>) {
  const text = sql`${from?.place.key ?? null}::text`;
  switch (sort) {
    case "newest":
      return { key: sql`p.published_at`, isDescending: true, place: sql`${text}::timestamptz` };
    case "best_selling":
      return { key: sql`p.sales_count`, isDescending: true, place: sql`${text}::integer` };
    case "least_selling":
      return { key: sql`p.sales_count`, isDescending: false, place: sql`${text}::integer` };
    case "price_asc":
      return { key: sql`p.price_cents`, isDescending: false, place: sql`${text}::bigint` };
    case "price_desc":
      return { key: sql`p.price_cents`, isDescending: true, place: sql`${text}::bigint` };
    case "best_match":
      return { key: sql`given.place`, isDescending: false, place: sql`${text}::bigint` };
  }
}

/**
 * Returns the ORDER BY of a page, whether it is read backwards, and the condition of its cursor.
 */
function pageOf(sql: Sql, page: DeskPage<DeskSort>) {
  const { key, isDescending, place } = sortOf(sql, page);
  const isBack = page.from?.side === "before";
  const isDown = isDescending !== isBack;
  const direction = isDown ? sql`DESC` : sql``;
  const behind = page.from
    ? sql`AND (${key}, p.id) ${isDown ? sql`<` : sql`>`} (${place}, ${page.from.place.id})`
    : sql``;
  return { key, isBack, direction, behind, order: sql`${key} ${direction}, p.id ${direction}` };
}

/**
 * Lists a page for staff. Reads each status through its own index, at most a page of each, so that
 * a list of all statuses does not sort the table.
 */
export async function listProducts(
  sql: Sql,
  filter: DeskFilter,
  page: DeskPage<StaffProductSort>,
): Promise<ListedRow[]> {
  const { key, isBack, direction, behind, order } = pageOf(sql, page);
  const statuses = filter.status === null ? PRODUCT_STATUSES : [filter.status];
  const parts = statuses.map(
    (status) => sql`
      (SELECT p.id, ${key} AS key FROM products p
        WHERE p.status = ${status} ${conditions(sql, filter)} ${behind}
        ORDER BY ${order} LIMIT ${page.limit})`,
  );
  const found = parts.reduce((all, part) => sql`${all} UNION ALL ${part}`);
  const rows = await sql<ListedRow[]>`
    WITH found AS (${found}), chosen AS (
      SELECT id, key FROM found ORDER BY key ${direction}, id ${direction} LIMIT ${page.limit})
    SELECT ${rowColumns(sql)}, chosen.key::text AS "sortKey"
    FROM chosen JOIN products p ON p.id = chosen.id
    ORDER BY chosen.key ${direction}, p.id ${direction}`;
  return isBack ? rows.toReversed() : rows;
}

/** Lists a page of these products as filtered; best match is their given order. */
export async function listFound(
  sql: Sql,
  ids: readonly number[],
  filter: DeskFilter,
  page: DeskPage<DeskSort>,
): Promise<ListedRow[]> {
  const { key, isBack, behind, order } = pageOf(sql, page);
  const rows = await sql<ListedRow[]>`
    SELECT ${rowColumns(sql)}, ${key}::text AS "sortKey"
    FROM unnest(${[...ids]}::bigint[]) WITH ORDINALITY AS given (id, place)
    JOIN products p ON p.id = given.id
    WHERE true ${inStatus(sql, filter)} ${conditions(sql, filter)} ${behind}
    ORDER BY ${order} LIMIT ${page.limit}`;
  return isBack ? rows.toReversed() : rows;
}

/** Returns the group's slug as a list, empty if there is no such group; null for any group. */
export async function listGroupSlugs(
  sql: Sql,
  table: "categories" | "styles",
  id: number | null,
): Promise<string[] | null> {
  if (id === null) return null;
  const rows = await sql<{ slug: string }[]>`SELECT slug FROM ${sql(table)} WHERE id = ${id}`;
  return rows.map(({ slug }) => slug);
}

/** Maximum number of unpublished products that a search finds, the same as for published ones. */
const FOUND_MAX = LIST_COUNT_MAX;
/**
 * Number of newest unpublished products that are scanned; older ones are found through the index.
 */
const LOOKED_AT_MAX = 5 * FOUND_MAX;
/** Shorter texts have no trigrams, so the index cannot find them. */
const INDEXED_LENGTH_MIN = 3;

/**
 * Finds products that the shop's search does not: by slug or id first, then unpublished ones as
 * filtered, each newest first, because cursors need the same order every time. Frequent matches
 * turn up among the newest; for the rest the index `products_unlisted_text`, on exactly this
 * expression, is selective. One or two letters are searched only among the newest.
 */
export async function findUnlisted(sql: Sql, text: string, filter: DeskFilter): Promise<number[]> {
  const id = isRowId(text) ? Number(text) : 0;
  const max = FOUND_MAX;
  const matches = sql`(p.titles::text || ' ' || p.slug) ILIKE ${toLikePart(text)}
    ${inStatus(sql, filter)} ${conditions(sql, filter)}`;
  const rows = await sql<{ id: number }[]>`
    WITH newest AS MATERIALIZED (
      SELECT id, titles, slug, status, category_id FROM products WHERE status <> 'published'
      ORDER BY id DESC LIMIT ${LOOKED_AT_MAX}
    ), met AS MATERIALIZED (
      SELECT id FROM newest p WHERE ${matches} ORDER BY id DESC LIMIT ${max}
    ), others AS MATERIALIZED (
      SELECT id FROM products p WHERE status <> 'published' AND ${matches}
        AND (SELECT count(*) FROM met) < ${[...text].length < INDEXED_LENGTH_MIN ? 0 : max}
      ORDER BY id DESC LIMIT ${max}
    ), exact AS MATERIALIZED (
      SELECT id FROM products WHERE id = ${id} OR slug = ${text}
    ), unlisted AS (
      SELECT id FROM (TABLE met UNION TABLE others) AS found ORDER BY id DESC LIMIT ${max}
    )
    SELECT id FROM (TABLE exact UNION TABLE unlisted) AS found
    ORDER BY id IN (TABLE exact) DESC, id DESC`;
  return rows.map((row) => row.id);
}

const rowColumns = (sql: Sql) => sql`
  p.id, p.slug, p.titles, p.status, p.price_cents AS "priceCents",
  p.sales_count AS "salesCount", p.picture_hash AS "imageHash", p.published_at AS "publishedAt",
  (SELECT names FROM categories WHERE id = p.category_id) AS "categoryNames",
  ARRAY(SELECT s.names FROM product_styles ps JOIN styles s ON s.id = ps.style_id
    WHERE ps.product_id = p.id ORDER BY ps.position) AS "styleNames"`;

export type HistoryRow = {
  id: number;
  at: Date;
  action: string;
  actor: string | null;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
};

/** Lists the audit entries of one catalogue item, newest first, without views. */
export async function listHistory(
  sql: Sql,
  subject: { kind: string; id: number },
  limit: number,
): Promise<HistoryRow[]> {
  return sql<HistoryRow[]>`
    SELECT audit_log.id, at, action, users.email AS actor, before, after
    FROM audit_log LEFT JOIN users ON users.id = actor_id
    WHERE subject_kind = ${subject.kind} AND subject_id = ${String(subject.id)}
      AND action NOT LIKE '%.view'
    ORDER BY audit_log.id DESC LIMIT ${limit}`;
}
