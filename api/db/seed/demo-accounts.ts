import { randomBytes } from "node:crypto";
import type { Logger } from "pino";
import {
  getCredentials,
  insertUser,
  insertWallet,
  type NewUser,
} from "../../accounts/accounts.queries.ts";
import { hashPassword, isPassword } from "../../accounts/passwords.ts";
import { lockUser, setPasswordHash } from "../../accounts/profile.queries.ts";
import { deleteSessionsOf } from "../../http/session.queries.ts";
import { post } from "../../wallet/wallet.service.ts";
import { type Database, inTransaction } from "../client.ts";

/** Published in the README; the accounts exist only with the demo catalogue. */
export const DEMO_PASSWORD = "promptory-demo";

type DemoAccount = Omit<NewUser, "passwordHash"> & { grantCents: number };

export const DEMO_ACCOUNTS: DemoAccount[] = [
  {
    email: "buyer@promptory.test",
    name: "Bea",
    surname: "Buyer",
    phone: "+372 600 1001",
    grantCents: 5000,
  },
  { email: "seller@promptory.test", name: "Sam", surname: "Seller", grantCents: 0 },
  {
    email: "verified-seller@promptory.test",
    name: "Vera",
    surname: "Verified",
    verificationStatus: "approved",
    grantCents: 0,
  },
  { email: "staff@promptory.test", name: "Stella", surname: "Staff", role: "staff", grantCents: 0 },
];

/** Creates the missing accounts, each atomically with its wallet and its grant. */
export async function seedDemoAccounts(database: Database): Promise<void> {
  for (const { grantCents, ...account } of DEMO_ACCOUNTS) {
    const passwordHash = await hashPassword(DEMO_PASSWORD);
    await inTransaction(database, async (sql) => {
      const userId = await insertUser(sql, { ...account, isEmailVerified: true, passwordHash });
      if (userId === null) return;
      await insertWallet(sql, userId);
      if (grantCents === 0) return;
      await post(sql, {
        kind: "grant",
        sourceId: `demo:${account.email}`,
        from: { platform: "promotion" },
        to: { wallet: userId },
        amountCents: grantCents,
      });
    });
  }
}

/**
 * Replaces the published password of demo accounts from an earlier start and ends their sessions,
 * because the shop is now public. The accounts stay; a reset link gives access again. Idempotent;
 * an account whose password was changed is left alone.
 */
export async function lockDemoAccounts(deps: { database: Database; log: Logger }): Promise<void> {
  for (const { email } of DEMO_ACCOUNTS) {
    const account = await getCredentials(deps.database, email);
    if (!account || !(await isPassword(account.passwordHash, DEMO_PASSWORD))) continue;
    const passwordHash = await hashPassword(randomBytes(32).toString("base64url"));
    await inTransaction(deps.database, async (sql) => {
      const user = await lockUser(sql, account.id);
      if (user?.passwordHash !== account.passwordHash) return;
      await setPasswordHash(sql, account.id, passwordHash);
      await deleteSessionsOf(sql, account.id);
    });
    deps.log.warn(`${email} had the published password; it no longer opens this account`);
  }
}
