/** `form_busy`: too many other forms were arriving, so this one was not read, or not to its end. */
export type UnreadCode = "form_too_large" | "form_too_slow" | "form_busy";

/** Forms whose bodies the server did not read to their end: the status for each reason. */
export const UNREAD_FORMS: Record<UnreadCode, 413 | 408 | 503> = {
  form_too_large: 413,
  form_too_slow: 408,
  form_busy: 503,
};

/**
 * Why the form of an error response was not read; null for any other error. Our own responses have
 * a code; those of a proxy that did not pass on the form only have a status.
 */
export function readUnreadCode(error: unknown): UnreadCode | null {
  if (isForeign(error)) return error.status === 413 ? "form_too_large" : null;
  const carried = typeof error === "object" && error !== null && "data" in error && error.data;
  if (typeof carried !== "object" || carried === null || !("code" in carried)) return null;
  const { code } = carried;
  return typeof code === "string" && Object.hasOwn(UNREAD_FORMS, code)
    ? (code as UnreadCode)
    : null;
}

/**
 * True for an error response that none of our screens has sent: a proxy's page, or this process's
 * plain-text rejection of a request (431). The router passes its text on.
 */
export function isForeign(error: unknown): error is { status: number; data: string } {
  if (typeof error !== "object" || error === null) return false;
  return "status" in error && "data" in error && typeof error.data === "string";
}
