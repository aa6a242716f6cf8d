/** Who a person is and what an account needs (spec §2 guards, §6). */

export const ROLES = ["member", "staff"] as const;
export type Role = (typeof ROLES)[number];

export const VERIFICATION_STATUSES = ["none", "in_progress", "approved", "rejected"] as const;
export type VerificationStatus = (typeof VERIFICATION_STATUSES)[number];

export const EMAIL_LENGTH_MAX = 254;
/** A name and a surname: as long as in the forms that they prefill (spec §3 User profile, §5). */
export const NAME_LENGTH_MAX = 120;
/** A phone number, likewise. */
export const PHONE_LENGTH_MAX = 30;
/** Lines of an address. */
export const ADDRESS_LENGTH_MAX = 200;
export const POST_CODE_LENGTH_MAX = 20;
export const PHONE_PATTERN = /^[+]?[\d ()./-]{5,30}$/;
export const PASSWORD_LENGTH_MIN = 10;
/** argon2 would hash any length; a limit keeps a login from becoming work for free. */
export const PASSWORD_LENGTH_MAX = 200;

/** Session and anti-forgery cookies live two hours, sliding (spec §2, §9). */
export const SESSION_TTL_SECONDS = 2 * 60 * 60;
/** No session slides longer than this. */
export const SESSION_ABSOLUTE_TTL_SECONDS = 7 * 24 * 60 * 60;
/** "Remember me": 400 days, the longest that browsers keep a cookie. */
export const REMEMBER_TTL_SECONDS = 400 * 24 * 60 * 60;

/** Failed sign-ins per e-mail and address before a pause of one minute. */
export const LOGIN_ATTEMPTS_MAX = 5;
/**
 * Failed sign-ins per e-mail from all networks together, those left out from which its owner has
 * signed in before (docs/decisions/0016). More guesses wait until the window ends.
 */
export const ACCOUNT_ATTEMPTS_MAX = 10;
export const ACCOUNT_ATTEMPTS_WINDOW_SECONDS = 15 * 60;
/** A network stays known to an account this long after the last sign-in from it. */
export const KNOWN_NETWORK_TTL_SECONDS = 90 * 24 * 60 * 60;
/** The most recent ones; a traveller's oldest is forgotten. */
export const KNOWN_NETWORKS_MAX = 20;
/** Attempts to use an address that has an account already, from one network or by one member. */
export const TAKEN_EMAILS_MAX = 10;
export const TAKEN_EMAILS_WINDOW_SECONDS = 15 * 60;
/**
 * Times a minute that a signed-in user may give the current password (spec §2 Profile edit), right
 * or wrong: each success sends a mail.
 */
export const PASSWORD_CHECKS_MAX = 5;

/** A link to set a new password (spec §2 reset-password) works this long, and once. */
export const RESET_TTL_SECONDS = 60 * 60;
/** An address gets at most one such mail in this time, no matter who asks for it. */
export const RESET_MAIL_EVERY_SECONDS = 5 * 60;
/** Requests for links, and uses of them, from one network a minute. */
export const RESET_REQUESTS_PER_MINUTE_MAX = 10;
/** 256 bits in base64url take 43 characters; what is far longer is no token of ours. */
export const RESET_TOKEN_LENGTH_MAX = 100;

/** A link that confirms an e-mail address (spec §2 email/verify) works this long. */
export const EMAIL_LINK_TTL_SECONDS = 24 * 60 * 60;
/** The next mail with such a link goes to a user no sooner. */
export const EMAIL_LINK_MAIL_EVERY_SECONDS = 60;
/** Such mails an hour: to one address no matter who asks, and of one user to whatever address. */
export const EMAIL_LINK_MAILS_PER_HOUR_MAX = 6;
/** Uses of such links from one network a minute. */
export const EMAIL_LINK_USES_PER_MINUTE_MAX = 30;

/**
 * The address of a deleted account (facts of money I18). Nobody can have it: `invalid` is no domain
 * (RFC 2606), and without a dot no form takes it.
 */
export function deletedEmail(userId: number): string {
  return `deleted-user-${userId}@invalid`;
}

/** One form for an e-mail: trimmed and lower-case, so no address can register twice. */
export function normalizeEmail(email: string): string {
  return email.trim().toLowerCase();
}

/** A verified user may accept offers of 150 or more and withdraw (spec §6). */
export function isVerified(status: VerificationStatus): boolean {
  return status === "approved";
}
