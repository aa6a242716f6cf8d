import type { Sql } from "../../db/client.ts";
import type { FoundBy } from "./search-text.ts";

export type Unindexed = FoundBy & { id: number };

/** Lists products to index again, newest first and locked; skips rows that are already locked. */
export async function listUnindexed(sql: Sql, limit: number): Promise<Unindexed[]> {
  return sql<Unindexed[]>`
    SELECT p.id, p.titles, p.descriptions, p.motifs, p.category_id AS "categoryId",
      ARRAY(SELECT style_id FROM product_styles WHERE product_id = p.id) AS "styleIds",
      (SELECT jsonb_agg(named.names) FROM (
        SELECT names FROM categories WHERE id = p.category_id
        UNION ALL
        SELECT names FROM product_styles JOIN styles ON styles.id = style_id
        WHERE product_id = p.id) AS named) AS names
    FROM products p WHERE p.search_vector IS NULL
    ORDER BY p.id DESC LIMIT ${limit} FOR UPDATE OF p SKIP LOCKED`;
}

/** Stores the terms of products (`toTerms`) and adds their words to the vocabulary. */
export async function putDocuments(
  sql: Sql,
  products: { id: number; terms: string[] }[],
): Promise<void> {
  const ids = products.map(({ id }) => id);
  await sql`DELETE FROM search_documents WHERE product_id = ANY(${ids})`;
  await sql`
    INSERT INTO search_documents (product_id, tier, price_cents, sales_count, published_at, terms)
    SELECT p.id, search_tier(p.sales_count, p.id), p.price_cents, p.sales_count, p.published_at,
      array_to_tsvector(made.terms)
    FROM jsonb_to_recordset(${sql.json(products)}) AS made (id bigint, terms text[])
    JOIN products p USING (id) WHERE p.status = 'published'`;
  await sql`UPDATE products SET search_vector = '' WHERE id = ANY(${ids})`;
  await insertVocabulary(sql, [...new Set(products.flatMap(({ terms }) => terms))]);
}

/**
 * Moves the pending entries of the GIN indexes into their main structure. Until then every search
 * scans the whole pending list, and Postgres itself moves them only at 4 MB per index
 * (gin_pending_list_limit).
 */
export async function flushPendingEntries(sql: Sql): Promise<void> {
  await sql`
    SELECT gin_clean_pending_list(inhrelid) FROM pg_inherits
    WHERE inhparent IN (to_regclass('search_documents_terms'), to_regclass('search_words_alike'))`;
}

/**
 * Marks up to `limit` products of a renamed style or category, newest first. Returns false when
 * none has been renamed. Call it in a transaction.
 */
export async function markRenamed(sql: Sql, limit: number): Promise<boolean> {
  const [renamed] = await sql<
    { categoryId: number | null; styleId: number | null; below: string }[]
  >`
    SELECT category_id AS "categoryId", style_id AS "styleId", products_below::text AS below
    FROM search_renames LIMIT 1 FOR UPDATE SKIP LOCKED`;
  if (!renamed) return false;
  const { categoryId, styleId, below } = renamed;
  const isIt = sql`style_id IS NOT DISTINCT FROM ${styleId}
    AND category_id IS NOT DISTINCT FROM ${categoryId}`;
  const marked = await sql<{ id: number }[]>`
    UPDATE products SET search_vector = NULL
    WHERE id IN (${
      styleId === null
        ? sql`SELECT id FROM products
            WHERE category_id = ${categoryId} AND id < ${below}::bigint`
        : sql`SELECT product_id AS id FROM product_styles
            WHERE style_id = ${styleId} AND product_id < ${below}::bigint`
    } ORDER BY id DESC LIMIT ${limit})
    RETURNING id`;
  if (marked.length < limit) await sql`DELETE FROM search_renames WHERE ${isIt}`;
  else {
    const last = Math.min(...marked.map(({ id }) => id));
    await sql`UPDATE search_renames SET products_below = ${last} WHERE ${isIt}`;
  }
  return true;
}

/**
 * Returns true for a word that belongs in the vocabulary: numbers, and words of one or two letters,
 * match too many others to be selective.
 */
const isListed = (word: string) => /^(?!\d+$).{3}/.test(word);

/** Inserts words in a fixed order, so that two concurrent writers cannot deadlock. */
async function insertVocabulary(sql: Sql, terms: string[]): Promise<void> {
  const listed = terms.filter(
    (term) => /^[^/=]{2,}\//.test(term) && isListed(term.replace(/^.*\//, "")),
  );
  await sql`
    INSERT INTO search_words
    SELECT split_part(term, '/', 1), split_part(term, '/', 2)
    FROM unnest(${listed}::text[]) AS term ORDER BY 1, 2
    ON CONFLICT DO NOTHING`;
}

/**
 * A list of values, not an array: with an array the planner prunes no partitions (migration 0061).
 */
const isIn = (sql: Sql, locales: string[]) => sql`locale IN ${sql(locales)}`;

/** Returns those of the words that products have in these languages. */
export async function listKnown(sql: Sql, words: string[], locales: string[]): Promise<string[]> {
  const rows = await sql<{ word: string }[]>`
    SELECT DISTINCT word FROM search_words
    WHERE word = ANY(${words}) AND ${isIn(sql, locales)} ORDER BY word`;
  return rows.map((row) => row.word);
}

/** Lists the words of these languages similar to this one, most similar first. */
export async function listSimilarWords(
  sql: Sql,
  word: string,
  { locales, limit }: { locales: string[]; limit: number },
): Promise<string[]> {
  const rows = await sql<{ word: string }[]>`
    SELECT word FROM search_words WHERE ${word} <% word AND ${isIn(sql, locales)}
    GROUP BY word
    ORDER BY word_similarity(${word}, word) DESC, similarity(${word}, word) DESC, word
    LIMIT ${limit}`;
  return rows.map((row) => row.word);
}

/**
 * A column for every statement that searches by words; it changes with the vocabulary (migration
 * 0075).
 */
export const vocabularyVersion = (sql: Sql) =>
  sql`(SELECT version FROM search_vocabulary) AS vocabulary`;

export type FoundTerm = { start: string; term: string; isInside: boolean };

/**
 * Lists the terms for each prefix: with `isInner`, those of all words in these languages that
 * contain it, then those of the words that start with it; shortest first. Empty for a prefix with
 * too many words. Also returns the version of the vocabulary that was read.
 */
export async function listTerms(
  sql: Sql,
  starts: { start: string; isInner: boolean }[],
  { locales, limit }: { locales: string[]; limit: number },
): Promise<{ terms: FoundTerm[]; vocabulary: number }> {
  const listed = starts.filter(({ start }) => isListed(start));
  const patterns = listed.map(({ start, isInner }) => `${isInner ? "%" : ""}${start}%`);
  const rows = await sql<(Partial<FoundTerm> & { vocabulary: number })[]>`
    SELECT current.vocabulary, terms.*
    FROM (SELECT ${vocabularyVersion(sql)}) AS current
    LEFT JOIN (
      SELECT given.start, found.term, found."isInside"
      FROM unnest(${listed.map(({ start }) => start)}::text[], ${patterns}::text[])
        AS given (start, pattern)
      CROSS JOIN LATERAL (
        SELECT locale || '/' || word AS term, NOT starts_with(word, given.start) AS "isInside"
        FROM search_words WHERE word LIKE given.pattern AND ${isIn(sql, locales)}
        ORDER BY 2 DESC, length(word), word, locale LIMIT ${limit}) AS found) AS terms ON true`;
  return {
    terms: rows.filter((row): row is FoundTerm & { vocabulary: number } => row.term !== null),
    vocabulary: rows[0]?.vocabulary ?? 0,
  };
}
