import type { Sql } from "../db/client.ts";

export type StaffPageRow = {
  slug: string;
  title: string;
  texts: { locale: string; is_own: boolean }[];
};
export type PageTextRow = { title: string; content: string; version: number; isOwn: boolean };
export type VersionRow = { id: number; title: string; author: string | null; createdAt: Date };

/** All pages in footer order, with their title in the reader's language, else the fallback. */
export async function listStaffPageRows(
  sql: Sql,
  locale: string,
  fallback: string,
): Promise<StaffPageRow[]> {
  return sql<StaffPageRow[]>`
    SELECT p.slug, coalesce(max(t.title) FILTER (WHERE t.locale = ${locale}),
        max(t.title) FILTER (WHERE t.locale = ${fallback}), p.slug) AS title,
      coalesce(jsonb_agg(jsonb_build_object('locale', t.locale, 'is_own', t.is_own)
        ORDER BY t.locale) FILTER (WHERE t.locale IS NOT NULL), '[]') AS texts
    FROM static_pages p LEFT JOIN static_page_texts t ON t.page_id = p.id
    GROUP BY p.id ORDER BY p.position, p.id`;
}

export async function findPageId(sql: Sql, slug: string): Promise<number | null> {
  const [row] = await sql<{ id: number }[]>`SELECT id FROM static_pages WHERE slug = ${slug}`;
  return row?.id ?? null;
}

/** Returns a page's id, locked until the transaction ends, which serializes edits of its texts. */
export async function lockPage(sql: Sql, slug: string): Promise<number | null> {
  const [row] = await sql<{ id: number }[]>`
    SELECT id FROM static_pages WHERE slug = ${slug} FOR UPDATE`;
  return row?.id ?? null;
}

export async function getPageText(
  sql: Sql,
  pageId: number,
  locale: string,
): Promise<PageTextRow | null> {
  const [row] = await sql<PageTextRow[]>`
    SELECT title, content, version, is_own AS "isOwn" FROM static_page_texts
    WHERE page_id = ${pageId} AND locale = ${locale}`;
  return row ?? null;
}

/** Versions start at 1; 0 means a language without a text. */
export async function putStaffPageText(
  sql: Sql,
  text: { pageId: number; locale: string; title: string; content: string; isOwn: boolean },
): Promise<void> {
  await sql`
    INSERT INTO static_page_texts (page_id, locale, title, content, is_own, version)
    VALUES (${text.pageId}, ${text.locale}, ${text.title}, ${text.content}, ${text.isOwn}, 1)
    ON CONFLICT (page_id, locale) DO UPDATE
      SET title = EXCLUDED.title, content = EXCLUDED.content, is_own = EXCLUDED.is_own`;
}

/** False when the slug is taken. */
export async function insertPage(sql: Sql, slug: string): Promise<boolean> {
  const result = await sql`
    INSERT INTO static_pages (slug) VALUES (${slug}) ON CONFLICT (slug) DO NOTHING`;
  return result.count > 0;
}

export async function insertVersion(
  sql: Sql,
  version: {
    pageId: number;
    locale: string;
    title: string;
    content: string;
    authorId: number | null;
    now: Date;
  },
): Promise<void> {
  await sql`
    INSERT INTO static_page_versions (page_id, locale, title, content, author_id, created_at)
    VALUES (${version.pageId}, ${version.locale}, ${version.title}, ${version.content},
      ${version.authorId}, ${version.now})`;
}

/** The latest versions, newest first. */
export async function listVersions(
  sql: Sql,
  pageId: number,
  { locale, limit }: { locale: string; limit: number },
): Promise<VersionRow[]> {
  return sql<VersionRow[]>`
    SELECT v.id, v.title, u.email AS author, v.created_at AS "createdAt"
    FROM static_page_versions v LEFT JOIN users u ON u.id = v.author_id
    WHERE v.page_id = ${pageId} AND v.locale = ${locale} ORDER BY v.id DESC LIMIT ${limit}`;
}

/** The version of a text stored last; null if it has none. */
export async function getLastVersion(
  sql: Sql,
  pageId: number,
  locale: string,
): Promise<{ title: string; content: string } | null> {
  const [row] = await sql<{ title: string; content: string }[]>`
    SELECT title, content FROM static_page_versions
    WHERE page_id = ${pageId} AND locale = ${locale} ORDER BY id DESC LIMIT 1`;
  return row ?? null;
}

export async function getVersion(
  sql: Sql,
  version: { slug: string; locale: string; id: number },
): Promise<{ title: string; content: string } | null> {
  const [row] = await sql<{ title: string; content: string }[]>`
    SELECT v.title, v.content FROM static_page_versions v JOIN static_pages p ON p.id = v.page_id
    WHERE v.id = ${version.id} AND v.locale = ${version.locale} AND p.slug = ${version.slug}`;
  return row ?? null;
}
