import {
  EMAIL_LINK_MAIL_EVERY_SECONDS,
  EMAIL_LINK_MAILS_PER_HOUR_MAX,
  EMAIL_LINK_TTL_SECONDS,
} from "#domain/accounts.ts";
import { DomainError } from "#domain/errors.ts";
import { safeRedirectPath } from "#domain/redirects.ts";
import type { Sql } from "../../db/client.ts";
import type { ApiDeps } from "../../http/context.ts";
import { countRequest, type RateLimit, userKey } from "../../http/rate-limit.ts";
import { queueMail } from "../../mails/mails.service.ts";
import { requireSettings } from "../../site/site.queries.ts";
import { loadText } from "../../site/texts.service.ts";
import { signEmailLink, toLinkPath } from "./email-links.ts";
import { upsertEmailVerification } from "./email-verification.queries.ts";

const HOUR_SECONDS = 60 * 60;

/** Accounts that claim somebody else's address must not flood that mailbox. */
export const emailLinkMailsLimit: RateLimit = {
  name: "email link",
  max: EMAIL_LINK_MAILS_PER_HOUR_MAX,
  windowSeconds: HOUR_SECONDS,
};

export const EMAIL_LINK_MAIL = "mail.email_link";
/** For a new registration, for any other unconfirmed account, and for a change of address. */
export const EMAIL_LINK_MAILS = ["new", "own", "change"] as const;

type Deps = Pick<ApiDeps, "database" | "now" | "config">;

/**
 * Counts a link mail about to be queued, per user and per address. Throws email_link_mail_wait
 * (seconds) after EMAIL_LINK_MAILS_PER_HOUR_MAX in an hour.
 */
export async function countEmailLinkMail(deps: Deps, userId: number, email: string): Promise<void> {
  for (const key of [userKey(userId), `address ${email}`]) {
    const usage = await countRequest(deps, emailLinkMailsLimit, key);
    if (usage.isOver) throw waitError(usage.retryAfterSeconds);
  }
}

/** Returns the error for a mail requested too soon. */
export function waitError(seconds: number): DomainError {
  return new DomainError("email_link_mail_wait", {
    params: { seconds },
    retryAfterSeconds: seconds,
  });
}

/**
 * Returns the seconds until the next mail may be requested; 0 if it may be now. A last mail in the
 * future was sent before the clock was set back, and does not delay the next one.
 */
export function secondsToWait(mailedAt: Date, now: Date): number {
  const passedMs = now.getTime() - mailedAt.getTime();
  if (passedMs < 0) return 0;
  return Math.max(0, Math.ceil(EMAIL_LINK_MAIL_EVERY_SECONDS - passedMs / 1000));
}

/**
 * Stores the address to confirm and mails the link to it, in the caller's transaction.
 * `redirectPath` is the page to open afterwards; anything other than a path of this site is
 * dropped.
 */
export async function sendEmailLink(
  deps: Deps,
  sql: Sql,
  link: {
    userId: number;
    email: string;
    kind: (typeof EMAIL_LINK_MAILS)[number];
    locale: string;
    redirectPath?: string | undefined;
  },
): Promise<void> {
  const { userId, email, kind, locale } = link;
  const now = deps.now();
  const expiresAt = new Date(now.getTime() + EMAIL_LINK_TTL_SECONDS * 1000);
  const isNewAccount = kind === "new";
  await upsertEmailVerification(sql, userId, { email, isNewAccount, mailedAt: now, expiresAt });
  const { companyName } = await requireSettings(sql);
  const text = await loadText(sql, locale);
  const values = { company: companyName };
  const path = toLinkPath(signEmailLink(deps.config.sessionSecrets, { userId, email, expiresAt }));
  const next = safeRedirectPath(link.redirectPath);
  const query = next === null ? "" : `&redirect=${encodeURIComponent(next)}`;
  const subject = text(`${EMAIL_LINK_MAIL}.${kind}.subject`, values);
  await queueMail(deps, sql, {
    to: email,
    userId,
    subject,
    content: {
      locale,
      sender: companyName,
      heading: subject,
      paragraphs: [text(`${EMAIL_LINK_MAIL}.${kind}.text`, values)],
      action: {
        label: text(`${EMAIL_LINK_MAIL}.action`),
        url: `${deps.config.appUrl}/${locale}${path}${query}`,
      },
      closing: [text(`${EMAIL_LINK_MAIL}.life`), text(`${EMAIL_LINK_MAIL}.why`)],
    },
  });
}
