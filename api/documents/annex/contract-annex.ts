import { createHash } from "node:crypto";
import { DEFAULT_LOCALE } from "#domain/locales.ts";
import type { Sql } from "../../db/client.ts";
import { insertCompanyData } from "../../pages/pages.service.ts";
import { requireSettings } from "../../site/site.queries.ts";
import { hasAnnex, insertAnnex, listContractPages } from "./annex.queries.ts";
import { toTextBlocks } from "./text-blocks.ts";

/** The texts that an order's confirmation contains in full. */
export type ContractAnnex = { hash: string; titles: string[] };

/**
 * Stores the current terms, licence and withdrawal instructions for the confirmation of an order
 * (Directive 2011/83/EU Art. 8(7)), in the caller's transaction. A text is stored once for all
 * orders. Returns null if the shop has none of these pages.
 */
export async function keepContractAnnex(
  sql: Sql,
  { locale, now }: { locale: string; now: Date },
): Promise<ContractAnnex | null> {
  const settings = await requireSettings(sql);
  const rows = await listContractPages(sql, locale, DEFAULT_LOCALE);
  if (rows.length === 0) return null;
  const pages = rows.map(({ title, content }) => ({
    title,
    content: insertCompanyData(content, settings),
  }));
  const titles = pages.map(({ title }) => title);
  const hash = createHash("sha256")
    .update(JSON.stringify([locale, pages]))
    .digest("hex");
  if (!(await hasAnnex(sql, hash))) {
    const sections = pages.map(({ title, content }) => ({ title, blocks: toTextBlocks(content) }));
    await insertAnnex(sql, { hash, locale, sections, now });
  }
  return { hash, titles };
}
