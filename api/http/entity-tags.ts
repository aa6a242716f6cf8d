/**
 * Returns true if a client's copy is current: `If-None-Match` lists the response's ETag, or is `*`.
 * Tags are compared weakly (RFC 9110 §13.1.2), because caches and compressing proxies make them
 * weak.
 */
export function isCurrentCopy(ifNoneMatch: string | null | undefined, etag: string): boolean {
  if (!ifNoneMatch) return false;
  if (ifNoneMatch.trim() === "*") return true;
  const expected = etag.replace(/^W\//, "");
  return ifNoneMatch.match(/"[^"]*"/g)?.includes(expected) ?? false;
}
