import { ADVISORY_LOCKS } from "../db/advisory-locks.ts";
import type { Sql } from "../db/client.ts";

export type PageKind = "terms" | "privacy" | "cookie";
export type PageRow = {
  id: number;
  slug: string;
  title: string;
  /** Of the title; null for the requested locale. */
  locale: string | null;
  kind: PageKind | null;
  /** The locales it has texts in. */
  locales: string[];
};
/** A page with its text in `locale`. */
export type PageTextRow = PageRow & { content: string; locale: string };

/** The locales that the page `p` has texts in. */
const textLocales = (sql: Sql) => sql`
  ARRAY(SELECT locale FROM static_page_texts WHERE page_id = p.id ORDER BY locale)`;

/** All pages with their titles in the locale, else the fallback. */
export async function listPageRows(sql: Sql, locale: string, fallback: string): Promise<PageRow[]> {
  return sql<PageRow[]>`
    SELECT p.id, p.slug, p.kind, coalesce(requested.title, other.title) AS title,
      CASE WHEN requested.title IS NULL THEN other.locale END AS locale, ${textLocales(sql)} AS locales
    FROM static_pages p
    LEFT JOIN static_page_texts requested ON requested.page_id = p.id AND requested.locale = ${locale}
    LEFT JOIN static_page_texts other ON other.page_id = p.id AND other.locale = ${fallback}
    WHERE coalesce(requested.title, other.title) IS NOT NULL
    ORDER BY p.position, p.id`;
}

/** One page in the locale, else the fallback; null if it has neither. */
export async function getPageRow(
  sql: Sql,
  slug: string,
  locale: string,
  fallback: string,
): Promise<PageTextRow | null> {
  const [row] = await sql<PageTextRow[]>`
    SELECT p.id, p.slug, p.kind, t.title, t.content, t.locale, ${textLocales(sql)} AS locales
    FROM static_pages p JOIN static_page_texts t ON t.page_id = p.id
    WHERE p.slug = ${slug} AND t.locale IN (${locale}, ${fallback})
    ORDER BY t.locale = ${locale} DESC LIMIT 1`;
  return row ?? null;
}

/** Creates the page unless it exists; position and kind stay as staff set them. */
export async function ensurePage(
  sql: Sql,
  page: { slug: string; position: number; kind: PageKind | null },
): Promise<void> {
  await sql`
    INSERT INTO static_pages (slug, position, kind)
    VALUES (${page.slug}, ${page.position}, ${page.kind}) ON CONFLICT (slug) DO NOTHING`;
}

/** Updates a text unless the operator has customized it; true when it changed. */
export async function putPageText(
  sql: Sql,
  text: { slug: string; locale: string; title: string; content: string },
): Promise<boolean> {
  const result = await sql`
    INSERT INTO static_page_texts AS t (page_id, locale, title, content)
    SELECT id, ${text.locale}, ${text.title}, ${text.content}
    FROM static_pages WHERE slug = ${text.slug}
    ON CONFLICT (page_id, locale) DO UPDATE
      SET title = EXCLUDED.title, content = EXCLUDED.content
      WHERE NOT t.is_own AND (t.title, t.content) <> (EXCLUDED.title, EXCLUDED.content)`;
  return result.count > 0;
}

/** Serializes processes that start at the same time, until the transaction ends. */
export async function lockPages(sql: Sql): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${ADVISORY_LOCKS.staticPages})`;
}
