/** Line breaks, other control characters and what passes for a line break in texts. */
const ODD = /[\p{Cc}\u2028\u2029]/u;

/**
 * True for a path that no page can have: percent-encoding that says nothing, or a character that
 * could not stand in a header (a page may redirect to what its path names).
 */
export function isOddPath(pathname: string): boolean {
  try {
    return ODD.test(decodeURIComponent(pathname));
  } catch {
    return true;
  }
}
