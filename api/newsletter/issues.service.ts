import { DomainError } from "#domain/errors.ts";
import { ISSUES_PER_PAGE, pickIssueText } from "#domain/newsletter.ts";
import { assertSameAction, recordAction } from "../audit/audit.service.ts";
import type {
  CreateIssueBody,
  Issue,
  SendIssueBody,
  UpdateIssueBody,
} from "../contract/staff/newsletter.ts";
import { inTransaction, type Sql } from "../db/client.ts";
import type { ApiDeps, SessionUser } from "../http/context.ts";
import { toMailHtml, toMailText } from "../mails/mail-layout.ts";
import { queueMail, withCompany } from "../mails/mails.service.ts";
import { requireSettings } from "../site/site.queries.ts";
import { loadText } from "../site/texts.service.ts";
import { readStaffPage } from "../staff/lists/staff-list.ts";
import { toIssueContent } from "./issue-mail.ts";
import {
  countReaders,
  getIssue,
  type IssueRow,
  insertDeliveries,
  insertIssue,
  listIssueRows,
  lockIssue,
  updateTexts,
} from "./issues.queries.ts";

/** Lists a page of issues, newest first. */
export async function listIssues(deps: ApiDeps, query: { page?: number }) {
  const { toMeta, ...page } = readStaffPage(query, ISSUES_PER_PAGE);
  const { rows, total } = await listIssueRows(deps.database, page);
  const readers = await countReaders(deps.database);
  return { payload: rows.map((row) => toIssue(row, readers)), meta: toMeta(total) };
}

/** Returns one issue. Throws not_found. */
export async function readIssue(sql: Sql, id: number): Promise<Issue> {
  return toIssue(await requireIssue(sql, id), await countReaders(sql));
}

/**
 * Creates an issue; idempotent by operation. Throws operation_conflict for the id of a different
 * issue.
 */
export async function createIssue(
  deps: ApiDeps,
  staff: SessionUser,
  { operation_id: operationId, texts }: CreateIssueBody,
): Promise<Issue> {
  return inTransaction(deps.database, async (sql) => {
    const id = await insertIssue(sql, { operationId, texts, authorId: staff.id, now: deps.now() });
    const subject = { kind: "newsletter", id };
    const action = { actorId: staff.id, action: "newsletter.create", subject, operationId };
    await recordAction(sql, { ...action, after: { texts } });
    // The issue may have been edited since; the log has the texts it was created with.
    await assertSameAction(sql, { ...action, content: { texts } });
    return readIssue(sql, id);
  });
}

/**
 * Saves an issue's texts. Throws not_found, newsletter_sent, and newsletter_changed when it has
 * been saved since it was read.
 */
export async function updateIssue(
  deps: ApiDeps,
  staff: SessionUser,
  id: number,
  { version, texts }: UpdateIssueBody,
): Promise<Issue> {
  return inTransaction(deps.database, async (sql) => {
    const before = await lockDraft(sql, id, version);
    await updateTexts(sql, id, texts);
    await recordAction(sql, {
      actorId: staff.id,
      action: "newsletter.update",
      subject: { kind: "newsletter", id },
      before: { texts: before.texts },
      after: { texts },
    });
    return readIssue(sql, id);
  });
}

/** Returns the mail of an issue as a reader of this language gets it. Throws not_found. */
export async function previewIssue(deps: ApiDeps, id: number, locale: string) {
  const { subject, content: written } = await renderFor(deps, deps.database, id, locale);
  const content = await withCompany(deps.database, written);
  return { subject, html: toMailHtml(content), text: toMailText(content) };
}

/** Mails an issue only to the person who requests it. Throws not_found. */
export async function sendTestMail(
  deps: ApiDeps,
  staff: SessionUser,
  id: number,
  locale: string,
): Promise<void> {
  await inTransaction(deps.database, async (sql) => {
    await queueMail(deps, sql, { to: staff.email, ...(await renderFor(deps, sql, id, locale)) });
  });
}

async function renderFor(deps: ApiDeps, sql: Sql, id: number, locale: string) {
  const { texts } = await requireIssue(sql, id);
  const picked = pickIssueText(texts, locale);
  if (!picked) throw new Error(`issue ${id} has no text`);
  const { companyName } = await requireSettings(sql);
  const { appUrl } = deps.config;
  return {
    subject: picked.text.subject,
    content: toIssueContent(await loadText(sql, picked.locale), picked, {
      companyName,
      appUrl,
      token: null,
    }),
  };
}

/**
 * Sends an issue to all confirmed subscribers, only once: creates their deliveries in this
 * transaction, which the job turns into mails. Throws not_found, newsletter_sent, and
 * newsletter_changed if the texts or the number of recipients differ from those shown.
 */
export async function sendIssue(
  deps: ApiDeps,
  staff: SessionUser,
  id: number,
  { version, expected }: SendIssueBody,
): Promise<Issue> {
  return inTransaction(deps.database, async (sql) => {
    await lockDraft(sql, id, version);
    const count = await insertDeliveries(sql, { id, sentBy: staff.id, now: deps.now() });
    if (count !== expected) throw new DomainError("newsletter_changed");
    await recordAction(sql, {
      actorId: staff.id,
      action: "newsletter.send",
      subject: { kind: "newsletter", id },
      after: { readers: count },
    });
    return readIssue(sql, id);
  });
}

async function lockDraft(sql: Sql, id: number, version: number): Promise<IssueRow> {
  await lockIssue(sql, id);
  const row = await requireIssue(sql, id);
  if (row.sentAt !== null) throw new DomainError("newsletter_sent");
  if (row.version !== version) throw new DomainError("newsletter_changed");
  return row;
}

async function requireIssue(sql: Sql, id: number): Promise<IssueRow> {
  const row = await getIssue(sql, id);
  if (!row) throw new DomainError("not_found");
  return row;
}

function toIssue(row: IssueRow, readers: number): Issue {
  const { waiting = 0, queued = 0, sent = 0, failed = 0, left = 0 } = row.counts;
  return {
    id: row.id,
    texts: row.texts,
    version: row.version,
    created_at: row.createdAt.toISOString(),
    author: row.author,
    sent_at: row.sentAt?.toISOString() ?? null,
    sent_by: row.sentBy,
    // Mails in the outbox count as waiting.
    counts: { waiting: waiting + queued, sent, failed, left },
    readers,
  };
}
