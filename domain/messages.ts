/**
 * All message codes of the API. A code's English text is `errors.<code>` in locales/en.json; the
 * API sends it with the code (spec §8), and the web app shows it in the reader's language. The
 * values in each text are listed here and sent as params.
 */

import { FIELD_ERRORS } from "./field-errors.ts";

/** Errors in API responses, with the HTTP status of each. */
export const ERRORS = {
  unauthenticated: { status: 401 },
  csrf_mismatch: { status: 419 },
  email_unverified: { status: 403 },
  email_link_invalid: { status: 403 },
  withdrawal_link_invalid: { status: 403 },
  email_link_mail_wait: { status: 429, params: ["seconds"] },
  forbidden: { status: 403 },
  registration_closed: { status: 403 },
  view_only: { status: 403 },
  already_authenticated: { status: 409 },
  not_found: { status: 404 },
  route_not_found: { status: 404, params: ["path"] },
  page_not_found: { status: 404 },
  locale_not_found: { status: 404 },
  method_not_allowed: { status: 405, params: ["method", "path", "allowed"] },
  payload_too_large: { status: 413 },
  malformed_body: { status: 400 },
  unsupported_media_type: { status: 415 },
  validation_failed: { status: 422 },
  too_many_attempts: { status: 429 },
  too_many_attempts_wait: { status: 429, params: ["minutes"] },
  server_error: { status: 500 },
  storage_full: { status: 507 },
  storage_unavailable: { status: 503 },
  unavailable: { status: 503 },
  product_not_found: { status: 404 },
  product_withdrawn: { status: 410 },
  product_changed: { status: 409 },
  product_undeliverable: { status: 409 },
  // The reason why a paid deposit did not buy what it was for.
  purchase_called_off: { status: 409 },
  group_not_found: { status: 404 },
  group_changed: { status: 409 },
  import_not_found: { status: 404 },
  import_changed: { status: 409 },
  export_too_large: { status: 422, params: ["max"] },
  shelf_changed: { status: 409 },
  price_changed: { status: 409 },
  balance_insufficient: { status: 402 },
  wishlist_full: { status: 409 },
  // Reasons that block deleting an account (facts of money I18).
  deposit_pending: { status: 422 },
  payout_open: { status: 422 },
  refund_open: { status: 422 },
  last_owner: { status: 422 },
  wallet_on_hold: { status: 422 }, // until the debt or dispute is settled (I17)
  order_not_found: { status: 404 },
  delivery_not_open: { status: 422 },
  // An undecided statement of withdrawal keeps it locked, so there is no date on which it opens.
  delivery_held: { status: 422 },
  order_refunded: { status: 409 },
  // Clients of spec §7 read the body of this status. The order number is for contacting us.
  order_undeliverable: { status: 500, params: ["number"] },
  deposit_not_found: { status: 404 },
  deposit_disputed: { status: 409 },
  refund_impossible: { status: 409 },
  refund_too_large: { status: 422, params: ["amount"] },
  refund_changed: { status: 409 },
  deposit_changed: { status: 409 },
  dispute_changed: { status: 409 },
  evidence_erased: { status: 409 },
  report_not_assignable: { status: 409 },
  document_not_found: { status: 404 },
  prompt_not_owned: { status: 422 },
  generation_failed: { status: 500 },
  generation_busy: { status: 503 },
  generation_rejected: { status: 422 },
  generation_unavailable: { status: 503 },
  generation_timeout: { status: 500 },
  generation_cancelled: { status: 422 },
  // The image is still in progress when the waiting request times out.
  generation_slow: { status: 500 },
  generation_not_found: { status: 404 },
  operation_conflict: { status: 422 },
  verification_in_progress: { status: 409 },
  verification_approved: { status: 409 },
  verification_decided: { status: 409 },
  payment_unavailable: { status: 502 },
  // It is unknown whether the provider has closed the payment page.
  payment_cancel_unclear: { status: 502 },
  payment_not_found: { status: 404 },
  deposit_expired: { status: 409 },
  rate_changed: { status: 409 },
  payment_finished: { status: 409 },
  offer_not_found: { status: 404 },
  offer_not_priced: { status: 409 },
  offer_not_accepted: { status: 409 },
  payout_underway: { status: 409 },
  offer_approved: { status: 409 },
  offer_declined: { status: 409 },
  offer_answered: { status: 409 },
  offer_changed: { status: 409 },
  verification_required: { status: 403 },
  card_payout_unavailable: { status: 422 },
  payout_card_not_found: { status: 404 },
  payout_card_used: { status: 409 },
  payout_card_expired: { status: 409 },
  payout_card_missing: { status: 409 },
  payout_not_found: { status: 404 },
  payout_already_marked: { status: 409 },
  payout_changed: { status: 409 },
  payout_sending: { status: 409 },
  payout_batch_changed: { status: 409 },
  payout_batch_not_found: { status: 404 },
  payouts_none_ready: { status: 409 },
  payouts_none_marked: { status: 409 },
  payouts_already_marked: { status: 409 },
  withdrawal_changed: { status: 409 },
  payouts_changed: { status: 409 },
  payout_approval_waiting: { status: 409 },
  payout_approval_decided: { status: 409 },
  payout_approval_own: { status: 403 },
  payout_approval_priced: { status: 403 },
  payout_approval_returned: { status: 403 },
  balance_request_waiting: { status: 409 },
  balance_request_decided: { status: 409 },
  balance_too_low: { status: 409, params: ["amount"] },
  payouts_not_configured: { status: 409 },
  newsletter_changed: { status: 409 },
  newsletter_sent: { status: 409 },
  signature_invalid: { status: 400 },
  settings_changed: { status: 409 },
  rate_request_waiting: { status: 409 },
  rate_request_decided: { status: 409 },
  message_not_found: { status: 404 },
  message_changed: { status: 409 },
  notice_not_found: { status: 404 },
  notice_changed: { status: 409 },
  notice_complaint_over: { status: 409 },
  page_changed: { status: 409 },
  text_changed: { status: 409 },
} as const satisfies Record<string, { status: number; params?: readonly string[] }>;

/** Why a payment failed, stored with its deposit (spec §4 Deposits). */
export const PAYMENT_FAILURES = [
  "payment_failed",
  "payment_canceled",
  "payment_expired",
  "card_declined",
  "payment_page_failed",
] as const;

/** Screen messages for a failed call for which the server gave no reason (spec §8). */
export const FAILURES = [
  ...PAYMENT_FAILURES,
  "api_failed",
  "authentication_failed",
  "bank_details_failed",
  "card_payout_declined",
  "card_payout_failed",
  "checkout_failed",
  "contact_failed",
  "deletion_unclear",
  "deposit_validation_failed",
  "deposits_fetch_failed",
  "download_failed",
  "email_link_resend_failed",
  "fields_required",
  "form_busy",
  "form_restored",
  "form_too_large",
  "form_too_slow",
  "form_unconfirmed",
  "gateway_failed",
  "login_failed",
  "newsletter_failed",
  "newsletter_unsaved",
  "offer_approve_failed",
  "offer_approve_rejected",
  "offer_create_failed",
  "offer_create_rejected",
  "offer_decline_failed",
  "offer_decline_rejected",
  "offer_withdraw_failed",
  "offer_withdraw_rejected",
  "offers_fetch_failed",
  "offers_fetch_rejected",
  "orders_fetch_failed",
  "outcome_unclear",
  "password_change_failed",
  "password_unclear",
  "purchase_failed",
  "registration_failed",
  "registration_unexpected",
  "request_failed",
  "reset_unclear",
  "right_lost",
  "server_failed",
  "session_over",
  "status_check_failed",
  "unexpected_failed",
  "unknown_failed",
  "verification_send_failed",
  "withdrawal_failed",
  "withdrawal_unclear",
  "wishlist_fetch_failed",
  "wishlist_remove_failed",
  "wishlist_update_failed",
] as const;

/** Success messages: the keys `notices.<code>`. */
const NOTICES = [
  "newsletter_confirmation_sent",
  "newsletter_subscribed",
  "newsletter_unsubscribed",
  "wishlist_item_removed",
  "wishlist_updated",
] as const;

export type ErrorCode = keyof typeof ERRORS;
export type FieldErrorCode = keyof typeof FIELD_ERRORS;
export type PaymentFailure = (typeof PAYMENT_FAILURES)[number];
export type FailureCode = (typeof FAILURES)[number];
export type NoticeCode = (typeof NOTICES)[number];
export type MessageCode = ErrorCode | FieldErrorCode | FailureCode | NoticeCode;

/** Values of a text by placeholder name. */
export type MessageParams = Readonly<Record<string, string | number>>;

/** A code with the values of its text. */
export type Message = { code: MessageCode; params?: MessageParams };

type ParamNames<Code> = Code extends FieldErrorCode
  ? (typeof FIELD_ERRORS)[Code][number]
  : Code extends ErrorCode
    ? (typeof ERRORS)[Code] extends { params: readonly (infer Name extends string)[] }
      ? Name
      : never
    : never;

/** The values that a code's text needs; no argument if it needs none. */
export type ParamsOf<Code extends MessageCode> = [ParamNames<Code>] extends [never]
  ? []
  : [params: Record<ParamNames<Code>, string | number>];

/** Creates a message with exactly the values that its text has placeholders for. */
export function createMessage<Code extends MessageCode>(
  code: Code,
  ...[params]: ParamsOf<Code>
): Message {
  return params === undefined ? { code } : { code, params };
}

const PARAMS_BY_CODE: ReadonlyMap<string, readonly string[]> = new Map([
  ...[...FAILURES, ...NOTICES].map((code) => [code, []] as const),
  ...Object.entries(FIELD_ERRORS),
  ...Object.entries(ERRORS).map(([code, error]) => {
    const params: readonly string[] = "params" in error ? error.params : [];
    return [code, params] as const;
  }),
]);

/** True for a known code. */
export function isMessageCode(code: unknown): code is MessageCode {
  return typeof code === "string" && PARAMS_BY_CODE.has(code);
}

/** True for one of our own reasons; any other text is a provider's. */
export function isPaymentFailure(reason: unknown): reason is PaymentFailure {
  return PAYMENT_FAILURES.some((code) => code === reason);
}

/** The key of a code's text in locales/*.json. */
export function messageKey(code: MessageCode): string {
  const isNotice = NOTICES.some((notice) => notice === code);
  return `${isNotice ? "notices" : "errors"}.${code}`;
}

/** The names of the values in a code's text. */
export function paramNamesOf(code: MessageCode): readonly string[] {
  return PARAMS_BY_CODE.get(code) ?? [];
}

/** All codes. */
export function listMessageCodes(): MessageCode[] {
  return [...PARAMS_BY_CODE.keys()].filter(isMessageCode);
}
