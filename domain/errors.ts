/**
 * Every way a request can be refused, in one closed table: its HTTP status and the English text
 * that the contract promises (spec §8). The web app translates by `code`, never by text.
 */
export const ERRORS = {
  unauthenticated: { status: 401, message: "Unauthenticated." },
  csrf_mismatch: { status: 419, message: "CSRF token mismatch." },
  email_unverified: { status: 403, message: "Your email address is not verified." },
  forbidden: { status: 403, message: "This action is unauthorized." },
  registration_closed: { status: 403, message: "Registration is closed." },
  already_authenticated: { status: 409, message: "You are already signed in." },
  not_found: { status: 404, message: "Not found." },
  method_not_allowed: { status: 405, message: "Method not allowed." },
  payload_too_large: { status: 413, message: "The POST data is too large." },
  malformed_body: { status: 400, message: "The request body could not be read." },
  unsupported_media_type: { status: 415, message: "This kind of body is not read here." },
  validation_failed: { status: 422, message: "Validation error." },
  too_many_attempts: { status: 429, message: "Too Many Attempts." },
  server_error: { status: 500, message: "Server Error" },
  storage_full: {
    status: 507,
    message: "There is no room to store this at the moment. Please try again later.",
  },
  unavailable: { status: 503, message: "Service Unavailable" },
  product_not_found: { status: 404, message: "This prompt does not exist." },
  product_withdrawn: { status: 410, message: "This prompt is no longer for sale." },
  price_changed: { status: 409, message: "The price has changed. Please look at it again." },
  balance_insufficient: { status: 402, message: "Your balance is too low for this prompt." },
  wishlist_full: {
    status: 409,
    message: "Your favourites are full. Please remove one of them first.",
  },
  // What keeps an account from being deleted (facts of money I18).
  deposit_pending: {
    status: 422,
    message: "A top-up of yours is still being processed. Please delete your account afterwards.",
  },
  payout_open: {
    status: 422,
    message: "We still owe you a payout. Please delete your account when it has arrived.",
  },
  order_not_found: { status: 404, message: "Invalid order ID" },
  prompt_not_owned: {
    status: 422,
    message: "You can make pictures from prompts that you own. Please buy this prompt first.",
  },
  generation_failed: { status: 500, message: "An error occurred during image generation" },
  generation_busy: {
    status: 503,
    message: "Many pictures are being made at the moment. Please try again in a minute.",
  },
  operation_conflict: {
    status: 422,
    message: "This form was already sent with other values. Please start again.",
  },
  verification_in_progress: {
    status: 409,
    message: "Your verification is being looked at. There is nothing more to send.",
  },
  verification_approved: { status: 409, message: "Your account is verified already." },
  verification_decided: { status: 409, message: "Somebody has decided this already." },
  payment_unavailable: { status: 502, message: "payment gateway may be unavailable." },
  payment_not_found: { status: 404, message: "This payment page does not exist or has expired." },
  deposit_expired: {
    status: 409,
    message: "This top-up has expired. Please send the form again.",
  },
  payment_finished: { status: 409, message: "This payment is already finished." },
  offer_not_found: { status: 404, message: "This offer does not exist." },
  offer_not_priced: { status: 409, message: "This offer has no price from us yet." },
  offer_not_accepted: { status: 409, message: "This offer has not been accepted yet." },
  payout_underway: {
    status: 409,
    message: "A payout for this offer is under way to another bank account.",
  },
  offer_approved: { status: 409, message: "This offer was accepted already." },
  offer_declined: { status: 409, message: "This offer was declined." },
  offer_answered: { status: 409, message: "This offer was answered already." },
  offer_changed: { status: 409, message: "Our price has changed. Please look at it again." },
  verification_required: {
    status: 403,
    message: "Please verify your profile to withdraw funds",
  },
  card_payout_unavailable: {
    status: 422,
    message: "Payouts to a card are not available. Please choose a bank transfer.",
  },
  payout_not_found: { status: 404, message: "This payout does not exist." },
  payout_changed: {
    status: 409,
    message: "This payout is in another state by now. Please look at it again.",
  },
  payout_batch_not_found: { status: 404, message: "This payout file does not exist." },
  payouts_none_ready: { status: 409, message: "No payout is ready for the bank." },
  payouts_not_configured: {
    status: 409,
    message: "The settings do not name the account that payouts come from.",
  },
  signature_invalid: { status: 400, message: "Invalid signature." },
} as const satisfies Record<string, { status: number; message: string }>;

export type ErrorCode = keyof typeof ERRORS;

/** Messages for one form, keyed by field name as the contract spells it. */
export type FieldErrors = Record<string, string[]>;

/**
 * A refusal that the caller is meant to see. Anything else that is thrown is a bug and answers 500.
 * `fields` is set for validation errors; `retryAfterSeconds` for too_many_attempts;
 * `details` for facts that the screen needs (a new price, a missing amount), safe to show.
 */
export class DomainError extends Error {
  override readonly name = "DomainError";
  readonly status: number;
  readonly fields?: FieldErrors;
  readonly retryAfterSeconds?: number;
  readonly details?: Record<string, string | number>;

  constructor(
    readonly code: ErrorCode,
    options: {
      message?: string;
      fields?: FieldErrors;
      retryAfterSeconds?: number;
      details?: Record<string, string | number>;
      /** What went wrong behind it: for the log, never for the caller. */
      cause?: unknown;
    } = {},
  ) {
    super(options.message ?? ERRORS[code].message, { cause: options.cause });
    this.status = ERRORS[code].status;
    this.fields = options.fields;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.details = options.details;
  }
}

/** A validation error on one field, with the contract's 422 shape. */
export function fieldError(field: string, message: string): DomainError {
  return new DomainError("validation_failed", { message, fields: { [field]: [message] } });
}
