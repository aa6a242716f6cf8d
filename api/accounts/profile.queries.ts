import { deletedEmail } from "#domain/accounts.ts";
import { DomainError } from "#domain/errors.ts";
import type { StaffRole } from "#domain/staff-roles.ts";
import { postgresConstraint, type Sql } from "../db/client.ts";
import { cancelEmailChange } from "./email-verification/email-verification.queries.ts";
import { deleteReset } from "./resets.queries.ts";

/** Returns the hash that a password is checked against; null when the user is gone. */
export async function getPasswordHash(sql: Sql, userId: number): Promise<string | null> {
  const [row] = await sql<{ passwordHash: string }[]>`
    SELECT password_hash AS "passwordHash" FROM users
    WHERE id = ${userId} AND deleted_at IS NULL`;
  return row?.passwordHash ?? null;
}

export type PersonRow = {
  email: string;
  name: string | null;
  surname: string | null;
  phone: string | null;
  address: string | null;
  city: string | null;
  postCode: string | null;
  country: string | null;
};

export type LockedUser = PersonRow & { passwordHash: string; isEmailVerified: boolean };

/** Locks a user until the transaction ends; null when the user is gone. */
export async function lockUser(sql: Sql, userId: number): Promise<LockedUser | null> {
  const [row] = await sql<LockedUser[]>`
    SELECT email, name, surname, phone, address, city, post_code AS "postCode", country,
      password_hash AS "passwordHash",
      email_verified_at IS NOT NULL AS "isEmailVerified"
    FROM users WHERE id = ${userId} AND deleted_at IS NULL FOR UPDATE`;
  return row ?? null;
}

/**
 * Updates a person's data; a new address is unverified. Throws a unique violation (23505) if it is
 * taken.
 */
export async function updatePerson(sql: Sql, userId: number, person: PersonRow): Promise<void> {
  await sql`
    UPDATE users SET name = ${person.name}, surname = ${person.surname}, phone = ${person.phone},
      address = ${person.address}, city = ${person.city}, post_code = ${person.postCode},
      country = ${person.country},
      email_verified_at = CASE WHEN email = ${person.email} THEN email_verified_at END,
      email = ${person.email}
    WHERE id = ${userId}`;
}

/**
 * Replaces the password, and voids what somebody who knew the old one may have prepared: a link to
 * set another one, and a pending new address (docs/decisions/0037).
 */
export async function setPasswordHash(sql: Sql, userId: number, hash: string): Promise<void> {
  await sql`UPDATE users SET password_hash = ${hash} WHERE id = ${userId}`;
  await deleteReset(sql, userId);
  await cancelEmailChange(sql, userId);
}

/**
 * Gives the user this staff role; null makes them a member again. Throws last_owner if the shop
 * would be left without an owner who can sign in.
 */
export async function setStaffRole(
  sql: Sql,
  userId: number,
  staffRole: StaffRole | null,
): Promise<void> {
  await withOwnerCheck(
    sql`UPDATE users SET role = ${staffRole === null ? "member" : "staff"},
      staff_role = ${staffRole} WHERE id = ${userId}`,
  );
}

/** Returns true when nobody else could run the shop. */
export async function isLastOwner(sql: Sql, userId: number): Promise<boolean> {
  const [row] = await sql<{ isLast: boolean }[]>`
    SELECT staff_role = 'owner' AND NOT EXISTS (SELECT 1 FROM users other
        WHERE other.staff_role = 'owner' AND other.disabled_at IS NULL AND other.id <> u.id)
      AS "isLast"
    FROM users u WHERE id = ${userId}`;
  return row?.isLast === true;
}

/**
 * Runs an update of a user. Throws last_owner when the database rejects it because no owner would
 * remain (0030).
 */
export async function withOwnerCheck<Result>(change: PromiseLike<Result>): Promise<Result> {
  try {
    return await change;
  } catch (error) {
    if (postgresConstraint(error) !== "users_keep_an_owner") throw error;
    throw new DomainError("last_owner", { cause: error });
  }
}

/** Reduces a user to what the ledger references: an id and the fact of deletion. */
export async function anonymizeUser(sql: Sql, userId: number, now: Date): Promise<void> {
  await sql`
    UPDATE users SET email = ${deletedEmail(userId)}, password_hash = '', role = 'member', staff_role = NULL,
      disabled_at = NULL,
      name = NULL, surname = NULL, phone = NULL, address = NULL, city = NULL, post_code = NULL,
      country = NULL, locale = NULL, email_verified_at = NULL, terms_accepted_at = NULL, terms_locale = NULL,
      terms_age_years = NULL,
      verification_status = 'none', deleted_at = ${now}
    WHERE id = ${userId}`;
}

/** Returns true for an account that has paid, bought, sold or received anything. */
export async function hasTradeRecords(sql: Sql, userId: number): Promise<boolean> {
  const rows = await sql`
    SELECT 1 WHERE EXISTS (SELECT 1 FROM deposits WHERE user_id = ${userId})
      OR EXISTS (SELECT 1 FROM orders WHERE user_id = ${userId})
      OR EXISTS (SELECT 1 FROM offers WHERE user_id = ${userId})
      OR EXISTS (SELECT 1 FROM ledger_accounts WHERE user_id = ${userId} AND balance_cents <> 0)`;
  return rows.length > 0;
}
