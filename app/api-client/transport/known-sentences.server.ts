import { FAILURES, type MessageCode, messageKey } from "#domain/messages.ts";
import english from "#locales/en.json" with { type: "json" };

const ENGLISH: Readonly<Record<string, string>> = english;

/** Codes whose English texts are quoted in spec §6 and §8, or are the framework's own. */
const SHARED_CODES: readonly MessageCode[] = [
  ...FAILURES,
  "email_unverified",
  "email_link_invalid",
  "validation_failed",
  "order_not_found",
  "generation_failed",
  "wishlist_updated",
  "wishlist_item_removed",
  "unauthenticated",
  "forbidden",
  "too_many_attempts",
  "server_error",
  "email_taken",
];

/** Texts of such servers that differ from ours. */
const OTHER_WORDS: readonly (readonly [string, MessageCode])[] = [
  // Spec §6, §8.
  ["failed-to-generate-image", "generation_failed"],
  ["An error occurred during image generation.", "generation_failed"],
  ["failed-to-purchase-prompt", "purchase_failed"],
  ["Failed to process bank details", "bank_details_failed"],
  ["payment gateway may be unavailable", "payment_unavailable"],
  ["payment gateway may be unavailable.", "payment_unavailable"],
  // Texts of Laravel, whose Sanctum is named in spec §7.
  ["CSRF token mismatch.", "csrf_mismatch"],
  ["These credentials do not match our records.", "credentials_invalid"],
  ["Invalid signature.", "email_link_invalid"],
];

/**
 * Standard error texts of servers without codes: those given verbatim in spec §6 and §8, and those
 * of the framework behind the routes of spec §7. Any other text without a code is shown unchanged
 * (docs/decisions/0026).
 */
const CODE_BY_SENTENCE: ReadonlyMap<string, MessageCode> = new Map([
  ...SHARED_CODES.map((code) => [ENGLISH[messageKey(code)] ?? "", code] as const),
  ...OTHER_WORDS,
]);

/** The code of a standard error text; null for any other. */
export function findKnownCode(sentence: string): MessageCode | null {
  return CODE_BY_SENTENCE.get(sentence) ?? null;
}
