import { DomainError, fieldError } from "#domain/errors.ts";
import { DEFAULT_LOCALE } from "#domain/locales.ts";
import { recordAction } from "../audit/audit.service.ts";
import type {
  CreatePageBody,
  SavePageBody,
  StaffPage,
  StaffPageRow,
} from "../contract/staff/pages.ts";
import { inTransaction, type Sql } from "../db/client.ts";
import type { ApiDeps, SessionUser } from "../http/context.ts";
import { requireSettings } from "../site/site.queries.ts";
import { isNestedTooDeep } from "./page-depth.ts";
import { PAGE_FILES } from "./page-files.ts";
import { insertCompanyData } from "./pages.service.ts";
import {
  findPageId,
  getLastVersion,
  getPageText,
  getVersion,
  insertPage,
  insertVersion,
  listStaffPageRows,
  listVersions,
  lockPage,
  type PageTextRow,
  putStaffPageText,
} from "./staff-pages.queries.ts";

const VERSIONS_SHOWN = 50;

type Place = { slug: string; locale: string };
type PageText = { title: string; content: string };

/** All static pages, and the languages in which each exists. */
export function listStaffPages(deps: ApiDeps, locale: string): Promise<StaffPageRow[]> {
  return listStaffPageRows(deps.database, locale, DEFAULT_LOCALE);
}

/**
 * A page's source in one language, with its versions. Throws page_not_found, locale_not_found for a
 * language that the shop does not have.
 */
export async function readPageForStaff(deps: ApiDeps, place: Place): Promise<StaffPage> {
  assertOffered(deps, place);
  const pageId = requirePage(await findPageId(deps.database, place.slug));
  const text = await getPageText(deps.database, pageId, place.locale);
  const { locale } = place;
  const versions = await listVersions(deps.database, pageId, { locale, limit: VERSIONS_SHOWN });
  return {
    ...place,
    version: text?.version ?? 0,
    title: text?.title ?? "",
    content: text?.content ?? "",
    is_own: text?.isOwn ?? false,
    is_shipped: findShipped(place) !== null,
    versions: versions.map(({ id, title, author, createdAt }) => ({
      id,
      title,
      author,
      created_at: createdAt.toISOString(),
    })),
  };
}

/** An earlier version of a page. Throws page_not_found. */
export async function readPageVersion(
  deps: ApiDeps,
  version: Place & { id: number },
): Promise<PageText> {
  const row = await getVersion(deps.database, version);
  if (!row) throw new DomainError("page_not_found");
  return row;
}

/**
 * The content as guests see it, with placeholders replaced. Unsafe markup is removed when the page
 * is rendered.
 */
export async function previewPage(deps: ApiDeps, content: string): Promise<string> {
  return insertCompanyData(content, await requireSettings(deps.database));
}

/**
 * Saves a customized text of a page, which releases leave alone; the previous text is kept as a
 * version. Throws page_not_found, locale_not_found, page_changed (409) when it has been saved since
 * `version` was read, validation_failed on `content` that is nested too deeply.
 */
export async function savePage(
  deps: ApiDeps,
  staff: SessionUser,
  place: Place,
  { version, ...text }: SavePageBody,
): Promise<void> {
  if (isNestedTooDeep(text.content)) throw fieldError("content", "body_too_deep");
  await change(deps, staff, { ...place, version, action: "page.update" }, { ...text, isOwn: true });
}

/**
 * Restores the shipped text, which later releases update again. Throws page_not_found (also if the
 * page was not shipped), locale_not_found, page_changed (409).
 */
export async function resetPage(
  deps: ApiDeps,
  staff: SessionUser,
  place: Place,
  version: number,
): Promise<void> {
  const shipped = findShipped(place);
  if (!shipped) throw new DomainError("page_not_found");
  await change(
    deps,
    staff,
    { ...place, version, action: "page.reset" },
    { ...shipped, isOwn: false },
  );
}

/**
 * Adds a page, which stays hidden until it has a text. Throws validation_failed for a taken slug.
 */
export async function createPage(
  deps: ApiDeps,
  staff: SessionUser,
  { slug }: CreatePageBody,
): Promise<void> {
  await inTransaction(deps.database, async (sql) => {
    if (!(await insertPage(sql, slug))) throw fieldError("slug", "page_slug_taken");
    const subject = { kind: "page", id: slug };
    await recordAction(sql, { actorId: staff.id, action: "page.create", subject });
  });
}

async function change(
  deps: ApiDeps,
  staff: SessionUser,
  { slug, locale, version, action }: Place & { version: number; action: string },
  after: PageText & { isOwn: boolean },
): Promise<void> {
  assertOffered(deps, { slug, locale });
  await inTransaction(deps.database, async (sql) => {
    const pageId = requirePage(await lockPage(sql, slug));
    const before = await getPageText(sql, pageId, locale);
    if ((before?.version ?? 0) !== version) throw new DomainError("page_changed");
    const now = deps.now();
    const at = { pageId, locale, now };
    if (before) await keepUnversioned(sql, at, before);
    const { title, content, isOwn } = after;
    await putStaffPageText(sql, { pageId, locale, title, content, isOwn });
    await insertVersion(sql, { ...at, title, content, authorId: staff.id });
    await recordAction(sql, {
      actorId: staff.id,
      action,
      subject: { kind: "page", id: `${locale}/${slug}` },
      before: before && { title: before.title, length: before.content.length },
      after: { title, length: content.length },
    });
  });
}

/** Keeps a text shipped with a release or set by SQL as a version before it is replaced. */
async function keepUnversioned(
  sql: Sql,
  at: { pageId: number; locale: string; now: Date },
  before: PageTextRow,
): Promise<void> {
  const last = await getLastVersion(sql, at.pageId, at.locale);
  if (last?.title === before.title && last.content === before.content) return;
  const { title, content } = before;
  await insertVersion(sql, { ...at, title, content, authorId: null });
}

function findShipped({ slug, locale }: Place): PageText | null {
  const file = PAGE_FILES.find((one) => one.slug === slug && one.locale === locale);
  return file ? { title: file.title, content: file.content } : null;
}

function assertOffered(deps: ApiDeps, { locale }: Place): void {
  if (!deps.config.locales.includes(locale)) throw new DomainError("locale_not_found");
}

function requirePage(pageId: number | null): number {
  if (pageId === null) throw new DomainError("page_not_found");
  return pageId;
}
