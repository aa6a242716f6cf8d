import { DomainError } from "#domain/errors.ts";
import { escapeHtml } from "#domain/escape-html.ts";
import { interpolate } from "#domain/interpolate.ts";
import { DEFAULT_LOCALE } from "#domain/locales.ts";
import type { StaticPage, StaticPageWithContent } from "../contract/pages.ts";
import { inTransaction } from "../db/client.ts";
import type { ApiDeps } from "../http/context.ts";
import { requireSettings, type SettingsRow } from "../site/site.queries.ts";
import { PAGE_FILES, PAGE_KINDS, PAGE_ORDER, type PageFile } from "./page-files.ts";
import {
  ensurePage,
  getPageRow,
  listPageRows,
  lockPages,
  type PageRow,
  putPageText,
} from "./pages.queries.ts";

/** The static pages in footer order, titles in the locale or in English (spec §7). */
export async function listStaticPages(deps: ApiDeps, locale: string): Promise<StaticPage[]> {
  const rows = await listPageRows(deps.database, locale, DEFAULT_LOCALE);
  return rows.map(toStaticPage);
}

/** One page with its content. Throws page_not_found if the slug has no page. */
export async function requireStaticPage(
  deps: ApiDeps,
  slug: string,
  locale: string,
): Promise<StaticPageWithContent> {
  const row = await getPageRow(deps.database, slug, locale, DEFAULT_LOCALE);
  if (!row) throw new DomainError("page_not_found");
  const settings = await requireSettings(deps.database);
  return {
    ...toStaticPage(row),
    content: insertCompanyData(row.content, settings),
    // Undefined if there is an English text, which all other locales fall back to.
    locales: row.locales.includes(DEFAULT_LOCALE) ? undefined : row.locales,
  };
}

/**
 * Replaces placeholders such as `{{company_name}}` with the company's data, escaped as text.
 * Missing settings become empty; an unknown placeholder stays, so that typos are noticed.
 */
export function insertCompanyData(content: string, settings: SettingsRow): string {
  const values = {
    company_name: settings.companyName,
    company_reg_number: settings.companyRegNumber,
    company_address: settings.companyAddress,
    company_phone: settings.companyPhone,
    support_email: settings.supportEmail,
  };
  const escaped = Object.entries(values).map(([name, value]) => [name, escapeHtml(value ?? "")]);
  return interpolate(content, Object.fromEntries(escaped));
}

/**
 * Updates the pages from this release's files on each start. Customized texts and pages without a
 * file stay. Returns the number of changed texts.
 */
export async function loadStaticPages(
  deps: Pick<ApiDeps, "database">,
  files: readonly PageFile[] = PAGE_FILES,
): Promise<number> {
  return inTransaction(deps.database, async (sql) => {
    await lockPages(sql);
    let changed = 0;
    for (const file of files) {
      const place = PAGE_ORDER.indexOf(file.slug);
      await ensurePage(sql, {
        slug: file.slug,
        position: place === -1 ? PAGE_ORDER.length : place,
        kind: PAGE_KINDS[file.slug] ?? null,
      });
      if (await putPageText(sql, file)) changed += 1;
    }
    return changed;
  });
}

function toStaticPage(row: PageRow): StaticPage {
  return {
    id: row.id,
    slug: row.slug,
    title: row.title,
    is_terms: row.kind === "terms" ? 1 : 0,
    is_privacy: row.kind === "privacy" ? 1 : 0,
    is_cookie: row.kind === "cookie" ? 1 : 0,
    locale: row.locale ?? undefined,
    text_locales: row.locales,
  };
}
