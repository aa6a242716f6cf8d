/** `form_busy`: too many others were arriving, and the form was not read, or not to its end. */
export type UnreadCode = "form_too_large" | "form_too_slow" | "form_busy";

/** Forms whose bodies the server did not read to their ends: the status by the reason. */
export const UNREAD_FORMS: Record<UnreadCode, 413 | 408 | 503> = {
  form_too_large: 413,
  form_too_slow: 408,
  form_busy: 503,
};

/** Why the form of an error response of ours was not read; null for any other error. */
export function readUnreadCode(error: unknown): UnreadCode | null {
  const carried = typeof error === "object" && error !== null && "data" in error && error.data;
  if (typeof carried !== "object" || carried === null || !("code" in carried)) return null;
  const { code } = carried;
  return typeof code === "string" && Object.hasOwn(UNREAD_FORMS, code)
    ? (code as UnreadCode)
    : null;
}
