/** Allowed targets of a `redirect` query (spec §2 guards): only pages of this site. */

/** Our own URLs are shorter; a longer one is dropped and never echoed in a page. */
export const REDIRECT_LENGTH_MAX = 2048;
/** Redirecting here after login would loop or sign the user out. */
const NEVER_A_TARGET: ReadonlySet<string | undefined> = new Set([
  "login",
  "register",
  "logout",
  "forgot-password",
  "reset-password",
]);

/** The path to go to after login if `target` is a safe path inside the site, else null. */
export function safeRedirectPath(target: unknown): string | null {
  const path = ownPath(target);
  const screen = path?.split(/[/?#]/)[2];
  return NEVER_A_TARGET.has(screen) ? null : path;
}

/**
 * `target` as a path inside the site, else null. Browsers strip tabs and line breaks from a URL and
 * treat backslashes as slashes, so a value with any of these is rejected.
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
  const path = url.pathname + url.search + url.hash;
  // Percent-encoding turns a letter into six characters, and a header has to hold the path.
  return path.length > REDIRECT_LENGTH_MAX ? null : path;
}

/** Plain http only for payment pages on the operator's own machine. */
const LOCAL_HOSTS = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** True for a site to which payments may lead: https, or http on this machine. */
export function isPaymentOrigin(url: URL): boolean {
  return url.protocol === "https:" || (url.protocol === "http:" && LOCAL_HOSTS.has(url.hostname));
}

/**
 * The allowed redirect target of a payment (spec §4 Deposits: a returned redirect_url is followed):
 * a page of ours as its path, so that a user on another host name of this server stays there and
 * stays signed in; a page of one of `origins` as its full URL; null for anything else. The URL is
 * parsed as browsers parse it, and the parsed form is returned, never the text.
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
  if (url.href.length > REDIRECT_LENGTH_MAX) return null;
  return isPaymentOrigin(url) && sites.origins.includes(url.origin) ? url.href : null;
}

function hasUnsafeCharacter(text: string): boolean {
  for (const character of text) {
    if (character <= " " || character === "\u007f" || character === "\\") return true;
  }
  return false;
}
