/** Messages of the contact form, and how staff process them (spec §3 Contact form, §5). */

export const CONTACT_MESSAGE_LENGTH_MAX = 5_000;
/** Messages per person or network and minute. */
export const CONTACT_PER_MINUTE_MAX = 5;

/** Receipts per address and hour, from all senders together: the form cannot flood a mailbox. */
export const CONTACT_RECEIPTS_PER_HOUR_MAX = 3;

/**
 * How long a message and its replies are kept after the last of them, as stated in the privacy
 * policy.
 */
export const CONTACT_KEPT_DAYS = 365;

/** Message status for staff. Neither a reply nor reading it reopens a message automatically. */
export const MESSAGE_STATUSES = ["new", "read", "replied", "closed"] as const;
export type MessageStatus = (typeof MESSAGE_STATUSES)[number];
export const STAFF_MESSAGES_PER_PAGE = 30;
export const MESSAGE_REPLY_LENGTH_MAX = 10_000;

/** The status after staff opened a message: only "new" changes. */
export function statusAfterReading(status: MessageStatus): MessageStatus {
  return status === "new" ? "read" : status;
}
