import type { Role, VerificationStatus } from "#domain/accounts.ts";
import { DEFAULT_LOCALE } from "#domain/locales.ts";
import type { StaffRole } from "#domain/staff-roles.ts";
import { FOLLOWED_MAX, toLikePrefix } from "#domain/staff-search.ts";
import type { Sql } from "../db/client.ts";
import { orderIdOf } from "../purchases/purchases.queries.ts";
import { type Balance, balanceColumns } from "../wallet/wallet.queries.ts";
import { favoriteIds } from "../wishlist/wishlist.queries.ts";
import type { PersonRow } from "./profile.queries.ts";

export type NewUser = {
  email: string;
  passwordHash: string;
  role?: Role;
  /** Staff only; defaults to owner. */
  staffRole?: StaffRole;
  locale?: string;
  name?: string;
  surname?: string;
  phone?: string;
  verificationStatus?: VerificationStatus;
  isEmailVerified?: boolean;
  /** When the terms were accepted, in the account's language, and the age confirmed with them. */
  terms?: { at: Date; ageYears: number };
};

/**
 * Inserts a user and returns the id; null when the (normalized) e-mail is taken, even by a
 * concurrent request.
 */
export async function insertUser(sql: Sql, user: NewUser): Promise<number | null> {
  const { terms } = user;
  const [row] = await sql<{ id: number }[]>`
    INSERT INTO users (email, password_hash, role, staff_role, locale, name, surname, phone,
      verification_status, email_verified_at, terms_accepted_at, terms_locale, terms_age_years)
    VALUES (${user.email}, ${user.passwordHash}, ${user.role ?? "member"},
      ${user.staffRole ?? null}, ${user.locale ?? null},
      ${user.name ?? null}, ${user.surname ?? null}, ${user.phone ?? null},
      ${user.verificationStatus ?? "none"}, ${user.isEmailVerified ? sql`now()` : null},
      ${terms?.at ?? null}, ${terms ? (user.locale ?? DEFAULT_LOCALE) : null},
      ${terms?.ageYears ?? null})
    ON CONFLICT (email) DO NOTHING
    RETURNING id`;
  return row?.id ?? null;
}

/** Inserts an empty wallet for the user. */
export async function insertWallet(sql: Sql, userId: number): Promise<void> {
  await sql`INSERT INTO ledger_accounts (kind, user_id) VALUES ('wallet', ${userId})`;
}

/** Returns the account data that a sign-in is checked against; null for an unknown e-mail. */
export async function getCredentials(
  sql: Sql,
  email: string,
): Promise<{ id: number; passwordHash: string; isDisabled: boolean } | null> {
  const [row] = await sql<{ id: number; passwordHash: string; isDisabled: boolean }[]>`
    SELECT id, password_hash AS "passwordHash", disabled_at IS NOT NULL AS "isDisabled" FROM users WHERE email = ${email} AND deleted_at IS NULL`;
  return row ?? null;
}

/**
 * Returns true if this is still the user's password, and then locks the account against changes
 * until the transaction ends. A password checked before a transaction must be checked again inside
 * it.
 */
export async function lockPassword(
  sql: Sql,
  userId: number,
  passwordHash: string,
): Promise<boolean> {
  const rows = await sql`
    SELECT 1 FROM users
    WHERE id = ${userId} AND password_hash = ${passwordHash} AND deleted_at IS NULL
      AND disabled_at IS NULL FOR SHARE`;
  return rows.length > 0;
}

/**
 * Returns the id of a member and prevents the account's deletion until the transaction ends; null
 * if it has been deleted. For rows that must not reference a deleted account.
 */
export async function lockMember(sql: Sql, userId: number): Promise<number | null> {
  const [row] = await sql<{ id: number }[]>`
    SELECT id FROM users WHERE id = ${userId} AND deleted_at IS NULL FOR KEY SHARE`;
  return row?.id ?? null;
}

export type ProfileRow = PersonRow & {
  id: number;
  role: Role;
  staffRole: StaffRole | null;
  isEmailVerified: boolean;
  verificationStatus: VerificationStatus;
} & Pick<Balance, "balanceCents" | "hold"> & {
    /** The following are present only when requested. */
    favoriteIds?: number[];
    orderId?: number | null;
  };

/** What a page shows about the signed-in user besides the profile. */
export type ProfileExtras = { hasFavorites: boolean; productId: number | null };
const NO_EXTRAS: ProfileExtras = { hasFavorites: false, productId: null };

/** Returns a user with the balance; null when the user is gone. */
export async function getProfileRow(
  sql: Sql,
  userId: number,
  extras: ProfileExtras = NO_EXTRAS,
): Promise<ProfileRow | null> {
  const [row] = await sql<ProfileRow[]>`${profileQuery(sql, sql`${userId}::bigint`, extras)}`;
  return row ?? null;
}

/** Builds the query for a user's ProfileRow; `userId` may be any SQL expression. */
export const profileQuery = (
  sql: Sql,
  userId: ReturnType<Sql>,
  { hasFavorites, productId }: ProfileExtras,
) => sql`
    SELECT u.id, u.email, u.name, u.surname, u.phone, u.role,
      u.staff_role AS "staffRole", u.address, u.city,
      u.post_code AS "postCode", u.country,
      u.email_verified_at IS NOT NULL AS "isEmailVerified",
      u.verification_status AS "verificationStatus",
      ${balanceColumns(sql, sql`u.id`)}
      ${hasFavorites ? sql`, ${favoriteIds(sql, sql`u.id`)} AS "favoriteIds"` : sql``}
      ${productId === null ? sql`` : sql`, ${orderIdOf(sql, sql`u.id`, productId)} AS "orderId"`}
    FROM users u
    WHERE u.id = ${userId} AND u.deleted_at IS NULL`;

/** Returns all staff members, ordered by role and address. */
export async function listStaffAccounts(
  sql: Sql,
): Promise<{ id: number; email: string; staffRole: StaffRole; isDisabled: boolean }[]> {
  return sql`
    SELECT id, email, staff_role AS "staffRole", disabled_at IS NOT NULL AS "isDisabled"
    FROM users WHERE staff_role IS NOT NULL ORDER BY staff_role = 'owner' DESC, staff_role, email`;
}

/**
 * Builds the subquery for the users whose address starts with `prefix`; it matches none without a
 * prefix.
 */
export const userIdsByEmail = (sql: Sql, prefix: string | null) => sql`
  SELECT id FROM users
  WHERE email LIKE ${prefix === null ? null : toLikePrefix(prefix)}::text LIMIT ${FOLLOWED_MAX}`;
