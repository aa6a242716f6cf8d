import { createHash } from "node:crypto";

/** Cookie names as in Laravel + Sanctum, so that one client works with either. */
export const SESSION_COOKIE = "promptory_session";
export const REMEMBER_COOKIE = `remember_web_${createHash("sha1").update("promptory web").digest("hex")}`;

export type CookieLife = { now: Date; maxAgeSeconds: number };

/**
 * Returns one `Set-Cookie` line, formatted as by Symfony: the value is percent-encoded, attribute
 * names are lower-case, and `expires` accompanies `Max-Age`.
 */
export function serializeCookie(
  name: string,
  value: string,
  options: CookieLife & { isSecure: boolean; isHttpOnly: boolean },
): string {
  const isDeletion = options.maxAgeSeconds <= 0;
  const expires = isDeletion
    ? new Date(0)
    : new Date(options.now.getTime() + options.maxAgeSeconds * 1000);
  return [
    `${name}=${isDeletion ? "deleted" : encodeURIComponent(value)}`,
    `expires=${expires.toUTCString()}`,
    `Max-Age=${Math.max(0, options.maxAgeSeconds)}`,
    "path=/",
    ...(options.isSecure ? ["secure"] : []),
    ...(options.isHttpOnly ? ["httponly"] : []),
    "samesite=lax",
  ].join("; ");
}
