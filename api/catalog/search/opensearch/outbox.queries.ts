import type { Sql } from "../../../db/client.ts";
import { type DueBy, isDue } from "../../../db/due-times.ts";
import type { IndexedProduct } from "./documents.ts";

/** A changed product in its current state; null when unpublished or deleted. */
export type SearchChange = {
  productId: number;
  revision: number;
  attempts: number;
  /** Greater than the version of every change read before. */
  version: number;
  product: IndexedProduct | null;
};

/** The searchable fields of product `p` in category `c`, as an IndexedProduct. */
const productColumns = (sql: Sql) => sql`
  p.id, c.slug AS category, p.price_cents AS "priceCents", p.sales_count AS "salesCount",
  (extract(epoch FROM p.published_at) * 1000000)::bigint AS "publishedUs",
  p.titles, p.descriptions, p.motifs,
  ARRAY(SELECT s.slug FROM product_styles ps JOIN styles s ON s.id = ps.style_id
    WHERE ps.product_id = p.id ORDER BY ps.position) AS styles,
  (SELECT jsonb_agg(named.names) FROM (
    SELECT c.names
    UNION ALL
    SELECT s.names FROM product_styles ps JOIN styles s ON s.id = ps.style_id
    WHERE ps.product_id = p.id) AS named) AS names`;

/**
 * Lists the oldest changes, each with the product's current state. Call it while holding the lock
 * `searchOutbox`: only then do versions follow the order of reading.
 */
export async function listDueChanges(
  sql: Sql,
  { limit, ...due }: DueBy & { limit: number },
): Promise<SearchChange[]> {
  const rows = await sql<
    (IndexedProduct & Omit<SearchChange, "product"> & { isListed: boolean })[]
  >`
    WITH due AS (
      SELECT product_id, revision, attempts FROM search_changes
      WHERE due_at IS NULL OR ${isDue(sql, sql`due_at`, due)} ORDER BY revision LIMIT ${limit})
    SELECT due.product_id AS "productId", due.revision, due.attempts,
      nextval('search_versions') AS version, c.id IS NOT NULL AS "isListed", ${productColumns(sql)}
    FROM due LEFT JOIN products p ON p.id = due.product_id AND p.status = 'published'
    LEFT JOIN categories c ON c.id = p.category_id
    ORDER BY due.revision`;
  return rows.map(({ productId, revision, attempts, version, isListed, ...product }) => ({
    productId,
    revision,
    attempts,
    version,
    product: isListed ? product : null,
  }));
}

/** Removes changes that the engine has stored, unless the product has changed again. */
export async function deleteChanges(sql: Sql, revisions: number[]): Promise<void> {
  await sql`DELETE FROM search_changes WHERE revision = ANY(${revisions}::bigint[])`;
}

/** Postpones changes that the engine rejects, so that they do not block others. */
export async function postponeChange(sql: Sql, revision: number, dueAt: Date): Promise<void> {
  await sql`
    UPDATE search_changes SET attempts = attempts + 1, due_at = ${dueAt}
    WHERE revision = ${revision}`;
}

/** Lists published products after an id, by id. */
export async function listProducts(
  sql: Sql,
  { afterId, limit }: { afterId: number; limit: number },
): Promise<IndexedProduct[]> {
  return sql<IndexedProduct[]>`
    SELECT ${productColumns(sql)}
    FROM products p JOIN categories c ON c.id = p.category_id
    WHERE p.status = 'published' AND p.id > ${afterId} ORDER BY p.id LIMIT ${limit}`;
}

export async function nextVersion(sql: Sql): Promise<number> {
  const [row] = await sql<{ version: number }[]>`SELECT nextval('search_versions') AS version`;
  if (!row) throw new Error("nextval always returns a row");
  return row.version;
}

/**
 * Makes each change leave a row from now on. Waits for running transactions on products and blocks
 * later ones: only briefly, so it may time out and throw. Call it in a transaction.
 */
export async function startOutbox(sql: Sql): Promise<void> {
  if (await isOutboxStarted(sql)) return;
  await sql`SET LOCAL lock_timeout = '5s'`;
  await sql`SELECT start_search_outbox()`;
}

/** Stops recording changes and deletes the recorded ones. */
export async function stopOutbox(sql: Sql): Promise<void> {
  await sql`SELECT stop_search_outbox()`;
}

/** Returns whether changes are recorded: if not, the engine's data may be stale. */
export async function isOutboxStarted(sql: Sql): Promise<boolean> {
  const [row] = await sql<{ isStarted: boolean }[]>`
    SELECT EXISTS (SELECT FROM pg_trigger WHERE tgrelid = 'products'::regclass
      AND tgname = 'record_search_change' AND tgenabled <> 'D') AS "isStarted"`;
  return row?.isStarted ?? false;
}

/** Records that a process with an engine reads the outbox; writes at most once a minute. */
export async function recordOutboxReader(sql: Sql, now: Date): Promise<void> {
  await sql`
    UPDATE search_outbox SET read_at = ${now}
    WHERE read_at IS NULL OR read_at < ${now}::timestamptz - interval '1 minute'`;
}

/** Returns whether no process has read the outbox since then. */
export async function isOutboxUnread(sql: Sql, since: Date): Promise<boolean> {
  const [row] = await sql<{ isUnread: boolean }[]>`
    SELECT coalesce(read_at < ${since}, true) AS "isUnread" FROM search_outbox`;
  return row?.isUnread ?? true;
}

export async function hasDueChanges(sql: Sql, due: DueBy): Promise<boolean> {
  const [row] = await sql<{ hasDue: boolean }[]>`
    SELECT EXISTS (SELECT FROM search_changes
      WHERE due_at IS NULL OR ${isDue(sql, sql`due_at`, due)}) AS "hasDue"`;
  return row?.hasDue ?? false;
}
