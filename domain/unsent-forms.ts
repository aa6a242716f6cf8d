/**
 * A form that nothing was done with because its sender's session was over. It travels back to them in
 * the response and is stored nowhere (docs/decisions/0020).
 */
export type UnsentForm = {
  code: "session_over";
  /** Where it was sent to. */
  action: string;
  fields: [name: string, text: string][];
  /** What cannot be kept: the names of the files that were chosen. */
  files: string[];
  /** A form with a file field, which its reader expects as such. */
  isMultipart: boolean;
};

/** The form that an error response of ours carries back, or null for any other error. */
export function readUnsent(error: unknown): UnsentForm | null {
  const carried = typeof error === "object" && error !== null && "data" in error && error.data;
  return isUnsent(carried) ? carried : null;
}

/** Only our own server sends this code. */
function isUnsent(value: unknown): value is UnsentForm {
  return (
    typeof value === "object" && value !== null && "code" in value && value.code === "session_over"
  );
}

/**
 * True when a form failed on its way or its sender had to sign in: nothing has changed, and to load a
 * screen anew would fail too and take the form with it.
 */
export function wasNotJudged(actionStatus: number | undefined): boolean {
  return actionStatus !== undefined && (actionStatus >= 500 || actionStatus === 401);
}
