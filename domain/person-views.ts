/** The shop seen as a person, by the staff: how long, and what is shown then. Pure. */

import type { StaffRight } from "./staff-roles.ts";

/** Seeing what only the account's owner should. */
export const PERSON_VIEW_RIGHT: StaffRight = "people.manage";

/** A view ends by itself. */
export const PERSON_VIEW_MINUTES = 30;

/**
 * Reads of a member's that a view may make, below the API's base: what the desk shows of a person
 * anyway, as the person sees it. Everything else of a member's is rejected: identity data, cards,
 * documents and archives, and downloads, which are logged as the buyer's.
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

/** The only writes: ending the view, and signing out. */
const VIEW_WRITES: ReadonlySet<string> = new Set(["/view/end", "/logout"]);

/** True for a read that is for members and that a view may make. */
export function isViewableRead(path: string): boolean {
  return VIEWABLE_READS.has(path);
}

/** True for a write that a view may make. */
export function isViewWrite(path: string): boolean {
  return VIEW_WRITES.has(path);
}
