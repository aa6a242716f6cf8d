import {
  MESSAGE_STATUSES,
  type MessageStatus,
  STAFF_MESSAGES_PER_PAGE,
  statusAfterReading,
} from "#domain/contact.ts";
import { DomainError } from "#domain/errors.ts";
import { assertSameAction, recordAction } from "../audit/audit.service.ts";
import type { ReplyBody, StaffMessage, StaffMessagesQuery } from "../contract/staff/contact.ts";
import { inTransaction, type Sql } from "../db/client.ts";
import type { ApiDeps, SessionUser } from "../http/context.ts";
import { toParagraphs } from "../mails/mail-layout.ts";
import { queueMail } from "../mails/mails.service.ts";
import { assertSameOperation } from "../operations.ts";
import { requireSettings } from "../site/site.queries.ts";
import { loadText } from "../site/texts.service.ts";
import { readStaffPage, toCounts } from "../staff/lists/staff-list.ts";
import {
  countMessages,
  getReplyOfOperation,
  insertReply,
  listMessageRows,
  listReplies,
  lockMessage,
  type MessageRow,
  type ReplyRow,
  setMessageStatus,
} from "./staff-contact.queries.ts";

export const REPLY_MAIL = "mail.contact_reply";
const EXCERPT_LENGTH = 140;

/** Lists a page of messages, with the number per status that match the search. */
export async function listStaffMessages(deps: ApiDeps, query: StaffMessagesQuery) {
  const { status, q: search = "" } = query;
  const page = readStaffPage(query, STAFF_MESSAGES_PER_PAGE);
  const [rows, found] = await Promise.all([
    listMessageRows(deps.database, { status: status ?? null, search }, page),
    countMessages(deps.database, search),
  ]);
  const counts = toCounts(MESSAGE_STATUSES, found);
  const total = found.reduce((sum, { count }) => sum + count, 0);
  return {
    payload: rows.map(toRow),
    meta: page.toMeta(status ? (counts[status] ?? 0) : total),
    counts,
  };
}

/**
 * Returns a message with its replies. Opening a new message marks it as read; the view is logged,
 * because messages are private. Throws message_not_found.
 */
export async function openStaffMessage(
  deps: ApiDeps,
  staff: SessionUser,
  id: number,
): Promise<StaffMessage> {
  return inTransaction(deps.database, async (sql) => {
    const row = await requireMessage(sql, id);
    const status = statusAfterReading(row.status);
    if (status !== row.status) await setMessageStatus(sql, id, status);
    await record(sql, staff, { action: "message.view", id });
    return toMessage({ ...row, status }, await listReplies(sql, id));
  });
}

/**
 * Replies to a message by mail, in the sender's language and under the message's reference;
 * idempotent by operation id. Throws message_not_found, operation_conflict for the id of a
 * different reply, and message_changed when a colleague has replied since it was read.
 */
export async function replyToMessage(
  deps: ApiDeps,
  staff: SessionUser,
  id: number,
  body: ReplyBody,
): Promise<void> {
  await inTransaction(deps.database, async (sql) => {
    const row = await requireMessage(sql, id);
    const replies = await listReplies(sql, id);
    const after = body.is_closing ? "closed" : "replied";
    const logged = { action: "message.reply", operationId: `message.reply ${body.operation_id}` };
    const isNew = await insertReply(sql, {
      messageId: id,
      operationId: body.operation_id,
      body: body.message,
      authorId: staff.id,
      now: deps.now(),
    });
    if (!isNew) {
      const known = await getReplyOfOperation(sql, body.operation_id);
      assertSameOperation(known, { body: body.message });
      const sent = { actorId: staff.id, subject: { kind: "message", id } };
      return assertSameAction(sql, { ...logged, ...sent, content: { status: after } });
    }
    if (body.replies !== undefined && body.replies !== replies.length) {
      throw new DomainError("message_changed");
    }
    await setMessageStatus(sql, id, after);
    await queueReply(deps, sql, row, body.message);
    await record(sql, staff, { ...logged, id, before: row.status, after });
  });
}

/** Changes the message's status. Throws message_not_found. */
export async function changeMessageStatus(
  deps: ApiDeps,
  staff: SessionUser,
  id: number,
  status: MessageStatus,
): Promise<void> {
  await inTransaction(deps.database, async (sql) => {
    const row = await requireMessage(sql, id);
    if (row.status === status) return;
    await setMessageStatus(sql, id, status);
    await record(sql, staff, {
      action: "message.set_status",
      id,
      before: row.status,
      after: status,
    });
  });
}

async function requireMessage(sql: Sql, id: number): Promise<MessageRow> {
  const row = await lockMessage(sql, id);
  if (!row) throw new DomainError("message_not_found");
  return row;
}

/**
 * Logs a step, without anything about the sender, because the log is kept longer than messages are.
 */
function record(
  sql: Sql,
  staff: SessionUser,
  step: {
    action: string;
    id: number;
    before?: MessageStatus;
    after?: MessageStatus;
    operationId?: string;
  },
): Promise<void> {
  const { action, id, before, after, operationId } = step;
  return recordAction(sql, {
    actorId: staff.id,
    action,
    subject: { kind: "message", id },
    before: before && { status: before },
    after: after && { status: after },
    operationId,
  });
}

/**
 * Mails a reply, with the original message quoted below it. Replies to the mail go to the support
 * address.
 */
export async function queueReply(
  deps: ApiDeps,
  sql: Sql,
  { locale, reference, details, message }: MessageRow,
  reply: string,
): Promise<void> {
  const { companyName, supportEmail } = await requireSettings(sql);
  const text = await loadText(sql, locale);
  const values = { company: companyName, reference: reference ?? "" };
  await queueMail(deps, sql, {
    to: details.email ?? "",
    replyTo: supportEmail ?? undefined,
    isPersonal: true,
    subject: text(`${REPLY_MAIL}.subject`, values).trim(),
    content: {
      locale,
      sender: companyName,
      heading: text(`${REPLY_MAIL}.heading`, values),
      paragraphs: toParagraphs(reply),
      quote: message,
      closing: [text(`${REPLY_MAIL}.why`, values)],
    },
  });
}

function toRow(row: MessageRow) {
  const { details } = row;
  return {
    id: row.id,
    reference: row.reference,
    status: row.status,
    name: [details.first_name, details.last_name].filter(Boolean).join(" "),
    email: details.email ?? "",
    excerpt: row.message.slice(0, EXCERPT_LENGTH),
    locale: row.locale,
    created_at: row.createdAt.toISOString(),
  };
}

const SHOWN_ABOVE = ["first_name", "last_name", "email", "currency"];

function toMessage(row: MessageRow, replies: readonly ReplyRow[]): StaffMessage {
  return {
    ...toRow(row),
    message: row.message,
    details: Object.entries(row.details)
      .filter(([name]) => !SHOWN_ABOVE.includes(name))
      .map(([name, value]) => ({ name, value })),
    is_member: row.userId !== null,
    replies: replies.map(({ body, author, createdAt }) => ({
      body,
      author,
      created_at: createdAt.toISOString(),
    })),
  };
}
