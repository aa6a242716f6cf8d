import { randomBytes } from "node:crypto";
import { normalizeEmail } from "#domain/accounts.ts";
import { DEFAULT_LOCALE } from "#domain/locales.ts";
import {
  getCredentials,
  getProfileRow,
  insertUser,
  insertWallet,
} from "../accounts/accounts.queries.ts";
import { hashPassword } from "../accounts/passwords.ts";
import { lockUser, setPasswordHash, setRole } from "../accounts/profile.queries.ts";
import { createResetLink } from "../accounts/resets.service.ts";
import { emailSchema } from "../contract/accounts.ts";
import { type Database, inTransaction } from "../db/client.ts";
import { deleteSessionsOf } from "../http/session.queries.ts";

type Deps = { database: Database; now: () => Date; config: { appUrl: string } };

/** A request that cannot be done as it stands; `message` is a sentence for the operator. */
export class StaffAccountError extends Error {
  override readonly name = "StaffAccountError";
}

/**
 * Makes an account of the staff, and a link with which its owner sets the password. An account that
 * exists is promoted, but loses password and sessions first: addresses are not verified, so that
 * somebody else may have registered it. Throws StaffAccountError for what is no address, and for
 * an account that is staff already.
 */
export async function addStaff(deps: Deps, address: string): Promise<{ link: string }> {
  const email = readAddress(address);
  const passwordHash = await hashPassword(randomBytes(32).toString("base64url"));
  return inTransaction(deps.database, async (sql) => {
    // Of a new account the operator's word counts.
    const account = { email, passwordHash, role: "staff", isEmailVerified: true } as const;
    let userId = await insertUser(sql, account);
    if (userId !== null) await insertWallet(sql, userId);
    else {
      const existing = await getCredentials(sql, email);
      if (!existing) throw new StaffAccountError(`${email} cannot be used.`);
      userId = existing.id;
      await lockUser(sql, userId);
      const profile = await getProfileRow(sql, userId);
      if (profile?.role === "staff") throw new StaffAccountError(`${email} is staff already.`);
      await setRole(sql, userId, "staff");
      await setPasswordHash(sql, userId, passwordHash);
      await deleteSessionsOf(sql, userId);
    }
    return { link: await createResetLink(deps, sql, { userId, email, locale: DEFAULT_LOCALE }) };
  });
}

/**
 * Makes a staff account an ordinary member's, at once: its next request is a member's. Throws
 * StaffAccountError when there is no staff account of this address.
 */
export async function removeStaff(deps: Deps, address: string): Promise<void> {
  const email = readAddress(address);
  await inTransaction(deps.database, async (sql) => {
    const account = await getCredentials(sql, email);
    const profile = account && (await getProfileRow(sql, account.id));
    if (profile?.role !== "staff") throw new StaffAccountError(`${email} is not staff.`);
    await setRole(sql, profile.id, "member");
  });
}

function readAddress(address: string): string {
  const parsed = emailSchema.safeParse(address);
  if (!parsed.success) throw new StaffAccountError(`"${address}" is not an e-mail address.`);
  return normalizeEmail(parsed.data);
}
