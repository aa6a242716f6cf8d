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
import { CommandError } from "./command-error.ts";

type Deps = { database: Database; now: () => Date; config: { appUrl: string } };

/**
 * Creates a staff account with this role, and a link for its owner to set the password. An existing
 * account is promoted, but first loses its password and sessions: addresses are unverified, so
 * somebody else may have registered it. Throws CommandError for an invalid address, and for an
 * account that is already staff.
 */
export async function addStaff(
  deps: Deps,
  address: string,
  staffRole: StaffRole = "owner",
): Promise<{ link: string }> {
  const email = readAddress(address);
  const passwordHash = await hashPassword(randomBytes(32).toString("base64url"));
  return inTransaction(deps.database, async (sql) => {
    // The operator vouches for a new account's address.
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
      if (!existing) throw new CommandError(`${email} cannot be used.`);
      userId = existing.id;
      await lockUser(sql, userId);
      const profile = await getProfileRow(sql, userId);
      if (profile?.role === "staff") {
        throw new CommandError(`${email} is staff already. For a new link: link ${email}`);
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
 * Creates another link for a staff account whose link was lost or has expired; it is the only way
 * in for a first owner while no mail can be sent. Password and sessions stay until it is used.
 * Throws CommandError if no staff account has this address.
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
 * Turns a staff account into an ordinary member's, effective with its next request. Throws
 * CommandError if no staff account has this address, and for the last owner.
 */
export async function removeStaff(deps: Deps, address: string): Promise<void> {
  const email = readAddress(address);
  await inTransaction(deps.database, async (sql) => {
    const profile = await requireStaffAccount(sql, email);
    await setStaffRole(sql, profile.id, null);
    await recordRole(sql, profile.id, profile.staffRole, null);
  }).catch((error: unknown) => {
    if (!(error instanceof DomainError) || error.code !== "last_owner") throw error;
    throw new CommandError(`${email} is the last owner. Add another owner first.`);
  });
}

async function requireStaffAccount(sql: Sql, email: string) {
  const account = await getCredentials(sql, email);
  const profile = account && (await getProfileRow(sql, account.id));
  if (profile?.role !== "staff") throw new CommandError(`${email} is not staff.`);
  return profile;
}

/** All staff members, by role and address. */
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
  if (!parsed.success) throw new CommandError(`"${address}" is not an e-mail address.`);
  return normalizeEmail(parsed.data);
}
