/** Messages to us and the newsletter (spec §2 footer, §3 Contact form, §5). */

export const CONTACT_MESSAGE_LENGTH_MAX = 5_000;
/** Messages from one person or network a minute. */
export const CONTACT_PER_MINUTE_MAX = 5;

/** Requests to subscribe from one person or network a minute. */
export const NEWSLETTER_PER_MINUTE_MAX = 10;
/** An address gets at most one mail about subscribing in this time, no matter who asks for it. */
export const NEWSLETTER_MAIL_EVERY_SECONDS = 15 * 60;
/** A link to confirm works this long; then the address is forgotten. */
export const NEWSLETTER_CONFIRM_SECONDS = 7 * 24 * 60 * 60;
/** Success and error messages of the newsletter box clear after this long (spec §4, §9). */
export const NEWSLETTER_MESSAGE_MS = 2_000;

/** Receipts of messages to one address in an hour, no matter who writes: no mailbox is filled by them. */
export const CONTACT_RECEIPTS_PER_HOUR_MAX = 3;

/** How long a message and its replies are kept after the last of them: the privacy policy says it. */
export const CONTACT_KEPT_DAYS = 365;

/** The number of a message: two groups of letters and digits that nobody mistakes for one another. */
export const CONTACT_REFERENCE_PATTERN = /^[2-9A-HJ-NP-Z]{4}-[2-9A-HJ-NP-Z]{4}$/;

/** Where a message to us stands for the staff. A reply or a reading never reopens it by itself. */
export const MESSAGE_STATUSES = ["new", "read", "replied", "closed"] as const;
export type MessageStatus = (typeof MESSAGE_STATUSES)[number];
export const STAFF_MESSAGES_PER_PAGE = 30;
export const MESSAGE_REPLY_LENGTH_MAX = 10_000;

/** The status after the staff has opened a message: only what is new changes. */
export function statusAfterReading(status: MessageStatus): MessageStatus {
  return status === "new" ? "read" : status;
}

/**
 * What a marketplace API may do besides the calls of spec §7. Screens claim each only of a server that
 * says so (`settings.features`): pictures by its own engine, new pictures at no
 * cost, a history of them, one order for each
 * buyer and prompt, cards credited at once and balances that last, buying by itself once a deposit is
 * paid, a filter by price, our plain licence, an export of one's
 * own data, notices of illegal content, a profile with all that a page shows of its reader.
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
