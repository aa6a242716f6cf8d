/** User data and account rules (spec §2 guards, §6). */

const ROLES = ["member", "staff"] as const;
export type Role = (typeof ROLES)[number];

export const VERIFICATION_STATUSES = ["none", "in_progress", "approved", "rejected"] as const;
export type VerificationStatus = (typeof VERIFICATION_STATUSES)[number];

export const EMAIL_LENGTH_MAX = 254;
/** First and last name: the limit of the forms they prefill (spec §3 User profile, §5). */
export const NAME_LENGTH_MAX = 120;
/** A phone number, limited for the same reason. */
export const PHONE_LENGTH_MAX = 30;
/** Lines of an address. */
export const ADDRESS_LENGTH_MAX = 200;
export const POST_CODE_LENGTH_MAX = 20;
export const PHONE_PATTERN = /^[+]?[\d ()./-]{5,30}$/;
export const PASSWORD_LENGTH_MIN = 10;
/** argon2 hashes any length; the limit prevents expensive logins. */
export const PASSWORD_LENGTH_MAX = 200;

/** Session and anti-forgery cookies live two hours, sliding (spec §2, §9). */
export const SESSION_TTL_SECONDS = 2 * 60 * 60;
/** Maximum lifetime of a session, however often it slides. */
export const SESSION_ABSOLUTE_TTL_SECONDS = 7 * 24 * 60 * 60;
/** "Remember me": 400 days, the longest time for which browsers keep a cookie. */
export const REMEMBER_TTL_SECONDS = 400 * 24 * 60 * 60;

/** Failed sign-ins per e-mail and address before a pause of one minute. */
export const LOGIN_ATTEMPTS_MAX = 5;
/**
 * Failed sign-ins per e-mail from all networks together, except networks from which the owner has
 * signed in before (docs/decisions/0016). Further guesses wait until the window ends.
 */
export const ACCOUNT_ATTEMPTS_MAX = 10;
export const ACCOUNT_ATTEMPTS_WINDOW_SECONDS = 15 * 60;
/** A network stays known to an account for this long after its last sign-in. */
export const KNOWN_NETWORK_TTL_SECONDS = 90 * 24 * 60 * 60;
/** Only the most recent ones are kept; a traveller's oldest is dropped. */
export const KNOWN_NETWORKS_MAX = 20;
/** Maximum per member and kind: sessions, and browsers with "remember me". */
export const SESSIONS_PER_MEMBER_MAX = 100;
/** Attempts to use an already registered address, from one network or by one member. */
export const TAKEN_EMAILS_MAX = 10;
export const TAKEN_EMAILS_WINDOW_SECONDS = 15 * 60;
/**
 * How often per minute a signed-in user may enter the current password (spec §2 Profile edit),
 * right or wrong: each success sends a mail.
 */
export const PASSWORD_CHECKS_MAX = 5;

/** Lifetime of a single-use link to set a new password (spec §2 reset-password). */
export const RESET_TTL_SECONDS = 60 * 60;
/** An address gets at most one such mail within this time, regardless of the requester. */
export const RESET_MAIL_EVERY_SECONDS = 5 * 60;
/** Requests for links and uses of them, per network and minute. */
export const RESET_REQUESTS_PER_MINUTE_MAX = 10;
/** 256 bits in base64url take 43 characters; anything far longer is not a valid token. */
export const RESET_TOKEN_LENGTH_MAX = 100;

/** Lifetime of a link that confirms an e-mail address (spec §2 email/verify). */
export const EMAIL_LINK_TTL_SECONDS = 24 * 60 * 60;
/** Minimum time between two such mails to a user. */
export const EMAIL_LINK_MAIL_EVERY_SECONDS = 60;
/** Such mails per hour: to one address, from all requesters, and per user, to any address. */
export const EMAIL_LINK_MAILS_PER_HOUR_MAX = 6;
/** Mails per hour to an unconfirmed address that its account's holder can cause at will. */
export const UNPROVEN_MAILS_PER_HOUR_MAX = 10;
/** Uses of such links per network and minute. */
export const EMAIL_LINK_USES_PER_MINUTE_MAX = 30;

/**
 * The address of a deleted account (facts of money I18). Nobody can own it: `invalid` is a reserved
 * TLD (RFC 2606), and no form accepts an address without a dot in its domain.
 */
export function deletedEmail(userId: number): string {
  return `deleted-user-${userId}@invalid`;
}

/** Canonical form of an e-mail: trimmed and lower-case, so no address can register twice. */
export function normalizeEmail(email: string): string {
  return email.trim().toLowerCase();
}

/** A verified user may accept offers of 150 or more and withdraw (spec §6). */
export function isVerified(status: VerificationStatus): boolean {
  return status === "approved";
}

/**
 * A password as it is counted, compared and hashed (RFC 8265): keyboards encode accented letters in
 * two ways, one of which takes two characters. One beyond PASSWORD_LENGTH_MAX is returned as it is:
 * it is rejected for its length, and composing n accents on one letter can take n² steps.
 */
export function normalizePassword(typed: string): string {
  return typed.length > PASSWORD_LENGTH_MAX ? typed : typed.normalize("NFC");
}
