/** Notices of illegal content, and decisions about them (Regulation (EU) 2022/2065 Art. 16, 17, 20). */

import { DAY_MS } from "./dates.ts";

/** Why something would be illegal. Who reports abuse of children need not say who they are (Art. 16(2)). */
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

/** `reopened`: somebody complained about the decision, which is decided once more and finally. */
export const NOTICE_STATUSES = ["open", "reopened", "decided", "final"] as const;
export type NoticeStatus = (typeof NOTICE_STATUSES)[number];

/** What we do about the product; `restored` takes back a withdrawal after a complaint. */
export const NOTICE_DECISIONS = ["no_action", "changed", "withdrawn", "restored"] as const;
export type NoticeDecision = (typeof NOTICE_DECISIONS)[number];

/** Who may complain about a decision: who sent the notice, and who sold us the design. */
export const NOTICE_PARTIES = ["notifier", "seller"] as const;
export type NoticeParty = (typeof NOTICE_PARTIES)[number];

export const NOTICE_TEXT_LENGTH_MAX = 5_000;
/** Notices and complaints from one person or network a day. */
export const NOTICES_PER_DAY_MAX = 20;
/** Receipts to one address a day, no matter who writes: no inbox is filled by them. */
export const NOTICE_RECEIPTS_PER_DAY_MAX = 5;
export const STAFF_NOTICES_PER_PAGE = 30;

/** The law gives six months to complain (Art. 20(1)). */
export const COMPLAINT_DAYS = 183;
/** How long a notice is kept after its last decision: the privacy policy says it. */
export const NOTICE_KEPT_DAYS = 365;

/** True while a decision may be complained about: once, and for six months. */
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

/** The status after a decision: null for a notice that waits for none. */
export function statusAfterDecision(status: NoticeStatus): NoticeStatus | null {
  if (status === "open") return "decided";
  return status === "reopened" ? "final" : null;
}

/** What may be decided: nothing is restored that was not withdrawn. */
export function decisionsFor(product: { status: string } | null): NoticeDecision[] {
  return NOTICE_DECISIONS.filter((decision) => {
    if (decision === "restored") return product?.status === "withdrawn";
    return decision !== "withdrawn" || product !== null;
  });
}
