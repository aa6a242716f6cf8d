/** The field that identifies the sender of a form: the member's id. */
export const SENDER_FIELD = "sender";

/**
 * A form that was not processed because its sender's session had expired, or the sender had lost
 * the right to send it since opening it. It is returned in the response and stored nowhere
 * (docs/decisions/0020).
 */
export type UnsentForm = {
  code: UnsentCode;
  /** The path it was sent to. */
  action: string;
  fields: [name: string, text: string][];
  /** The names of the selected files, which themselves cannot be kept. */
  files: string[];
  /** True for a form with a file field, which its parser expects to be multipart. */
  isMultipart: boolean;
};

/** Why a form was not processed, and the status of the response that returns it. */
export const UNSENT_FORMS = { session_over: 401, right_lost: 403 } as const;
type UnsentCode = keyof typeof UNSENT_FORMS;

/** The form that one of our error responses returns; null for any other error. */
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
 * True if a form failed in transit, or its sender had to sign in or may not send it: nothing has
 * changed, and reloading the screen would also fail and lose the form.
 */
export function wasNotProcessed(actionStatus: number | undefined): boolean {
  const isUnsent = Object.values(UNSENT_FORMS).some((status) => status === actionStatus);
  return isUnsent || (actionStatus !== undefined && actionStatus >= 500);
}
