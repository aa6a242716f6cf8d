/** Where a `redirect` query may lead (spec §2 guards): only to a page of our own. */

/** An address of ours is shorter; a longer one is dropped and never repeated in a page. */
export const REDIRECT_LENGTH_MAX = 2048;
/** Sending someone back to these after login would loop or sign them out. */
const NEVER_A_TARGET = new Set([
  "login",
  "register",
  "logout",
  "forgot-password",
  "reset-password",
]);

/** The path to go to after login when `wanted` is a safe path inside the site, else null. */
export function safeRedirectPath(wanted: unknown): string | null {
  const path = ownPath(wanted);
  const [, , screen] = path?.split(/[/?#]/) ?? [];
  return screen !== undefined && NEVER_A_TARGET.has(screen) ? null : path;
}

/**
 * `wanted` as a path inside the site, else null. Browsers drop tabs and line breaks inside a URL and
 * read backslashes as slashes, so each of those refuses the value.
 */
export function ownPath(wanted: unknown): string | null {
  if (typeof wanted !== "string" || wanted.length > REDIRECT_LENGTH_MAX) return null;
  if (!wanted.startsWith("/") || hasUnsafeCharacter(wanted)) return null;
  let url: URL;
  try {
    url = new URL(wanted, "http://site.invalid");
  } catch {
    return null;
  }
  if (url.origin !== "http://site.invalid" || url.pathname.startsWith("//")) return null;
  return url.pathname + url.search + url.hash;
}

function hasUnsafeCharacter(text: string): boolean {
  for (const character of text) {
    if (character <= " " || character === "\u007f" || character === "\\") return true;
  }
  return false;
}
