/** Where a `redirect` query may lead (spec §2 guards): only to a page of our own. */

/** An address of ours is shorter; a longer one is dropped and never repeated in a page. */
export const REDIRECT_LENGTH_MAX = 2048;
/** Sending someone back to these after login would loop or sign them out. */
const NEVER_A_TARGET: ReadonlySet<string | undefined> = new Set([
  "login",
  "register",
  "logout",
  "forgot-password",
  "reset-password",
]);

/** The path to go to after login when `target` is a safe path inside the site, else null. */
export function safeRedirectPath(target: unknown): string | null {
  const path = ownPath(target);
  const screen = path?.split(/[/?#]/)[2];
  return NEVER_A_TARGET.has(screen) ? null : path;
}

/**
 * `target` as a path inside the site, else null. Browsers drop tabs and line breaks inside a URL and
 * read backslashes as slashes, so each of those rejects the value.
 */
export function ownPath(target: unknown): string | null {
  if (typeof target !== "string" || target.length > REDIRECT_LENGTH_MAX) return null;
  if (!target.startsWith("/") || hasUnsafeCharacter(target)) return null;
  let url: URL;
  try {
    url = new URL(target, "http://site.invalid");
  } catch {
    return null;
  }
  if (url.origin !== "http://site.invalid" || url.pathname.startsWith("//")) return null;
  return url.pathname + url.search + url.hash;
}

/** Plain http is for payment pages on the operator's own machine only. */
const LOCAL_HOSTS = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** True for the address of a site that payments may lead to: https, or http on this machine. */
export function isPaymentOrigin(url: URL): boolean {
  return url.protocol === "https:" || (url.protocol === "http:" && LOCAL_HOSTS.has(url.hostname));
}

/**
 * Where a payment may lead (spec §4 Deposits: a returned redirect_url is followed): a page of our
 * own as its path, so that a user who came by another name of this host stays on it and stays signed
 * in; a page of one of `origins` as its full address; null for anything else. The address is read
 * as browsers read it, and it is the reading that is returned, never the text.
 */
export function paymentTarget(
  target: unknown,
  sites: { ownOrigin: string; origins: readonly string[] },
): string | null {
  if (typeof target !== "string" || target === "" || target.length > REDIRECT_LENGTH_MAX) {
    return null;
  }
  if (!URL.canParse(target, sites.ownOrigin)) return null;
  const url = new URL(target, sites.ownOrigin);
  // Stryker disable next-line ConditionalExpression: the lines below reject other schemes too.
  if (url.protocol !== "http:" && url.protocol !== "https:") return null;
  if (url.username !== "" || url.password !== "") return null;
  if (url.origin === sites.ownOrigin) return ownPath(url.pathname + url.search + url.hash);
  return isPaymentOrigin(url) && sites.origins.includes(url.origin) ? url.href : null;
}

function hasUnsafeCharacter(text: string): boolean {
  for (const character of text) {
    if (character <= " " || character === "\u007f" || character === "\\") return true;
  }
  return false;
}
