/**
 * The newsletter: subscribing (spec §2 footer, §5), and issues, written by staff for each language
 * (spec §7 newsletter).
 */

import { DEFAULT_LOCALE } from "./locales.ts";

/** Subscription requests per person or network and minute. */
export const NEWSLETTER_PER_MINUTE_MAX = 10;
/** An address gets at most one subscription mail within this time, regardless of the requester. */
export const NEWSLETTER_MAIL_EVERY_SECONDS = 15 * 60;
/** Lifetime of a confirmation link; afterwards the address is deleted. */
export const NEWSLETTER_CONFIRM_SECONDS = 7 * 24 * 60 * 60;
/** Success and error messages of the newsletter box disappear after this time (spec §4, §9). */
export const NEWSLETTER_MESSAGE_MS = 2_000;

export const ISSUE_SUBJECT_LENGTH_MAX = 150;
export const ISSUE_BODY_LENGTH_MAX = 10_000;
export const ISSUE_BUTTON_LENGTH_MAX = 60;
export const ISSUES_PER_PAGE = 20;
export const SUBSCRIBERS_PER_PAGE = 50;

export const SUBSCRIBER_STATES = ["confirmed", "unconfirmed"] as const;
export type SubscriberState = (typeof SUBSCRIBER_STATES)[number];

/**
 * The mail of an issue to one reader: `waiting` for its turn, `queued` in the outbox, then `sent`
 * or `failed`; `left` if the reader unsubscribed first.
 */
const DELIVERY_STATUSES = ["waiting", "queued", "sent", "failed", "left"] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** The content of an issue in one language; the button is optional. */
export type IssueText = { subject: string; body: string; label?: string; url?: string };

/**
 * The text for a reader of `locale`: in that language, else in English, else the first available;
 * null if the issue has no text.
 */
export function pickIssueText(
  texts: Readonly<Record<string, IssueText>>,
  locale: string,
): { locale: string; text: IssueText } | null {
  const codes = [locale, DEFAULT_LOCALE, ...Object.keys(texts).sort()];
  const code = codes.find((one) => Object.hasOwn(texts, one));
  const text = code === undefined ? undefined : texts[code];
  return code === undefined || text === undefined ? null : { locale: code, text };
}
