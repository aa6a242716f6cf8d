import { normalizeEmail } from "#domain/accounts.ts";
import { DomainError, fieldError } from "#domain/errors.ts";
import { toDecimal } from "#domain/money.ts";
import { AGE_YEARS_MIN } from "#domain/verification.ts";
import type { LoginBody, Profile, RegisterBody } from "../contract/accounts.ts";
import { inTransaction } from "../db/client.ts";
import type { ApiDeps } from "../http/context.ts";
import { networkKey } from "../http/rate-limit.ts";
import type { RequestSession } from "../http/session.ts";
import { mayMail } from "../mails/unproven-mails.ts";
import { requireSettings } from "../site/site.queries.ts";
import { queueAccountMail } from "./account-mails.ts";
import {
  getCredentials,
  getProfileRow,
  insertUser,
  insertWallet,
  lockPassword,
  type ProfileExtras,
  type ProfileRow,
} from "./accounts.queries.ts";
import { sendEmailLink } from "./email-verification/email-link-mails.ts";
import { clearFailures, limitByAccount, limitByNetwork, rememberNetwork } from "./login-limits.ts";
import { notifyOfNewNetwork } from "./new-network.ts";
import { checkNewPassword } from "./password-policy.ts";
import { hashPassword, isPassword } from "./passwords.ts";
import { claimEmail } from "./taken-emails.ts";

/**
 * Creates an account with an empty wallet and signs it in, all or nothing. If addresses must be
 * confirmed, mails a link that leads on to `body.redirect`. Throws registration_closed (spec §2,
 * §5); validation_failed on `password` when it is too easy to guess and on `email` when it is
 * taken; too_many_attempts (see claimEmail).
 */
export async function register(
  deps: ApiDeps,
  session: RequestSession,
  body: Pick<RegisterBody, "email" | "password" | "redirect">,
  client: { locale: string; clientIp: string },
): Promise<void> {
  const settings = await requireSettings(deps.database);
  if (!settings.isRegEnabled) throw new DomainError("registration_closed");
  const { locale, clientIp } = client;
  const email = normalizeEmail(body.email);
  await checkNewPassword(deps, { password: body.password, email });
  await claimEmail(deps, [networkKey(clientIp)], async () => {
    const passwordHash = await hashPassword(body.password);
    return inTransaction(deps.database, async (sql) => {
      // The `terms` checkbox also confirms the age (contract/accounts.ts).
      const terms = { at: deps.now(), ageYears: AGE_YEARS_MIN };
      const userId = await insertUser(sql, { email, passwordHash, locale, terms });
      if (userId === null) return false;
      await insertWallet(sql, userId);
      if (settings.isEmailVerificationEnabled) {
        const redirectPath = body.redirect;
        // If not, the page that asks to confirm the address offers to send it.
        if (await mayMail(deps, sql, { userId, to: email })) {
          await sendEmailLink(deps, sql, { userId, email, kind: "new", locale, redirectPath });
        }
      } else {
        await queueAccountMail(deps, sql, { to: email, userId, kind: "welcome", locale });
      }
      await rememberNetwork(deps, sql, { userId, clientIp });
      await session.signIn(sql, userId, { isRemembered: false });
      return true;
    });
  });
}

/**
 * Signs in under a new session id, and notifies the owner if the network is new to the account.
 * Throws validation_failed on `email`: for wrong credentials, for a disabled account, and after too
 * many failures (see login-limits.ts).
 */
export async function login(
  deps: ApiDeps,
  session: RequestSession,
  body: LoginBody,
  client: { locale: string; clientIp: string },
): Promise<void> {
  const { clientIp } = client;
  const attempt = { email: normalizeEmail(body.email), clientIp };
  await limitByNetwork(deps, attempt);
  const account = await getCredentials(deps.database, attempt.email);
  await limitByAccount(deps, attempt, account?.id ?? null);
  const isRight = await isPassword(account?.passwordHash ?? null, body.password);
  const error = fieldError("email", "credentials_invalid");
  if (!account || !isRight) throw error;
  // Reported only to someone who knows the password.
  if (account.isDisabled) throw fieldError("email", "account_disabled");
  await clearFailures(deps, attempt);
  const isRemembered = body.remember ?? false;
  await inTransaction(deps.database, async (sql) => {
    // The sign-in fails if the account was changed or deleted in the meantime.
    if (!(await lockPassword(sql, account.id, account.passwordHash))) throw error;
    await notifyOfNewNetwork(deps, sql, { ...client, userId: account.id });
    await rememberNetwork(deps, sql, { userId: account.id, clientIp });
    await session.signIn(sql, account.id, { isRemembered });
  });
}

/** Ends the session, including that of a guest. */
export async function logout(deps: ApiDeps, session: RequestSession): Promise<void> {
  await inTransaction(deps.database, (sql) => session.signOut(sql));
}

/**
 * Returns the profile of spec §3, with the balance as a decimal. Throws unauthenticated when the
 * user is gone.
 */
export async function requireProfile(
  deps: ApiDeps,
  userId: number,
  extras?: ProfileExtras,
): Promise<Profile> {
  const row = await getProfileRow(deps.database, userId, extras);
  if (!row) throw new DomainError("unauthenticated");
  return toProfile(row);
}

/** Converts a row that has already been read into the profile of spec §3. */
export function toProfile(row: ProfileRow): Profile {
  return {
    id: row.id,
    email: row.email,
    name: row.name,
    surname: row.surname,
    phone: row.phone,
    address: row.address,
    city: row.city,
    post_code: row.postCode,
    country: row.country,
    balance: toDecimal(row.balanceCents),
    is_email_verified: row.isEmailVerified,
    verification_data: { status: row.verificationStatus },
    role: row.role,
    ...(row.hold === null ? {} : { hold: row.hold }),
    ...(row.staffRole === null ? {} : { staff_role: row.staffRole }),
    ...(row.favoriteIds === undefined ? {} : { favorite_ids: row.favoriteIds }),
    ...(row.orderId === undefined ? {} : { owns_product: row.orderId !== null }),
  };
}
