import type { Database } from "#api/db/client.ts";

/** Settings that tests change behind the staff's back. */

/** The amount above which a second person approves balance changes; null for none. */
export const setBalanceLimit = (database: Database, cents: number | null) =>
  database`UPDATE settings SET balance_approval_above_cents = ${cents}`;

/** The amount above which a second person approves payouts; null for none. */
export const setPayoutLimit = (database: Database, cents: number | null) =>
  database`UPDATE settings SET payout_approval_above_cents = ${cents}`;

export const setEurRate = (database: Database, basisPoints: number) =>
  database`UPDATE settings SET eur_rate_basis_points = ${basisPoints}`;
