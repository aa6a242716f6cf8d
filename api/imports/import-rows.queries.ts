import { type CellProblem, IMPORT_VALUE_LENGTH_MAX, type TableProduct } from "#domain/imports.ts";
import type { FieldErrorCode } from "#domain/messages.ts";
import { noteDueRenditions } from "../catalog/due-renditions.queries.ts";
import type { Sql } from "../db/client.ts";

/** The stored data of a row: the product it becomes, with ids instead of names. */
export type CheckedProduct = Omit<TableProduct, "slug" | "category" | "styles" | "picture"> & {
  categoryId: number | null;
  styleIds: number[];
  imageHash: string | null;
  size: string;
  claimedSize: string;
};

export type CheckedRow = {
  number: number;
  line: number;
  title: string;
  slug: string;
  isSlugGiven: boolean;
  product: CheckedProduct;
  problems: CellProblem[];
};

/**
 * Stores rows and the check's progress; returns false when the import is no longer being checked.
 */
export async function insertRows(sql: Sql, id: number, rows: readonly CheckedRow[]) {
  const last = rows.at(-1)?.number ?? 0;
  const updated = await sql`
    UPDATE imports SET rows_checked = ${last}, attempts = 0, away_since = NULL, due_at = NULL
    WHERE id = ${id} AND status = 'checking' RETURNING 1`;
  if (updated.length === 0) return false;
  const given = rows.map(({ isSlugGiven, ...row }) => ({ ...row, is_slug_given: isSlugGiven }));
  await sql`
    INSERT INTO import_rows (import_id, number, line, title, slug, is_slug_given, product, problems)
    SELECT ${id}, r.number, r.line, r.title, r.slug, r.is_slug_given, r.product, r.problems
    FROM jsonb_to_recordset(${sql.json(given)}) AS r (number int, line int, title text, slug text,
      is_slug_given boolean, product jsonb, problems jsonb)`;
  return true;
}

const note = (sql: Sql, column: string, code: FieldErrorCode) =>
  sql`problems || ${sql.json([{ column, code }])}`;

/** Adds a problem of the row's slug, with the slug as its value. */
const noteSlug = (sql: Sql, code: FieldErrorCode) => sql`problems || jsonb_build_object(
  'column', 'slug', 'code', ${code}::text, 'value', left(r.slug, ${IMPORT_VALUE_LENGTH_MAX}))`;

/** Flags duplicate and taken slugs; returns the number of rows affected. */
export async function noteTakenSlugs(sql: Sql, id: number): Promise<number> {
  const twice = await sql`
    WITH placed AS (
      SELECT number, row_number() OVER (PARTITION BY slug ORDER BY number) AS place
      FROM import_rows WHERE import_id = ${id} AND is_slug_given AND problems = '[]')
    UPDATE import_rows r SET problems = ${noteSlug(sql, "import_slug_twice")}
    FROM placed WHERE r.import_id = ${id} AND r.number = placed.number AND placed.place > 1`;
  const taken = await sql`
    UPDATE import_rows r SET problems = ${noteSlug(sql, "slug_taken")}
    WHERE import_id = ${id} AND is_slug_given AND problems = '[]'
      AND EXISTS (SELECT 1 FROM products p WHERE p.slug = r.slug)`;
  return twice.count + taken.count;
}

/** Flags categories and styles deleted since; returns the number of rows affected. */
export async function noteMissingGroups(sql: Sql, id: number): Promise<number> {
  const categories = await sql`
    UPDATE import_rows r SET problems = ${note(sql, "category", "import_value_unknown")}
    WHERE import_id = ${id} AND problems = '[]' AND NOT EXISTS (
      SELECT 1 FROM categories WHERE id = (r.product->>'categoryId')::bigint)`;
  const styles = await sql`
    UPDATE import_rows r SET problems = ${note(sql, "styles", "import_value_unknown")}
    WHERE import_id = ${id} AND problems = '[]' AND EXISTS (
      SELECT 1 FROM jsonb_array_elements_text(r.product->'styleIds') AS given (style)
      WHERE NOT EXISTS (SELECT 1 FROM styles WHERE id = given.style::bigint))`;
  return categories.count + styles.count;
}

export type SlugRow = { number: number; slug: string; isSlugGiven: boolean };

/** Lists the slugs of the rows that can be written, in table order. */
export async function listSlugs(sql: Sql, id: number): Promise<SlugRow[]> {
  return sql<SlugRow[]>`
    SELECT number, slug, is_slug_given AS "isSlugGiven" FROM import_rows
    WHERE import_id = ${id} AND problems = '[]' ORDER BY number`;
}

/** Returns those of the slugs that products already have. */
export async function listTaken(sql: Sql, slugs: readonly string[]): Promise<string[]> {
  const rows = await sql<{ slug: string }[]>`
    SELECT slug FROM products WHERE slug = ANY(${[...slugs]}::text[])`;
  return rows.map(({ slug }) => slug);
}

export async function updateSlugs(
  sql: Sql,
  id: number,
  rows: readonly { number: number; slug: string }[],
): Promise<void> {
  await sql`
    UPDATE import_rows r SET slug = given.slug
    FROM unnest(${rows.map((row) => row.number)}::int[], ${rows.map((row) => row.slug)}::text[])
      AS given (number, slug)
    WHERE r.import_id = ${id} AND r.number = given.number`;
}

/**
 * Only the newest, which lists begin with, because tens of thousands of pictures would take hours.
 */
const RENDITIONS_AHEAD_MAX = 200;

/** Creates the products of all rows without an error; returns their number. */
export async function insertProducts(sql: Sql, id: number, now: Date): Promise<number> {
  await sql`
    INSERT INTO products (slug, category_id, titles, descriptions, motifs, prompt, licence,
      price_cents, picture_hash, status, published_at, generation)
    SELECT slug, (product->>'categoryId')::bigint, product->'titles', product->'descriptions',
      product->'motifs', product->>'prompt', nullif(product->>'licence', ''),
      (product->>'priceCents')::bigint, product->>'imageHash', product->>'status', ${now},
      nullif(jsonb_strip_nulls(jsonb_build_object('model', nullif(product->>'model', ''),
        'seed', nullif(product->>'seed', ''))), '{}')
    FROM import_rows WHERE import_id = ${id} AND problems = '[]' ORDER BY number`;
  const made = await sql`
    UPDATE import_rows r SET product_id = p.id FROM products p
    WHERE r.import_id = ${id} AND r.problems = '[]' AND p.slug = r.slug`;
  await sql`
    INSERT INTO product_styles (product_id, style_id, position)
    SELECT r.product_id, given.id::bigint, given.place - 1 FROM import_rows r,
      jsonb_array_elements_text(r.product->'styleIds') WITH ORDINALITY AS given (id, place)
    WHERE r.import_id = ${id} AND r.product_id IS NOT NULL`;
  await noteDueRenditions(
    sql,
    sql`SELECT product_id FROM import_rows WHERE import_id = ${id} AND product_id IS NOT NULL
      ORDER BY product_id DESC LIMIT ${RENDITIONS_AHEAD_MAX}`,
  );
  await sql`UPDATE imports SET status = 'written', written_at = ${now} WHERE id = ${id}`;
  return made.count;
}

/** Products that one statement deletes: seconds at most, of the 30 that it may take. */
const DELETE_BATCH_SIZE = 1_000;

/**
 * Deletes the products that an import created, but withdraws those that have been bought or are
 * being paid for. Locks them first, so that nobody buys one meanwhile.
 */
export async function removeProducts(sql: Sql, id: number, now: Date) {
  const ofImport = sql`id IN (SELECT product_id FROM import_rows WHERE import_id = ${id})`;
  const locked = await sql<{ id: number }[]>`
    SELECT id FROM products WHERE ${ofImport} ORDER BY id FOR UPDATE`;
  const counts = { deleted: 0, withdrawn: 0 };
  for (let from = 0; from < locked.length; from += DELETE_BATCH_SIZE) {
    const ids = locked.slice(from, from + DELETE_BATCH_SIZE).map((product) => product.id);
    const deleted = await sql`
      DELETE FROM products p WHERE id = ANY(${ids})
        AND NOT EXISTS (SELECT 1 FROM orders WHERE product_id = p.id)
        AND NOT EXISTS (SELECT 1 FROM purchase_intents WHERE product_id = p.id)`;
    counts.deleted += deleted.count;
  }
  const withdrawn = await sql`
    UPDATE products SET status = 'withdrawn', version = version + 1
    WHERE ${ofImport} AND status <> 'withdrawn'`;
  counts.withdrawn = withdrawn.count;
  await sql`
    UPDATE imports SET status = 'undone', undone_at = ${now}, deleted_count = ${counts.deleted},
      withdrawn_count = ${counts.withdrawn} WHERE id = ${id}`;
  return counts;
}

/** Counts the products of an import that were changed after it; a new product has version 1. */
export async function countChanged(sql: Sql, id: number): Promise<number> {
  const [row] = await sql<[{ count: number }]>`
    SELECT count(*)::int AS count FROM import_rows r JOIN products p ON p.id = r.product_id
    WHERE r.import_id = ${id} AND p.version > 1`;
  return row.count;
}

/** Lists a page of errors after this row, by row. */
export async function listProblems(
  sql: Sql,
  id: number,
  { after, limit }: { after: number; limit: number },
): Promise<{ number: number; line: number; problems: CellProblem[] }[]> {
  return sql<{ number: number; line: number; problems: CellProblem[] }[]>`
    SELECT number, line, problems FROM import_rows
    WHERE import_id = ${id} AND problems <> '[]' AND number > ${after}
    ORDER BY number LIMIT ${limit}`;
}

/** Counts each error per column, most frequent first. */
export async function countProblems(sql: Sql, id: number, limit: number) {
  return sql<{ column: string; code: string; count: number }[]>`
    SELECT problem->>'column' AS column, problem->>'code' AS code, count(*)::int AS count
    FROM import_rows, jsonb_array_elements(problems) AS problem
    WHERE import_id = ${id} AND problems <> '[]'
    GROUP BY 1, 2 ORDER BY 3 DESC, 1, 2 LIMIT ${limit}`;
}

export async function listSample(sql: Sql, id: number, limit: number) {
  return sql<(Pick<CheckedRow, "line" | "title" | "slug"> & { product: CheckedProduct })[]>`
    SELECT line, title, slug, product FROM import_rows
    WHERE import_id = ${id} AND problems = '[]' ORDER BY number LIMIT ${limit}`;
}
