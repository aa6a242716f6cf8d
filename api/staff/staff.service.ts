import { randomBytes } from "node:crypto";
import { normalizeEmail } from "#domain/accounts.ts";
import { DomainError } from "#domain/errors.ts";
import { DEFAULT_LOCALE } from "#domain/locales.ts";
import type { StaffRole } from "#domain/staff-roles.ts";
import {
  getCredentials,
  getProfileRow,
  insertUser,
  insertWallet,
  listStaffAccounts,
} from "../accounts/accounts.queries.ts";
import { hashPassword } from "../accounts/passwords.ts";
import { lockUser, setPasswordHash, setStaffRole } from "../accounts/profile.queries.ts";
import { createResetLink } from "../accounts/resets.service.ts";
import { recordAction } from "../audit/audit.service.ts";
import { emailSchema } from "../contract/accounts.ts";
import { type Database, inTransaction, type Sql } from "../db/client.ts";
import { deleteSessionsOf } from "../http/session.queries.ts";

type Deps = { database: Database; now: () => Date; config: { appUrl: string } };

/** A request that cannot be done as it stands; `message` is a sentence for the operator. */
export class StaffAccountError extends Error {
  override readonly name = "StaffAccountError";
}

/**
 * Makes an account of the staff in this role, and a link with which its owner sets the password. An
 * account that exists is promoted, but loses password and sessions first: addresses are not verified,
 * so that somebody else may have registered it. Throws StaffAccountError for what is no address, and
 * for an account that is staff already.
 */
export async function addStaff(
  deps: Deps,
  address: string,
  staffRole: StaffRole = "owner",
): Promise<{ link: string }> {
  const email = readAddress(address);
  const passwordHash = await hashPassword(randomBytes(32).toString("base64url"));
  return inTransaction(deps.database, async (sql) => {
    // Of a new account the operator's word counts.
    const account = {
      email,
      passwordHash,
      role: "staff",
      staffRole,
      isEmailVerified: true,
    } as const;
    let userId = await insertUser(sql, account);
    if (userId !== null) await insertWallet(sql, userId);
    else {
      const existing = await getCredentials(sql, email);
      if (!existing) throw new StaffAccountError(`${email} cannot be used.`);
      userId = existing.id;
      await lockUser(sql, userId);
      const profile = await getProfileRow(sql, userId);
      if (profile?.role === "staff") {
        throw new StaffAccountError(`${email} is staff already. For a new link: link ${email}`);
      }
      await setStaffRole(sql, userId, staffRole);
      await setPasswordHash(sql, userId, passwordHash);
      await deleteSessionsOf(sql, userId);
    }
    await recordRole(sql, userId, null, staffRole);
    return { link: await createResetLink(deps, sql, { userId, email, locale: DEFAULT_LOCALE }) };
  });
}

/**
 * Another link for a staff account whose own was lost or is too old: the only way in for a first
 * owner while mails reach nobody. Password and sessions stay until it is used. Throws
 * StaffAccountError when there is no staff account of this address.
 */
export async function createStaffLink(deps: Deps, address: string): Promise<{ link: string }> {
  const email = readAddress(address);
  return inTransaction(deps.database, async (sql) => {
    const { id } = await requireStaffAccount(sql, email);
    return {
      link: await createResetLink(deps, sql, { userId: id, email, locale: DEFAULT_LOCALE }),
    };
  });
}

/**
 * Makes a staff account an ordinary member's, at once: its next request is a member's. Throws
 * StaffAccountError when there is no staff account of this address, and for the last owner.
 */
export async function removeStaff(deps: Deps, address: string): Promise<void> {
  const email = readAddress(address);
  await inTransaction(deps.database, async (sql) => {
    const profile = await requireStaffAccount(sql, email);
    await setStaffRole(sql, profile.id, null);
    await recordRole(sql, profile.id, profile.staffRole, null);
  }).catch((error: unknown) => {
    if (!(error instanceof DomainError) || error.code !== "last_owner") throw error;
    throw new StaffAccountError(`${email} is the last owner. Add another owner first.`);
  });
}

async function requireStaffAccount(sql: Sql, email: string) {
  const account = await getCredentials(sql, email);
  const profile = account && (await getProfileRow(sql, account.id));
  if (profile?.role !== "staff") throw new StaffAccountError(`${email} is not staff.`);
  return profile;
}

/** Everybody who is staff, by role and address. */
export function listStaff(deps: Pick<Deps, "database">) {
  return listStaffAccounts(deps.database);
}

function recordRole(sql: Sql, id: number, before: StaffRole | null, after: StaffRole | null) {
  return recordAction(sql, {
    actorId: null,
    action: "user.staff_role",
    subject: { kind: "user", id },
    before: { staff_role: before },
    after: { staff_role: after },
  });
}

function readAddress(address: string): string {
  const parsed = emailSchema.safeParse(address);
  if (!parsed.success) throw new StaffAccountError(`"${address}" is not an e-mail address.`);
  return normalizeEmail(parsed.data);
}
