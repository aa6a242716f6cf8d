import { normalizeEmail } from "#domain/accounts.ts";
import { DomainError, fieldError } from "#domain/errors.ts";
import type { ChangePasswordBody, Profile, UpdateProfileBody } from "../contract/accounts.ts";
import { inTransaction, isUniqueViolation, type Sql } from "../db/client.ts";
import type { ApiDeps } from "../http/context.ts";
import { networkKey, userKey } from "../http/rate-limit.ts";
import type { RequestSession } from "../http/session.ts";
import { requireSettings } from "../site/site.queries.ts";
import { queueAccountMail } from "./account-mails.ts";
import { requireProfile } from "./accounts.service.ts";
import { checkCurrentPassword, wrongPassword } from "./current-password.ts";
import {
  countEmailLinkMail,
  secondsToWait,
  sendEmailLink,
} from "./email-verification/email-link-mails.ts";
import {
  deleteEmailVerification,
  getEmailVerification,
  isEmailTaken,
} from "./email-verification/email-verification.queries.ts";
import { checkNewPassword } from "./password-policy.ts";
import { hashPassword } from "./passwords.ts";
import {
  hasTradeRecords,
  type LockedUser,
  lockUser,
  setPasswordHash,
  updatePerson,
} from "./profile.queries.ts";
import { deleteReset } from "./resets.queries.ts";
import { claimEmail } from "./taken-emails.ts";

/**
 * Merges the given fields into the profile and returns it (spec §7 PUT user/profile). A new e-mail
 * address needs the current password, and the old one is notified. It takes effect immediately if
 * the old address is unconfirmed and the account is empty; otherwise once the mailed link is opened
 * (docs/decisions/0037). Throws validation_failed on `email` when it is taken and on
 * `current_password` when it is missing or wrong; too_many_attempts (see claimEmail);
 * email_link_mail_wait; unauthenticated when the account was deleted meanwhile.
 */
export async function updateProfile(
  deps: ApiDeps,
  userId: number,
  body: UpdateProfileBody,
  { locale, clientIp }: { locale: string; clientIp: string },
): Promise<Profile> {
  const email = body.email === undefined ? undefined : normalizeEmail(body.email);
  const checkedHash = await checkForNewEmail(deps, userId, email, body.current_password);
  const changes = { ...body, email };
  if (checkedHash === null) await saveProfile(deps, userId, changes, { checkedHash, locale });
  else {
    // The network too, because anybody can register many accounts.
    await claimEmail(deps, [userKey(userId), networkKey(clientIp)], async () => {
      if (!(await prepareLink(deps, userId, changes.email ?? ""))) return false;
      return saveProfile(deps, userId, changes, { checkedHash, locale });
    });
  }
  return requireProfile(deps, userId);
}

/** Counts the mail that the change will send, if any; returns false when the address is taken. */
async function prepareLink(deps: ApiDeps, userId: number, email: string): Promise<boolean> {
  if (await isEmailTaken(deps.database, userId, email)) return false;
  const { is_email_verified: isVerified } = await requireProfile(deps, userId);
  const isLater = isVerified || (await hasTradeRecords(deps.database, userId));
  const { isEmailVerificationEnabled } = await requireSettings(deps.database);
  if (isLater || isEmailVerificationEnabled) await countEmailLinkMail(deps, userId, email);
  return true;
}

/**
 * Saves the profile; returns false, changing nothing, when the address belongs to another account.
 */
async function saveProfile(
  deps: ApiDeps,
  userId: number,
  body: UpdateProfileBody,
  { checkedHash, locale }: { checkedHash: string | null; locale: string },
): Promise<boolean> {
  const save = inTransaction(deps.database, async (sql) => {
    const user = await lockUser(sql, userId);
    if (!user) throw new DomainError("unauthenticated");
    const isNewEmail = body.email !== undefined && body.email !== user.email;
    if (isNewEmail && user.passwordHash !== checkedHash) throw wrongPassword("current_password");
    const email = body.email ?? user.email;
    // A mistyped address may be corrected immediately while the account holds nothing to steal.
    const isLater = isNewEmail && (user.isEmailVerified || (await hasTradeRecords(sql, userId)));
    if (isLater && (await isEmailTaken(sql, userId, email))) return false;
    await updatePerson(sql, userId, {
      email: isLater ? user.email : email,
      name: merge(user.name, body.name),
      surname: merge(user.surname, body.surname),
      phone: merge(user.phone, body.phone),
      address: merge(user.address, body.address),
      city: merge(user.city, body.city),
      postCode: merge(user.postCode, body.post_code),
      country: merge(user.country, body.country),
    });
    const change = { userId, user, email, locale };
    if (isLater) await requestEmailChange(deps, sql, change);
    else if (isNewEmail) await replaceEmail(deps, sql, change);
    return true;
  });
  return save.catch((error: unknown) => {
    if (isUniqueViolation(error)) return false;
    throw error;
  });
}

type EmailChange = { userId: number; user: LockedUser; email: string; locale: string };

/** Mails the link to the new address and notifies the old one; repeating it has no effect. */
async function requestEmailChange(deps: ApiDeps, sql: Sql, change: EmailChange): Promise<void> {
  const { userId, user, email, locale } = change;
  const waiting = await getEmailVerification(sql, userId);
  const isRepeated = waiting?.email === email && secondsToWait(waiting.mailedAt, deps.now()) > 0;
  if (isRepeated) return;
  await sendEmailLink(deps, sql, { userId, email, kind: "change", locale });
  await queueAccountMail(deps, sql, {
    to: user.email,
    userId,
    kind: "email_change_requested",
    locale,
  });
}

/**
 * Completes a change of address that took effect immediately because the old one was unconfirmed.
 */
async function replaceEmail(deps: ApiDeps, sql: Sql, change: EmailChange): Promise<void> {
  const { userId, user, email, locale } = change;
  // The password reset link went to the old mailbox.
  await deleteReset(sql, userId);
  await queueAccountMail(deps, sql, { to: user.email, userId, kind: "email_changed", locale });
  const { isEmailVerificationEnabled } = await requireSettings(sql);
  if (isEmailVerificationEnabled) {
    await sendEmailLink(deps, sql, { userId, email, kind: "own", locale });
  } else {
    await deleteEmailVerification(sql, userId);
  }
}

/**
 * Checks the password for a change of address and returns its hash; null if the address stays the
 * same.
 */
async function checkForNewEmail(
  deps: ApiDeps,
  userId: number,
  email: string | undefined,
  password: string | undefined,
): Promise<string | null> {
  const { email: oldEmail } = await requireProfile(deps, userId);
  if (email === undefined || email === oldEmail) return null;
  const field = "current_password";
  if (!password) throw fieldError(field, "current_password_required");
  return checkCurrentPassword(deps, userId, { password, field });
}

function merge(before: string | null, given: string | null | undefined): string | null {
  return given === undefined ? before : given || null;
}

/**
 * Changes the password (spec §7 user/change-password). Ends all other sessions of the user, gives
 * the current one a new id, and notifies the owner by mail. Throws validation_failed on
 * `current_password` when it is wrong and on `password` when it is too easy to guess.
 */
export async function changePassword(
  deps: ApiDeps,
  session: RequestSession,
  { userId, body, locale }: { userId: number; body: ChangePasswordBody; locale: string },
): Promise<void> {
  const check = { password: body.current_password, field: "current_password" };
  const checkedHash = await checkCurrentPassword(deps, userId, check);
  const { email } = await requireProfile(deps, userId);
  await checkNewPassword(deps, { password: body.password, email });
  const passwordHash = await hashPassword(body.password);
  const isRemembered = await session.isRemembered(userId);
  await inTransaction(deps.database, async (sql) => {
    const account = await lockUser(sql, userId);
    if (account?.passwordHash !== checkedHash) throw wrongPassword(check.field);
    await setPasswordHash(sql, userId, passwordHash);
    await session.renew(sql, userId, { isRemembered });
    await queueAccountMail(deps, sql, {
      to: account.email,
      userId,
      kind: "password_changed",
      locale,
    });
  });
}
