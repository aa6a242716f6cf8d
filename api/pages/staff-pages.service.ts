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

/** Every static page, and the languages that have a text of it. */
export function listStaffPages(deps: ApiDeps, locale: string): Promise<StaffPageRow[]> {
  return listStaffPageRows(deps.database, locale, DEFAULT_LOCALE);
}

/** A page in one language as it is written, with its versions. Throws page_not_found. */
export async function readStaffPage(deps: ApiDeps, place: Place): Promise<StaffPage> {
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

/** What a page said at an earlier time. Throws page_not_found. */
export async function readPageVersion(
  deps: ApiDeps,
  version: Place & { id: number },
): Promise<PageText> {
  const row = await getVersion(deps.database, version);
  if (!row) throw new DomainError("page_not_found");
  return row;
}

/** The content as guests get it: the company's data in its places. What is unsafe, the page removes. */
export async function previewPage(deps: ApiDeps, content: string): Promise<string> {
  return insertCompanyData(content, await requireSettings(deps.database));
}

/**
 * Saves the shop's own text of a page, which releases leave alone; what it said before is kept as a
 * version. Throws page_not_found, page_changed (409) when it was saved since `version` was read.
 */
export async function savePage(
  deps: ApiDeps,
  staff: SessionUser,
  place: Place,
  { version, ...text }: SavePageBody,
): Promise<void> {
  await change(deps, staff, { ...place, version, action: "page.update" }, { ...text, isOwn: true });
}

/**
 * Puts the text back that the shop came with; releases bring it up to date again. Throws
 * page_not_found, also where the shop came without one, and page_changed (409).
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

/** Adds a page, which nobody sees before it has a text. Throws validation_failed: a taken address. */
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

/** A text that came with a release, or by SQL, becomes a version before it is replaced. */
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
