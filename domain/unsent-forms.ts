/**
 * A form that was not processed because its sender's session had expired. It is returned in the
 * response and stored nowhere (docs/decisions/0020).
 */
export type UnsentForm = {
  code: "session_over";
  /** The path it was sent to. */
  action: string;
  fields: [name: string, text: string][];
  /** What cannot be kept: the names of the selected files. */
  files: string[];
  /** A form with a file field, which its parser expects as such. */
  isMultipart: boolean;
};

/** The form that an error response of ours returns, or null for any other error. */
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
 * True when a form failed in transit or its sender had to sign in: nothing has changed, and
 * reloading the screen would fail too and lose the form.
 */
export function wasNotJudged(actionStatus: number | undefined): boolean {
  return actionStatus !== undefined && (actionStatus >= 500 || actionStatus === 401);
}
