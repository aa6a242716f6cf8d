import { LOGIN_ATTEMPTS_MAX, normalizeEmail } from "#domain/accounts.ts";
import { DomainError, fieldError } from "#domain/errors.ts";
import { toDecimal } from "#domain/money.ts";
import type { LoginBody, Profile, RegisterBody } from "../contract/accounts.ts";
import { inTransaction } from "../db/client.ts";
import { networkOf } from "../http/client-ip.ts";
import type { ApiDeps } from "../http/context.ts";
import { clearLimit, takeHit } from "../http/rate-limit.ts";
import type { RequestSession } from "../http/session.ts";
import { requireSettings } from "../site/site.queries.ts";
import {
  getCredentials,
  getProfileRow,
  holdPassword,
  insertUser,
  insertWallet,
} from "./accounts.queries.ts";
import { hashPassword, isPassword } from "./passwords.ts";

/**
 * Creates an account with its empty wallet and signs it in, all or nothing.
 * Throws registration_closed (spec §2, §5), validation_failed on `email` when it is taken.
 */
export async function register(
  deps: ApiDeps,
  session: RequestSession,
  body: Pick<RegisterBody, "email" | "password">,
  locale: string,
): Promise<void> {
  const settings = await requireSettings(deps.database);
  if (!settings.isRegEnabled) throw new DomainError("registration_closed");
  const email = normalizeEmail(body.email);
  const passwordHash = await hashPassword(body.password);
  await inTransaction(deps.database, async (sql) => {
    const userId = await insertUser(sql, { email, passwordHash, locale });
    if (userId === null) throw fieldError("email", "The email has already been taken.");
    await insertWallet(sql, userId);
    await session.signIn(sql, userId, { isRemembered: false });
  });
}

/**
 * Signs in under a new session id. Throws validation_failed on `email`: for wrong credentials, and
 * after LOGIN_ATTEMPTS_MAX failures a minute for this e-mail from this network.
 */
export async function login(
  deps: ApiDeps,
  session: RequestSession,
  body: LoginBody,
  clientIp: string,
): Promise<void> {
  const email = normalizeEmail(body.email);
  const subject = loginSubject(email, networkOf(clientIp));
  const limit = { name: "login", subject, hitsMax: LOGIN_ATTEMPTS_MAX };
  const usage = await takeHit(deps, limit);
  if (usage.isOver) {
    const pause = `Please try again in ${usage.retryAfterSeconds} seconds.`;
    throw fieldError("email", `Too many login attempts. ${pause}`);
  }
  const account = await getCredentials(deps.database, email);
  const isRight = await isPassword(account?.passwordHash ?? null, body.password);
  const refusal = fieldError("email", "These credentials do not match our records.");
  if (!account || !isRight) throw refusal;
  await clearLimit(deps, limit);
  const isRemembered = body.remember ?? false;
  await inTransaction(deps.database, async (sql) => {
    // Changed or deleted in this very moment, the account opens no door any more.
    if (!(await holdPassword(sql, account.id, account.passwordHash))) throw refusal;
    await session.signIn(sql, account.id, { isRemembered });
  });
}

/** What failed sign-ins are counted by: an e-mail from a network. */
export function loginSubject(email: string, network: string): string {
  return `${email}|${network}`;
}

/** Ends the session; a guest's too. */
export async function logout(deps: ApiDeps, session: RequestSession): Promise<void> {
  await inTransaction(deps.database, (sql) => session.signOut(sql));
}

/** The profile of spec §3, balance as a decimal. Throws unauthenticated when the user is gone. */
export async function requireProfile(deps: ApiDeps, userId: number): Promise<Profile> {
  const row = await getProfileRow(deps.database, userId);
  if (!row) throw new DomainError("unauthenticated");
  return {
    id: row.id,
    email: row.email,
    name: row.name,
    surname: row.surname,
    phone: row.phone,
    balance: toDecimal(row.balanceCents),
    is_email_verified: row.isEmailVerified,
    verification_data: { status: row.verificationStatus },
    role: row.role,
  };
}
