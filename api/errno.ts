/** The code of a system's error, such as ENOENT; "" for any other error. */
export function errnoOf(error: unknown): string {
  const code = error instanceof Error && "code" in error ? error.code : null;
  return typeof code === "string" ? code : "";
}
