/** The field that says whose form it is: the member's id. */
export const SENDER_FIELD = "sender";

/**
 * A form that was not processed because its sender's session had expired, or the sender had lost
 * the right to it since it was opened. It is returned in the response and stored nowhere
 * (docs/decisions/0020).
 */
export type UnsentForm = {
  code: UnsentCode;
  /** The path it was sent to. */
  action: string;
  fields: [name: string, text: string][];
  /** What cannot be kept: the names of the selected files. */
  files: string[];
  /** A form with a file field, which its parser expects as such. */
  isMultipart: boolean;
};

/** Why a form was not processed, and the status of the response that returns it. */
export const UNSENT_FORMS = { session_over: 401, right_lost: 403 } as const;
type UnsentCode = keyof typeof UNSENT_FORMS;

/** The form that an error response of ours returns, or null for any other error. */
export function readUnsent(error: unknown): UnsentForm | null {
  const carried = typeof error === "object" && error !== null && "data" in error && error.data;
  return isUnsent(carried) ? carried : null;
}

/** Only our own server sends these codes. */
function isUnsent(value: unknown): value is UnsentForm {
  if (typeof value !== "object" || value === null || !("code" in value)) return false;
  return typeof value.code === "string" && Object.hasOwn(UNSENT_FORMS, value.code);
}

/**
 * True when a form failed in transit, or its sender had to sign in or may not send it: nothing has
 * changed, and reloading the screen would fail too and lose the form.
 */
export function wasNotProcessed(actionStatus: number | undefined): boolean {
  const isUnsent = Object.values(UNSENT_FORMS).some((status) => status === actionStatus);
  return isUnsent || (actionStatus !== undefined && actionStatus >= 500);
}
