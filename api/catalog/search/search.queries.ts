import type { Sql } from "../../db/client.ts";
import type { FoundBy } from "./search-text.ts";

/** Products without words to be found by, the newest first, locked; but for those locked already. */
export async function listUnindexed(
  sql: Sql,
  limit: number,
): Promise<(FoundBy & { id: number })[]> {
  return sql<(FoundBy & { id: number })[]>`
    SELECT p.id, p.titles, p.descriptions, p.motifs, (
      SELECT jsonb_agg(named.names) FROM (
        SELECT names FROM categories WHERE id = p.category_id
        UNION ALL
        SELECT names FROM product_styles JOIN styles ON styles.id = style_id
        WHERE product_id = p.id) AS named) AS names
    FROM products p WHERE p.search_vector IS NULL
    ORDER BY p.id DESC LIMIT ${limit} FOR UPDATE OF p SKIP LOCKED`;
}

/** Writes what products are found by (`toTerms`, `toTitleWords`), and learns their words. */
export async function putTerms(
  sql: Sql,
  products: { id: number; titleWords: Record<string, string>; terms: string[] }[],
): Promise<void> {
  await sql`
    UPDATE products SET title_words = made."titleWords",
      search_vector = array_to_tsvector(made.terms)
    FROM jsonb_to_recordset(${sql.json(products)})
      AS made (id bigint, "titleWords" jsonb, terms text[])
    WHERE products.id = made.id`;
  await learnWords(sql, [...new Set(products.flatMap(({ terms }) => terms))]);
}

/** Two letters and numbers begin too many words to distinguish them. */
const isListed = (word: string) => /^(?!\d+$).{3}/.test(word);

/** In their order, so that two who learn the same words never wait for each other in a circle. */
async function learnWords(sql: Sql, terms: string[]): Promise<void> {
  const listed = terms.filter((term) => isListed(term.replace(/^.*\//, "")));
  await sql`
    INSERT INTO search_words
    SELECT split_part(term, '/', 1), split_part(term, '/', 2)
    FROM unnest(${listed}::text[]) AS term ORDER BY 1, 2
    ON CONFLICT DO NOTHING`;
}

/** Those of the words that products of these languages have. */
export async function listKnown(sql: Sql, words: string[], locales: string[]): Promise<string[]> {
  const rows = await sql<{ word: string }[]>`
    SELECT DISTINCT word FROM search_words
    WHERE word = ANY(${words}) AND locale = ANY(${locales}) ORDER BY word`;
  return rows.map((row) => row.word);
}

/** Words of these languages that look like this one, the likest first. */
export async function listAlike(
  sql: Sql,
  word: string,
  { locales, limit }: { locales: string[]; limit: number },
): Promise<string[]> {
  const rows = await sql<{ word: string }[]>`
    SELECT word FROM search_words WHERE ${word} <% word AND locale = ANY(${locales})
    GROUP BY word
    ORDER BY word_similarity(${word}, word) DESC, similarity(${word}, word) DESC, word
    LIMIT ${limit}`;
  return rows.map((row) => row.word);
}

/**
 * The terms of all words of these languages that begin with the given, and if `isInner` of those
 * that have it inside, which come first; the shortest before the longer. None for a word that
 * begins too many.
 */
export async function listTerms(
  sql: Sql,
  start: string,
  { isInner, locales, limit }: { isInner: boolean; locales: string[]; limit: number },
): Promise<{ term: string; isInside: boolean }[]> {
  if (!isListed(start)) return [];
  return sql<{ term: string; isInside: boolean }[]>`
    SELECT locale || '/' || word AS term, NOT starts_with(word, ${start}) AS "isInside"
    FROM search_words
    WHERE word LIKE ${`${isInner ? "%" : ""}${start}%`} AND locale = ANY(${locales})
    ORDER BY 2 DESC, length(word), word, locale LIMIT ${limit}`;
}
