import type { MessageCode } from "#domain/messages.ts";

/**
 * The sentences by which servers without codes state what they have in common: those that spec §6
 * and §8 give word for word, and those of the framework behind the routes of spec §7. Any other
 * sentence without a code is shown as it is (docs/decisions/0026).
 */
const CODE_BY_SENTENCE: ReadonlyMap<string, MessageCode> = new Map<string, MessageCode>([
  // Spec §6, §8.
  ["Your email address is not verified.", "email_unverified"],
  ["Login failed", "login_failed"],
  ["Registration failed", "registration_failed"],
  ["An unexpected error occurred during registration", "registration_unexpected"],
  ["Password change failed", "password_change_failed"],
  ["Failed to load orders. Please try again later.", "orders_fetch_failed"],
  ["Failed to process request", "request_failed"],
  ["Validation error.", "validation_failed"],
  ["Sorry, an error occurred while sending your message.", "contact_failed"],
  ["Invalid order ID", "order_not_found"],
  ["failed-to-generate-image", "generation_failed"],
  ["failed-to-purchase-prompt", "purchase_failed"],
  ["An error occurred during image generation", "generation_failed"],
  ["An error occurred during image generation.", "generation_failed"],
  ["An error occurred during download", "download_failed"],
  ["Failed to purchase prompt", "purchase_failed"],
  ["Payment failed", "payment_failed"],
  ["An unknown error occurred", "unknown_failed"],
  ["Failed to process bank details", "bank_details_failed"],
  ["Failed to process bank details. Please try again.", "bank_details_failed"],
  ["Server error occurred. Please try again later or contact support.", "server_failed"],
  ["Authentication error. Please log in again and try once more.", "authentication_failed"],
  ["API error. Please contact support.", "api_failed"],
  ["payment gateway may be unavailable", "payment_unavailable"],
  ["payment gateway may be unavailable.", "payment_unavailable"],
  [
    "Payment gateway error. Please try again later or use a different payment method.",
    "gateway_failed",
  ],
  ["Failed to fetch wishlist", "wishlist_fetch_failed"],
  ["Failed to update wishlist", "wishlist_update_failed"],
  ["Failed to remove from wishlist", "wishlist_remove_failed"],
  ["Wishlist updated successfully", "wishlist_updated"],
  ["Item removed from wishlist", "wishlist_item_removed"],
  ["Failed to fetch deposit history", "deposits_fetch_failed"],
  ["Validation failed", "deposit_validation_failed"],
  ["Checkout failed", "checkout_failed"],
  ["Failed to check status", "status_check_failed"],
  ["Failed to fetch offers", "offers_fetch_rejected"],
  ["Failed to create offer (API error)", "offer_create_rejected"],
  ["Failed to approve offer", "offer_approve_rejected"],
  ["Failed to decline offer", "offer_decline_rejected"],
  ["Failed to process withdrawal", "offer_withdraw_rejected"],
  ["An error occurred while fetching offers", "offers_fetch_failed"],
  ["An unexpected error occurred while creating the offer.", "offer_create_failed"],
  ["An error occurred while approving the offer", "offer_approve_failed"],
  ["An error occurred while declining the offer", "offer_decline_failed"],
  ["An error occurred while processing the withdrawal.", "offer_withdraw_failed"],
  ["An unexpected error occurred. Please try again.", "unexpected_failed"],
  ["An error occurred during subscription.", "newsletter_failed"],
  // Laravel, whose Sanctum spec §7 names.
  ["Unauthenticated.", "unauthenticated"],
  ["This action is unauthorized.", "forbidden"],
  ["CSRF token mismatch.", "csrf_mismatch"],
  ["Too Many Attempts.", "too_many_attempts"],
  ["Server Error", "server_error"],
  ["These credentials do not match our records.", "credentials_invalid"],
  ["The email has already been taken.", "email_taken"],
]);

/** The code of a sentence that servers have in common; null for any other text. */
export function findKnownCode(sentence: string): MessageCode | null {
  return CODE_BY_SENTENCE.get(sentence) ?? null;
}
