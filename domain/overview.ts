/** The staff dashboard: a new shop's checklist, open items, figures. */

import { DAY_MS, toDayText } from "./dates.ts";
import type { StaffRight } from "./staff-roles.ts";

/** Checklist until the first sale, in order, with the right that each item needs. */
export const CHECKLIST = [
  { item: "company", right: "site" },
  { item: "currency", right: "site" },
  { item: "payment", right: "site" },
  { item: "mail", right: "site" },
  { item: "groups", right: "catalogue" },
  { item: "products", right: "catalogue" },
  { item: "legal", right: "site" },
] as const satisfies readonly { item: string; right: StaffRight }[];
export type ChecklistItem = (typeof CHECKLIST)[number]["item"];

/** Items that a person has to mark as done, because no rule can detect them. */
export const CONFIRMED_ITEMS = ["currency", "legal"] as const satisfies readonly ChecklistItem[];
export type ConfirmedItem = (typeof CONFIRMED_ITEMS)[number];

/** Open items, in order, with the right that each one needs. */
export const WAITING = [
  { kind: "offers", right: "reviews" },
  { kind: "verifications", right: "reviews" },
  { kind: "notices", right: "reviews" },
  { kind: "payouts", right: "payouts" },
  { kind: "balances", right: "people.balance" },
  { kind: "rate", right: "payouts" },
  { kind: "settlements", right: "orders" },
  { kind: "deposits", right: "orders" },
  { kind: "refunds", right: "orders" },
  { kind: "reports", right: "orders" },
  { kind: "disputes", right: "orders" },
  { kind: "withdrawals", right: "orders" },
  { kind: "messages", right: "site" },
  { kind: "mails", right: "people.manage" },
] as const satisfies readonly { kind: string; right: StaffRight }[];
export type WaitingKind = (typeof WAITING)[number]["kind"];

/** Days in the charts, including today. */
export const FIGURE_DAYS = 30;

/** The last `count` days in UTC ("2026-11-22"), from the oldest to today. */
export function listDays(now: Date, count: number): string[] {
  return Array.from({ length: count }, (_, index) =>
    toDayText(new Date(now.getTime() - (count - 1 - index) * DAY_MS)),
  );
}

/** The first day of the month of `now`, in UTC. */
export function startOfMonth(now: Date): string {
  return `${now.toISOString().slice(0, 7)}-01`;
}
