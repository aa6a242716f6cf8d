/** The disk or quota is full, or an error has made the file system read-only. */
const STORAGE_FULL = new Set(["ENOSPC", "EDQUOT", "EROFS"]);

/** Returns true for a system error that means nothing more can be written. */
export const isStorageFull = (error: unknown) => STORAGE_FULL.has(errnoOf(error));

/** Returns the code of a system error, such as ENOENT; "" for any other error. */
export function errnoOf(error: unknown): string {
  const code = error instanceof Error && "code" in error ? error.code : null;
  return typeof code === "string" ? code : "";
}
