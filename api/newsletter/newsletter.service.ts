import { randomBytes } from "node:crypto";
import { normalizeEmail } from "#domain/accounts.ts";
import { fieldError } from "#domain/errors.ts";
import { NEWSLETTER_CONFIRM_SECONDS, NEWSLETTER_MAIL_EVERY_SECONDS } from "#domain/newsletter.ts";
import type { SubscribeBody } from "../contract/newsletter.ts";
import { inTransaction, type Sql } from "../db/client.ts";
import type { ApiDeps } from "../http/context.ts";
import { queueMail } from "../mails/mails.service.ts";
import type { Erasure } from "../noun.ts";
import { requireSettings } from "../site/site.queries.ts";
import { loadText } from "../site/texts.service.ts";
import { deleteMailsOfReader, deleteSubscriptionMails } from "./issues.queries.ts";
import {
  confirmSubscriber,
  deleteSubscriber,
  lockSubscriber,
  recordSubscription,
} from "./newsletter.queries.ts";

const TOKEN_BYTES = 32;
/** A token: `TOKEN_BYTES` as base64url. */
const TOKEN = /^[\w-]{43}$/;

export const NEWSLETTER_MAILS = ["confirm", "again"] as const;

/**
 * Registers an address (spec §7 newsletter/subscribe): only sends a mail that asks for
 * confirmation, or says that the address is already subscribed. The caller learns nothing about the
 * address.
 */
export async function subscribe(deps: ApiDeps, body: SubscribeBody, locale: string): Promise<void> {
  const now = deps.now();
  const email = normalizeEmail(body.email);
  await inTransaction(deps.database, async (sql) => {
    const subscriber = await recordSubscription(sql, {
      email,
      token: randomBytes(TOKEN_BYTES).toString("base64url"),
      locale,
      now,
      quietSince: before(now, NEWSLETTER_MAIL_EVERY_SECONDS),
    });
    if (!subscriber) return;
    const kind = subscriber.isConfirmed ? "again" : "confirm";
    await queueNewsletterMail(deps, sql, { email, token: subscriber.token, locale, kind });
  });
}

/** Confirms a subscription. Throws validation_failed for a token that is unknown or expired. */
export async function confirmSubscription(deps: ApiDeps, token: string): Promise<void> {
  const now = deps.now();
  const mailedSince = before(now, NEWSLETTER_CONFIRM_SECONDS);
  const isKnown = await confirmSubscriber(deps.database, { token, now, mailedSince });
  if (!isKnown) {
    throw fieldError("token", "newsletter_link_invalid");
  }
}

/**
 * Deletes the subscriber and the mails that are waiting for them. A used token is not an error.
 * Throws validation_failed for a truncated token, because its subscriber would stay subscribed
 * unnoticed.
 */
export async function unsubscribe(deps: ApiDeps, token: string): Promise<void> {
  if (!TOKEN.test(token)) throw fieldError("token", "unsubscribe_link_invalid");
  await inTransaction(deps.database, (sql) => removeSubscriber(sql, { token }));
}

/**
 * Deletes a subscriber, if there is one, with the newsletter mails waiting in the outbox for them.
 */
async function removeSubscriber(
  sql: Sql,
  by: { token: string } | { email: string },
): Promise<void> {
  const id = await lockSubscriber(sql, by);
  if (id === null) return;
  await deleteMailsOfReader(sql, id);
  await deleteSubscriptionMails(sql, id);
  await deleteSubscriber(sql, id);
}

/**
 * Ends the subscription of a deleted account's address if it was confirmed. Anybody can register
 * with an unconfirmed one, which may be another person's.
 */
export async function removeOwnSubscription({ sql, user }: Erasure): Promise<void> {
  if (user.isEmailVerified) await removeSubscriber(sql, { email: user.email });
}

/** Returns the headers of every newsletter mail (RFC 2369, RFC 8058): one-click unsubscribe. */
export function unsubscribeHeaders(appUrl: string, token: string): Record<string, string> {
  const url = `${appUrl}/api/newsletter/unsubscribe?token=${token}`;
  return {
    "List-Unsubscribe": `<${url}>`,
    "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
  };
}

/** Queues the mail that asks for confirmation, or says that the address is already subscribed. */
export async function queueNewsletterMail(
  deps: ApiDeps,
  sql: Sql,
  mail: { email: string; token: string; locale: string; kind: (typeof NEWSLETTER_MAILS)[number] },
): Promise<void> {
  const { email, token, locale, kind } = mail;
  const { appUrl } = deps.config;
  const { companyName } = await requireSettings(sql);
  const text = await loadText(sql, locale);
  const values = { company: companyName };
  const linkTo = (page: string) => `${appUrl}/${locale}/newsletter/${page}?token=${token}`;
  await queueMail(deps, sql, {
    to: email,
    subject: text(`mail.newsletter.${kind}.subject`, values),
    headers: unsubscribeHeaders(appUrl, token),
    content: {
      locale,
      sender: companyName,
      heading: text(`mail.newsletter.${kind}.heading`, values),
      paragraphs: [text(`mail.newsletter.${kind}.text`, values)],
      ...(kind === "confirm"
        ? { action: { label: text("mail.newsletter.confirm.action"), url: linkTo("confirm") } }
        : {}),
      closing: [text(`mail.newsletter.${kind}.why`, values)],
      footerLink: { label: text("mail.newsletter.unsubscribe"), url: linkTo("unsubscribe") },
    },
  });
}

function before(time: Date, seconds: number): Date {
  return new Date(time.getTime() - seconds * 1000);
}
