/** Line breaks, other control characters, and Unicode line separators. */
const ODD = /[\p{Cc}\u2028\u2029]/u;

/**
 * True for a path that no page can have: invalid percent-encoding, or a character that is not
 * allowed in a header (a page may redirect to what its path names).
 */
export function isOddPath(pathname: string): boolean {
  try {
    return ODD.test(decodeURIComponent(pathname));
  } catch {
    return true;
  }
}
