/** Who a person is and what an account needs (spec §2 guards, §6). */

export const ROLES = ["member", "staff"] as const;
export type Role = (typeof ROLES)[number];

export const VERIFICATION_STATUSES = ["none", "in_progress", "approved", "rejected"] as const;
export type VerificationStatus = (typeof VERIFICATION_STATUSES)[number];

export const EMAIL_LENGTH_MAX = 254;
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

/** One spelling for an e-mail: trimmed and lower-case, so no address can register twice. */
export function normalizeEmail(email: string): string {
  return email.trim().toLowerCase();
}

/** A verified user may accept offers of 150 or more and withdraw (spec §6). */
export function isVerified(status: VerificationStatus): boolean {
  return status === "approved";
}
