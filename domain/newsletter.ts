/** Newsletter issues, written by staff for each language (spec §7 newsletter). */

import { DEFAULT_LOCALE } from "./locales.ts";

export const ISSUE_SUBJECT_LENGTH_MAX = 150;
export const ISSUE_BODY_LENGTH_MAX = 10_000;
export const ISSUE_BUTTON_LENGTH_MAX = 60;
export const ISSUES_PER_PAGE = 20;
export const SUBSCRIBERS_PER_PAGE = 50;

export const SUBSCRIBER_STATES = ["confirmed", "unconfirmed"] as const;
export type SubscriberState = (typeof SUBSCRIBER_STATES)[number];

/**
 * A mail of an issue: `waiting` for its turn, `queued` in the outbox, then `sent` or `failed`;
 * `left` when its reader unsubscribed before.
 */
const DELIVERY_STATUSES = ["waiting", "queued", "sent", "failed", "left"] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** The content of an issue in one language; the button is optional. */
export type IssueText = { subject: string; body: string; label?: string; url?: string };

/**
 * The text for a reader of `locale`: in that language, else in English, else the first available;
 * null for an issue without any.
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
