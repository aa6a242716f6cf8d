import { randomBytes } from "node:crypto";
import { normalizeEmail, RESET_MAIL_EVERY_SECONDS, RESET_TTL_SECONDS } from "#domain/accounts.ts";
import { fieldError } from "#domain/errors.ts";
import type { ForgotPasswordBody, ResetPasswordBody } from "../contract/accounts.ts";
import { inTransaction, type Sql } from "../db/client.ts";
import { sha256 } from "../hashes.ts";
import type { ApiDeps } from "../http/context.ts";
import { countRequest, type RateLimit } from "../http/rate-limit.ts";
import { deleteSessionsOf } from "../http/session.queries.ts";
import { queueMail } from "../mails/mails.service.ts";
import { requireSettings } from "../site/site.queries.ts";
import { loadText } from "../site/texts.service.ts";
import { queueAccountMail } from "./account-mails.ts";
import { getCredentials } from "./accounts.queries.ts";
import { clearFailures, rememberNetwork } from "./login-limits.ts";
import { checkNewPassword } from "./password-policy.ts";
import { hashPassword } from "./passwords.ts";
import { lockUser, setPasswordHash } from "./profile.queries.ts";
import {
  claimResetRequest,
  getResetUser,
  insertResetRequest,
  replaceReset,
} from "./resets.queries.ts";

type Deps = Pick<ApiDeps, "database" | "now" | "config">;

/** Kept small so that a shutdown does not wait long. */
const REQUESTS_PER_RUN_MAX = 20;

/** At most one link mail per address in this time, regardless of the requester. */
export const resetMailsLimit: RateLimit = {
  name: "reset",
  max: 1,
  windowSeconds: RESET_MAIL_EVERY_SECONDS,
};

export const RESET_MAIL = "mail.reset";

/**
 * Records a password reset request (spec §7 user/reset-password). The caller learns nothing about
 * the address, not even from the response time, because sendResetLinks looks it up later. Sends at
 * most one mail per address in RESET_MAIL_EVERY_SECONDS, regardless of the requester.
 */
export async function requestReset(
  deps: ApiDeps,
  body: ForgotPasswordBody,
  locale: string,
): Promise<void> {
  const email = normalizeEmail(body.email);
  const usage = await countRequest(deps, resetMailsLimit, email);
  if (usage.isOver) return;
  await insertResetRequest(deps.database, { email, locale, now: deps.now() });
}

/** Mails a link to each address that has an account, and deletes all processed requests. */
export async function sendResetLinks(deps: Deps): Promise<void> {
  for (let sent = 0; sent < REQUESTS_PER_RUN_MAX; sent++) {
    const isDone = await inTransaction(deps.database, async (sql) => {
      const request = await claimResetRequest(sql);
      if (!request) return true;
      const account = await getCredentials(sql, request.email);
      if (account) await queueResetMail(deps, sql, { ...request, userId: account.id });
      return false;
    });
    if (isDone) return;
  }
}

/** Mails a password reset link, in the caller's transaction. */
export async function queueResetMail(
  deps: Deps,
  sql: Sql,
  request: { userId: number; email: string; locale: string },
): Promise<void> {
  const { userId, email, locale } = request;
  const url = await createResetLink(deps, sql, request);
  const { companyName } = await requireSettings(sql);
  const text = await loadText(sql, locale);
  await queueMail(deps, sql, {
    to: email,
    userId,
    subject: text(`${RESET_MAIL}.subject`),
    content: {
      locale,
      sender: companyName,
      heading: text(`${RESET_MAIL}.subject`),
      paragraphs: [text(`${RESET_MAIL}.text`, { company: companyName })],
      action: {
        label: text(`${RESET_MAIL}.action`),
        url,
      },
      closing: [text(`${RESET_MAIL}.why`)],
    },
  });
}

/**
 * Creates a single-use link that sets a new password, valid for RESET_TTL_SECONDS; it voids the
 * previous one. Its holder controls the account.
 */
export async function createResetLink(
  deps: Pick<Deps, "now"> & { config: { appUrl: string } },
  sql: Sql,
  { userId, email, locale }: { userId: number; email: string; locale: string },
): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  const expiresAt = new Date(deps.now().getTime() + RESET_TTL_SECONDS * 1000);
  await replaceReset(sql, { userId, tokenHash: sha256(token), expiresAt });
  const query = new URLSearchParams({ token, email });
  return `${deps.config.appUrl}/${locale}/reset-password?${query}`;
}

/**
 * Sets a new password with the mailed token, once (spec §7 reset-password). Ends all sessions of
 * the user and notifies the owner. Access to the mail proves ownership, so failed sign-ins are
 * reset and the network becomes known. Throws validation_failed on `token` if it is unknown, used,
 * expired or for another address, and on `password` when it is too easy to guess.
 */
export async function resetPassword(
  deps: ApiDeps,
  body: ResetPasswordBody,
  client: { locale: string; clientIp: string },
): Promise<void> {
  const { locale, clientIp } = client;
  const link = { tokenHash: sha256(body.token), email: normalizeEmail(body.email) };
  const find = (sql: Sql) => getResetUser(sql, { ...link, now: deps.now() });
  const userId = await find(deps.database);
  if (userId === null) throw invalidLinkError();
  await checkNewPassword(deps, { password: body.password, email: link.email });
  const passwordHash = await hashPassword(body.password);
  await inTransaction(deps.database, async (sql) => {
    const user = await lockUser(sql, userId);
    // Checked again under the lock: of two concurrent uses, only one succeeds.
    if (!user || (await find(sql)) !== userId) throw invalidLinkError();
    await setPasswordHash(sql, userId, passwordHash);
    await deleteSessionsOf(sql, userId);
    await rememberNetwork(deps, sql, { userId, clientIp });
    await queueAccountMail(deps, sql, { to: user.email, userId, kind: "password_changed", locale });
  });
  await clearFailures(deps, { email: link.email, clientIp });
}

function invalidLinkError() {
  return fieldError("token", "reset_link_invalid");
}
