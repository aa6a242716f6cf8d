/** Viewing the shop as a user, for staff: how long, and what is visible. Pure. */

import type { StaffRight } from "./staff-roles.ts";

/** The right required to view the shop as a person. */
export const PERSON_VIEW_RIGHT: StaffRight = "people.manage";

/** A view expires after this time. */
export const PERSON_VIEW_MINUTES = 30;

/**
 * Member-only reads allowed in a view, relative to the API's base: data that staff screens show
 * anyway, as the person sees it. Everything else is rejected: identity data, cards, documents and
 * archives, and downloads, which would be logged as the buyer's.
 */
const VIEWABLE_READS: ReadonlySet<string> = new Set([
  "/user/profile",
  "/user/prompts",
  "/user/billing",
  "/email/verify",
  "/wishlist",
  "/purchase/history",
  "/deposit/history",
  "/payment/history",
  "/offer/history",
  "/documents",
  "/withdrawals/options",
]);

/** The only allowed writes: ending the view, and signing out. */
const VIEW_WRITES: ReadonlySet<string> = new Set(["/view/end", "/logout"]);

/** True for a member-only read that is allowed in a view. */
export function isViewableRead(path: string): boolean {
  return VIEWABLE_READS.has(path);
}

/** True for a write that is allowed in a view. */
export function isViewWrite(path: string): boolean {
  return VIEW_WRITES.has(path);
}
