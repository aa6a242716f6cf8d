import { DAY_MS } from "#domain/dates.ts";
import type { Sql } from "../db/client.ts";
import { renderDocuments } from "../documents/documents.service.ts";
import type { ApiDeps } from "../http/context.ts";
import { MailRejectedError } from "../providers/mail/mail.ts";
import { SEND_TIMEOUT_MS } from "../providers/mail/smtp.ts";
import { requireSettings } from "../site/site.queries.ts";
import { describeCompany, type MailContent, toMailHtml, toMailText } from "./mail-layout.ts";
import {
  claimDueMail,
  deleteMail,
  insertMail,
  insertMailRecord,
  type MailRow,
  type MailSubject,
  markUndeliverable,
  postponeMail,
} from "./mails.queries.ts";

/**
 * Longer than any attempt takes, including rendering documents: otherwise another process would
 * send the mail as well. If a process dies while sending, the mail is delayed by this time.
 */
const LEASE_MS = SEND_TIMEOUT_MS + 2 * 60_000;
const PAUSES = { firstMs: 30_000, maxMs: 60 * 60_000 };
/** How long delivery is retried while the mail server is down; after that the mail is of no use. */
const GIVE_UP_AFTER_MS = 4 * DAY_MS;
/**
 * Minimum attempts before a mail is given up, regardless of its age: otherwise a clock that is
 * ahead for a few seconds would give up every waiting mail.
 */
export const GIVE_UP_ATTEMPTS_MIN = 5;
/**
 * Maximum attempts: more than fit into that time, so that only a mail that crashes the sending
 * process every time reaches it.
 */
const ATTEMPTS_MAX = 150;
const ERROR_LENGTH_MAX = 500;
/**
 * Asks mail programs not to respond (RFC 3834), and Exchange with a header of its own. Not "All",
 * which would also suppress the report that a mail could not be delivered.
 */
const NO_RESPONSE = {
  "Auto-Submitted": "auto-generated",
  "X-Auto-Response-Suppress": "OOF, AutoReply",
};
const LINE_BREAKS = /[ \t]*[\r\n\v\f\u2028\u2029]\s*/g;
/** Mails per run, limited so that failures are noticed; the next run continues. */
const MAILS_PER_RUN_MAX = 20;

type Deps = Pick<ApiDeps, "database" | "mail" | "log" | "now" | "config">;

/** The header of a mail that is itself an automatic response (RFC 3834). */
export const AUTO_REPLIED = { "Auto-Submitted": "auto-replied" };

/**
 * Writes a mail to the outbox, in the caller's transaction: it is sent after the commit, and not at
 * all after a rollback. sendDueMails does the sending. Returns the mail's id.
 */
export async function queueMail(
  deps: Pick<ApiDeps, "now">,
  sql: Sql,
  mail: {
    to: string;
    replyTo?: string;
    subject: string;
    /** Added to the headers that ask programs not to respond, or overriding them. */
    headers?: Record<string, string>;
    /** True for a person's own words, to which programs may respond. */
    isPersonal?: boolean;
    /** Financial documents to attach. */
    documentIds?: readonly number[];
    /**
     * The account without which it is of no use: deleting the account drops the mail. Omitted for
     * one that is owed nevertheless (docs/decisions/0013).
     */
    userId?: number | undefined;
    /** The order or deposit it is about, whose history records the mail. */
    about?: MailSubject;
    content: MailContent;
  },
): Promise<number> {
  const now = deps.now();
  const content = await withCompany(sql, mail.content);
  const mailId = await insertMail(sql, {
    recipient: mail.to,
    replyTo: mail.replyTo ?? null,
    // Custom wording may contain line breaks, which a header must not.
    subject: mail.subject.replace(LINE_BREAKS, " ").trim(),
    bodyText: toMailText(content),
    bodyHtml: toMailHtml(content),
    headers: { ...(mail.isPersonal ? {} : NO_RESPONSE), ...mail.headers },
    documentIds: mail.documentIds ?? [],
    userId: mail.userId ?? null,
    now,
  });
  const { about, subject } = mail;
  if (about) await insertMailRecord(sql, { mailId, ...about, subject, now });
  return mailId;
}

/** Returns the content, completed with the company that the mail is from unless it has that. */
export async function withCompany(sql: Sql, content: MailContent): Promise<MailContent> {
  if ("company" in content) return content;
  return { ...content, company: describeCompany(content.locale, await requireSettings(sql)) };
}

/**
 * Sends some of the due mails, oldest first, each at least once. A failed mail's wait doubles with
 * each attempt; the run ends then, because the server is most likely down. Starts no further mail
 * once `stopping` is aborted, because each may need documents rendered.
 */
export async function sendDueMails(deps: Deps, stopping?: AbortSignal): Promise<void> {
  for (let sent = 0; sent < MAILS_PER_RUN_MAX && !stopping?.aborted; sent++) {
    const claim = { now: deps.now(), leaseMs: LEASE_MS, pauses: PAUSES };
    const mail = await claimDueMail(deps.database, claim);
    if (!mail) return;
    // Queued while its account was being deleted, which did not see it.
    if (mail.isObsolete) await deleteMail(deps.database, mail.id, deps.now());
    else if (mail.attempts > ATTEMPTS_MAX)
      await giveUp(deps, mail, "each attempt ended its process");
    else if (!(await sendOne(deps, mail))) return;
  }
}

/** Sends one mail; returns false when the server could not accept it now. */
async function sendOne(deps: Deps, row: MailRow): Promise<boolean> {
  const { database, log } = deps;
  try {
    await deps.mail.send({
      to: row.recipient,
      replyTo: row.replyTo ?? undefined,
      subject: row.subject,
      text: row.bodyText,
      html: row.bodyHtml,
      headers: row.headers,
      attachments: await renderDocuments(database, row.documentIds),
      messageId: `<mail-${row.id}-${row.createdAt.getTime()}@${new URL(deps.config.appUrl).hostname}>`,
    });
    await deleteMail(database, row.id, deps.now());
    return true;
  } catch (cause) {
    const now = deps.now();
    const error = String(cause instanceof Error ? cause.message : cause).slice(0, ERROR_LENGTH_MAX);
    const isRejected = cause instanceof MailRejectedError;
    const isTooOld = now.getTime() - row.queuedAt.getTime() > GIVE_UP_AFTER_MS;
    if (isRejected || (isTooOld && row.attempts >= GIVE_UP_ATTEMPTS_MIN)) {
      await giveUp(deps, row, error);
      return isRejected;
    }
    const dueAt = await postponeMail(database, row.id, { error, now, pauses: PAUSES });
    log.warn({ mailId: row.id, attempts: row.attempts, error, dueAt }, "a mail could not be sent");
    return false;
  }
}

async function giveUp({ database, log, now }: Deps, row: MailRow, error: string): Promise<void> {
  log.error({ mailId: row.id, attempts: row.attempts, error }, "a mail was given up");
  await markUndeliverable(database, row.id, { error, now: now() });
}
