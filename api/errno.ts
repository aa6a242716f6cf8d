/** A full disk, a full quota, and a file system that an error has made read-only. */
const STORAGE_FULL = new Set(["ENOSPC", "EDQUOT", "EROFS"]);

/** True for a system's error when nothing more can be written. */
export const isStorageFull = (error: unknown) => STORAGE_FULL.has(errnoOf(error));

/** The code of a system's error, such as ENOENT; "" for any other error. */
export function errnoOf(error: unknown): string {
  const code = error instanceof Error && "code" in error ? error.code : null;
  return typeof code === "string" ? code : "";
}
