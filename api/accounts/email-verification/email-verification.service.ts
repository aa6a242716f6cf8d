import { DomainError } from "#domain/errors.ts";
import type { EmailVerificationStatus } from "../../contract/email-verification.ts";
import { inTransaction, isUniqueViolation, type Sql } from "../../db/client.ts";
import type { ApiDeps, SessionUser } from "../../http/context.ts";
import type { SettingsRow } from "../../site/site.queries.ts";
import { type AccountMailKind, queueAccountMail } from "../account-mails.ts";
import { lockUser } from "../profile.queries.ts";
import { deleteReset } from "../resets.queries.ts";
import { countEmailLinkMail, secondsToWait, sendEmailLink, waitError } from "./email-link-mails.ts";
import { type EmailLink, hashEmail, isSignedByUs } from "./email-links.ts";
import {
  deleteEmailVerification,
  type EmailVerification,
  getEmailVerification,
  setConfirmedEmail,
} from "./email-verification.queries.ts";

/**
 * Throws email_unverified if the settings require a confirmed address (spec §8) and the user has
 * none.
 */
export function assertEmailVerified(
  settings: Pick<SettingsRow, "isEmailVerificationEnabled">,
  user: Pick<SessionUser, "isEmailVerified">,
): void {
  if (settings.isEmailVerificationEnabled && !user.isEmailVerified) {
    throw new DomainError("email_unverified");
  }
}

/** Returns what the user must confirm, for the confirmation page. */
export async function getVerificationStatus(
  deps: ApiDeps,
  user: Pick<SessionUser, "id" | "email" | "isEmailVerified">,
): Promise<EmailVerificationStatus> {
  const now = deps.now();
  const row = await getEmailVerification(deps.database, user.id);
  const target = findTarget(user, row, now);
  const isMailed = row !== null && row.email === target && row.expiresAt > now;
  return {
    email: target,
    is_change: target !== null && target !== user.email,
    is_mailed: isMailed,
    resend_after_seconds: row ? secondsToWait(row.mailedAt, now) : 0,
  };
}

/** Returns the address to confirm; null when there is none. */
function findTarget(
  user: { email: string; isEmailVerified: boolean },
  row: EmailVerification | null,
  now: Date,
): string | null {
  const isWaiting = row !== null && row.email !== user.email && row.expiresAt > now;
  if (isWaiting) return row.email;
  return user.isEmailVerified ? null : user.email;
}

/**
 * Mails the link again (spec §7 email/verify/resend); sends nothing if nothing needs confirming.
 * Throws email_link_mail_wait within EMAIL_LINK_MAIL_EVERY_SECONDS of the previous mail and after
 * EMAIL_LINK_MAILS_PER_HOUR_MAX, unauthenticated when the user is gone.
 */
export async function resendEmailLink(
  deps: ApiDeps,
  user: Pick<SessionUser, "id" | "email" | "isEmailVerified">,
  { locale, redirectPath }: { locale: string; redirectPath?: string | undefined },
): Promise<void> {
  // Counted outside the transaction, which would hold a connection meanwhile; a request that comes
  // too soon is not counted.
  const before = await getVerificationStatus(deps, user);
  if (before.email === null) return;
  if (before.resend_after_seconds > 0) throw waitError(before.resend_after_seconds);
  await countEmailLinkMail(deps, user.id, before.email);
  await inTransaction(deps.database, async (sql) => {
    const userId = user.id;
    const account = await lockUser(sql, userId);
    if (!account) throw new DomainError("unauthenticated");
    const now = deps.now();
    const row = await getEmailVerification(sql, userId);
    const email = findTarget(account, row, now);
    if (email === null) return;
    const seconds = row ? secondsToWait(row.mailedAt, now) : 0;
    if (seconds > 0) throw waitError(seconds);
    const kind = email === account.email ? "own" : "change";
    await sendEmailLink(deps, sql, { userId, email, kind, locale, redirectPath });
  });
}

/**
 * Confirms an address with the link from the mail (spec §7 email/verify/{id}/{hash}). No session is
 * needed: the link proves control of the mailbox. Only now does a new address replace the old one,
 * and both are notified. Returns true if it was already confirmed. Throws email_link_invalid for a
 * link that is forged, expired or not for the newest address, and for an address that another
 * account has taken since.
 */
export async function confirmEmail(
  deps: ApiDeps,
  link: EmailLink,
  locale: string,
): Promise<{ isRepeated: boolean }> {
  if (!isSignedByUs(deps.config.sessionSecrets, link)) throw new DomainError("email_link_invalid");
  const userId = Number(link.id);
  const confirm = inTransaction(deps.database, async (sql) => {
    const user = await lockUser(sql, userId);
    if (!user) throw new DomainError("email_link_invalid");
    if (user.isEmailVerified && hashEmail(user.email) === link.hash) return { isRepeated: true };
    const row = await getEmailVerification(sql, userId);
    const now = deps.now();
    const isAlive = now.getTime() < Number(link.expires) * 1000;
    if (!row || !isAlive || hashEmail(row.email) !== link.hash) {
      throw new DomainError("email_link_invalid");
    }
    await setConfirmedEmail(sql, userId, { email: row.email, now });
    await deleteEmailVerification(sql, userId);
    await notifyOfConfirmation(deps, sql, { userId, before: user.email, row, locale });
    // An open link to set the password would have been sent to the old mailbox.
    if (row.email !== user.email) await deleteReset(sql, userId);
    return { isRepeated: false };
  });
  return confirm.catch((error: unknown) => {
    if (isUniqueViolation(error)) throw new DomainError("email_link_invalid");
    throw error;
  });
}

async function notifyOfConfirmation(
  deps: ApiDeps,
  sql: Sql,
  change: { userId: number; before: string; row: EmailVerification; locale: string },
): Promise<void> {
  const { userId, before, row, locale } = change;
  const queue = (to: string, kind: AccountMailKind) =>
    queueAccountMail(deps, sql, { to, userId, kind, locale });
  if (row.email === before) {
    if (row.isNewAccount) await queue(before, "welcome");
    return;
  }
  await queue(before, "email_changed");
  await queue(row.email, "email_confirmed");
}
