/**
 * Notices of illegal content, and decisions about them (Regulation (EU) 2022/2065 Art. 16, 17, 20).
 */

import { DAY_MS } from "./dates.ts";

/**
 * Why something would be illegal. People who report child abuse need not identify themselves (Art.
 * 16(2)).
 */
export const NOTICE_REASONS = [
  "rights",
  "personality",
  "hate",
  "child_abuse",
  "fraud",
  "other",
] as const;
export type NoticeReason = (typeof NOTICE_REASONS)[number];
export const ANONYMOUS_REASON: NoticeReason = "child_abuse";

/** `reopened`: somebody complained about the decision; the next decision is final. */
export const NOTICE_STATUSES = ["open", "reopened", "decided", "final"] as const;
export type NoticeStatus = (typeof NOTICE_STATUSES)[number];

/** The action taken on the product; `restored` reverses a withdrawal after a complaint. */
export const NOTICE_DECISIONS = ["no_action", "changed", "withdrawn", "restored"] as const;
export type NoticeDecision = (typeof NOTICE_DECISIONS)[number];

/** Parties who may complain about a decision: the notice's sender, and the seller of the design. */
export const NOTICE_PARTIES = ["notifier", "seller"] as const;
export type NoticeParty = (typeof NOTICE_PARTIES)[number];

export const NOTICE_TEXT_LENGTH_MAX = 5_000;
/** Notices and complaints per person or network and day. */
export const NOTICES_PER_DAY_MAX = 20;
/** Receipts per address and day, from all senders together: the form cannot flood a mailbox. */
export const NOTICE_RECEIPTS_PER_DAY_MAX = 5;
export const STAFF_NOTICES_PER_PAGE = 30;

/** The shape of the key in a complaint link. */
export const COMPLAINT_KEY = /^[\w-]{32}$/;
/** The statutory period for complaints is six months (Art. 20(1)). */
export const COMPLAINT_DAYS = 183;
/** How long a notice is kept after its last decision, as stated in the privacy policy. */
export const NOTICE_KEPT_DAYS = 365;

/** True while a complaint about a decision is possible: once, within six months. */
export function mayComplain(
  notice: { status: NoticeStatus; decidedAt: Date | null },
  now: Date,
): boolean {
  const { status, decidedAt } = notice;
  return (
    status === "decided" &&
    decidedAt !== null &&
    now.getTime() - decidedAt.getTime() <= COMPLAINT_DAYS * DAY_MS
  );
}

/** The status after a decision; null if the notice awaits none. */
export function statusAfterDecision(status: NoticeStatus): NoticeStatus | null {
  if (status === "open") return "decided";
  return status === "reopened" ? "final" : null;
}

/** True while a decision is due. */
export function awaitsDecision(status: NoticeStatus): boolean {
  return statusAfterDecision(status) !== null;
}

/** The allowed decisions: only a withdrawn product can be restored. */
export function decisionsFor(product: { status: string } | null): NoticeDecision[] {
  return NOTICE_DECISIONS.filter((decision) => {
    if (decision === "restored") return product?.status === "withdrawn";
    return decision !== "withdrawn" || product !== null;
  });
}
