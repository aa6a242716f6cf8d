import {
  ERRORS,
  type ErrorCode,
  type FieldErrorCode,
  type Message,
  type MessageCode,
  type MessageParams,
  type ParamsOf,
} from "./messages.ts";

/** `Retry-After` for something that is briefly unavailable. */
export const RETRY_AFTER_SECONDS = 5;
/** The same while storage is full, which lasts until somebody frees space. */
export const FULL_RETRY_AFTER_SECONDS = 300;

/** Messages for one form, keyed by field name as in the contract. */
export type FieldErrors = Record<string, Message[]>;

/**
 * An error meant for the caller: the web app translates it by `code`, never by text. Any other
 * exception is a bug and becomes a 500. `params` are the values for the code's text; `fields` is
 * set for validation errors; `retryAfterSeconds` for too_many_attempts; `details` holds data that
 * the screen needs (a new price, a missing amount) and that is safe to show.
 */
export class DomainError extends Error {
  override readonly name = "DomainError";
  readonly status: number;
  readonly params?: MessageParams;
  readonly fields?: FieldErrors;
  readonly retryAfterSeconds?: number;
  readonly details?: Record<string, string | number>;

  constructor(
    readonly code: ErrorCode,
    options: {
      params?: MessageParams;
      fields?: FieldErrors;
      retryAfterSeconds?: number;
      details?: Record<string, string | number>;
      /** The underlying error: for the log, never shown to the caller. */
      cause?: unknown;
    } = {},
  ) {
    super(describe(code, options.fields), { cause: options.cause });
    this.status = ERRORS[code].status;
    this.params = options.params;
    this.fields = options.fields;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.details = options.details;
  }
}

/** The error's message, for logs and stack traces. */
function describe(code: ErrorCode, fields: FieldErrors = {}): string {
  const parts = Object.entries(fields).map(
    ([field, messages]) => `${field}: ${messages.map((message) => message.code).join(", ")}`,
  );
  return [code, ...parts].join("; ");
}

/** Creates a validation error for one field, in the shape of the contract's 422. */
export function fieldError<Code extends FieldErrorCode | ErrorCode>(
  field: string,
  code: Code,
  ...params: ParamsOf<Code>
): DomainError;
export function fieldError(field: string, message: Message): DomainError;
export function fieldError(
  field: string,
  problem: Message | MessageCode,
  params?: MessageParams,
): DomainError {
  const message = typeof problem === "string" ? { code: problem, params } : problem;
  return new DomainError("validation_failed", { fields: { [field]: [message] } });
}
