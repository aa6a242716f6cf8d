/** Contact messages and the newsletter (spec §2 footer, §3 Contact form, §5). */

export const CONTACT_MESSAGE_LENGTH_MAX = 5_000;
/** Messages per person or network and minute. */
export const CONTACT_PER_MINUTE_MAX = 5;

/** Subscription requests per person or network and minute. */
export const NEWSLETTER_PER_MINUTE_MAX = 10;
/** An address gets at most one subscription mail in this time, regardless of the requester. */
export const NEWSLETTER_MAIL_EVERY_SECONDS = 15 * 60;
/** Lifetime of a confirmation link; afterwards the address is deleted. */
export const NEWSLETTER_CONFIRM_SECONDS = 7 * 24 * 60 * 60;
/** Success and error messages of the newsletter box clear after this long (spec §4, §9). */
export const NEWSLETTER_MESSAGE_MS = 2_000;

/** Receipts per address and hour, regardless of the sender: the form cannot flood a mailbox. */
export const CONTACT_RECEIPTS_PER_HOUR_MAX = 3;

/**
 * Retention of a message and its replies after the last of them, as stated in the privacy policy.
 */
export const CONTACT_KEPT_DAYS = 365;

/** A message's reference: two groups of characters that cannot be confused. */
export const CONTACT_REFERENCE_PATTERN = /^[2-9A-HJ-NP-Z]{4}-[2-9A-HJ-NP-Z]{4}$/;

/** Message status for staff. Neither a reply nor reading it reopens a message automatically. */
export const MESSAGE_STATUSES = ["new", "read", "replied", "closed"] as const;
export type MessageStatus = (typeof MESSAGE_STATUSES)[number];
export const STAFF_MESSAGES_PER_PAGE = 30;
export const MESSAGE_REPLY_LENGTH_MAX = 10_000;

/** The status after staff opened a message: only "new" changes. */
export function statusAfterReading(status: MessageStatus): MessageStatus {
  return status === "new" ? "read" : status;
}

/**
 * Features of a marketplace API besides the calls of spec §7. Screens rely on one only if the
 * server lists it (`settings.features`): images by its own engine, free new images, an image
 * history, one order per buyer and prompt, cards credited immediately and balances that do not
 * expire, automatic purchase once a deposit is paid, a price filter, our standard licence, a data
 * export, notices of illegal content, a profile with everything a page shows about its reader.
 */
export const SERVER_FEATURES = [
  "own_engine",
  "free_images",
  "generations",
  "single_purchase",
  "known_payments",
  "buy_after_deposit",
  "price_filter",
  "plain_licence",
  "own_data",
  "notices",
  "profile_extras",
] as const;
export type ServerFeature = (typeof SERVER_FEATURES)[number];
