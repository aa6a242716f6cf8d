import type { DocumentSection } from "../../contract/documents.ts";
import type { Sql } from "../../db/client.ts";

export type ContractPage = { slug: string; title: string; content: string };

/**
 * Lists the pages that are part of every order's contract, in this order: terms of use, licence,
 * withdrawal instructions; each in the locale or the fallback. Omits pages that the shop has
 * removed.
 */
export async function listContractPages(
  sql: Sql,
  locale: string,
  fallback: string,
): Promise<ContractPage[]> {
  return sql<ContractPage[]>`
    SELECT p.slug, t.title, t.content
    FROM static_pages p CROSS JOIN LATERAL (
      SELECT title, content FROM static_page_texts
      WHERE page_id = p.id AND locale IN (${locale}, ${fallback})
      ORDER BY locale = ${locale} DESC LIMIT 1) t
    WHERE p.kind = 'terms' OR p.slug IN ('licence', 'refunds')
    ORDER BY p.kind = 'terms' DESC NULLS LAST, p.slug`;
}

/** Returns true when the text with this hash is stored. */
export async function hasAnnex(sql: Sql, hash: string): Promise<boolean> {
  const rows = await sql`SELECT 1 FROM document_annexes WHERE hash = ${hash}`;
  return rows.length > 0;
}

/** Stores a text; does nothing when another order has already stored it. */
export async function insertAnnex(
  sql: Sql,
  annex: { hash: string; locale: string; sections: DocumentSection[]; now: Date },
): Promise<void> {
  await sql`
    INSERT INTO document_annexes (hash, locale, sections, created_at)
    VALUES (${annex.hash}, ${annex.locale}, ${sql.json(annex.sections)}, ${annex.now})
    ON CONFLICT (hash) DO NOTHING`;
}
