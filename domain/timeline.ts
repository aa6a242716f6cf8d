/** Events of an order or a deposit, as shown to staff (spec §4). */

export const TIMELINE_KINDS = [
  "placed",
  "consented",
  "posted",
  "downloaded",
  "document",
  "refund",
  "dispute",
  "mail",
  "opened",
  "report",
  "settlement_requested",
  "settlement_rejected",
  "outcome_requested",
  "outcome_rejected",
  "settled_by_hand",
  "ended_by_hand",
  "settled",
] as const;
export type TimelineKind = (typeof TIMELINE_KINDS)[number];

/** Statuses by which staff can filter the list of orders. */
export const STAFF_ORDER_STATES = ["paid", "waiting", "refunded"] as const;
export type StaffOrderState = (typeof STAFF_ORDER_STATES)[number];

/**
 * The same for deposits: their statuses, and those that need a review or a second person's
 * approval.
 */
export const STAFF_DEPOSIT_STATES = [
  "pending",
  "success",
  "failed",
  "expired",
  "review",
  "approval",
] as const;
export type StaffDepositState = (typeof STAFF_DEPOSIT_STATES)[number];
