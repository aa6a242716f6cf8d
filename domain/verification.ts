/** Identity verification by documents, reviewed by staff (spec §2, §3, §4 Verification). */

import type { VerificationStatus } from "./accounts.ts";
import { addBusinessDays } from "./business-days.ts";
import { DAY_MS, isDay } from "./dates.ts";
import { createMessage, type FieldErrorCode, type Message } from "./messages.ts";

/** Review takes 1-2 business days (spec §4, §9). */
export const REVIEW_BUSINESS_DAYS_MAX = 2;

/** Our own rule: contracts for sales and payouts require adults. */
export const AGE_YEARS_MIN = 18;
const AGE_YEARS_MAX = 120;

/** Scans are deleted this long after the decision; its result is kept. */
export const DOCUMENTS_KEPT_DAYS = 30;

/**
 * The spec mentions the limit in a message ("file size exceeds {maxSize}MB", §5), but not its
 * value.
 */
export const DOCUMENT_MB_MAX = 5;
export const DOCUMENT_BYTES_MAX = DOCUMENT_MB_MAX * 1024 * 1024;
/**
 * Minimum pixels of a scan's longer side: the letters of an identity card that fills the image are
 * then seven pixels high, the minimum that is legible. Any phone or scanner produces far more.
 */
export const DOCUMENT_SIDE_PX_MIN = 400;
export const DOCUMENT_FORMATS = ["jpg", "png", "webp"] as const;
export const DOCUMENT_ACCEPT = "image/jpeg,image/png,image/webp";

/** Statuses of a submission; staff have a list for each. */
export const SENT_VERIFICATION_STATUSES = ["in_progress", "approved", "rejected"] as const;
export type SentVerificationStatus = (typeof SENT_VERIFICATION_STATUSES)[number];
export const REASON_LENGTH_MAX = 500;

export const ID_DOCUMENT_TYPES = ["passport", "identity_card", "driving_licence"] as const;
export type IdDocumentType = (typeof ID_DOCUMENT_TYPES)[number];

export const ADDRESS_DOCUMENT_TYPES = [
  "utility_bill",
  "bank_statement",
  "official_letter",
  "rental_contract",
] as const;
export type AddressDocumentType = (typeof ADDRESS_DOCUMENT_TYPES)[number];

/** Scans by field name: two sides of the identity document, one proof of address. */
export const DOCUMENT_PARTS = ["document_front", "document_back", "address_document"] as const;
export type DocumentPart = (typeof DOCUMENT_PARTS)[number];

/** Required scans, with the error code of each (spec §5). */
export const VERIFICATION_REQUIRED = {
  full_name: "full_name_required",
  date_of_birth: "date_of_birth_required",
  nationality: "nationality_required",
  phone: "phone_required",
  address: "address_required",
  city: "city_required",
  country: "country_required",
  document_type: "document_type_required",
  document_front: "document_required",
  document_back: "document_required",
  address_document_type: "document_type_required",
  address_document: "document_required",
  confirm: "information_confirmation_required",
} as const satisfies Record<string, FieldErrorCode>;
export type RequiredField = keyof typeof VERIFICATION_REQUIRED;

/** True if this side of this document is reviewed: a passport has everything on one side. */
export function needsPart(type: string | null, part: DocumentPart): boolean {
  return part !== "document_back" || type === "identity_card" || type === "driving_licence";
}

/** State transitions: none -> in_progress -> approved or rejected, and from there once more. */
const NEXT_STATUSES: Record<VerificationStatus, readonly VerificationStatus[]> = {
  none: ["in_progress"],
  in_progress: ["approved", "rejected"],
  rejected: ["in_progress"],
  approved: [],
};

export function mayVerificationBecome(
  status: VerificationStatus,
  next: VerificationStatus,
): boolean {
  return NEXT_STATUSES[status].includes(next);
}

export const DECISIONS = ["approved", "rejected"] as const;
export type Decision = (typeof DECISIONS)[number];

/** The date by which staff respond to a submission sent at `sentAt`. */
export function reviewedBy(sentAt: Date): string {
  return addBusinessDays(sentAt, REVIEW_BUSINESS_DAYS_MAX);
}

/** Documents decided before this are deleted now. */
export function documentsDecidedBefore(now: Date): Date {
  return new Date(now.getTime() - DOCUMENTS_KEPT_DAYS * DAY_MS);
}

/**
 * The problem with a date of birth ("2001-02-28"), or null. Needs the current time to determine the
 * age.
 */
export function validateBirthDate(text: string, now: Date): Message | null {
  if (!isDay(text)) return createMessage("date_of_birth_invalid");
  const years = yearsBetween(new Date(`${text}T00:00:00Z`), now);
  if (years < 0 || years > AGE_YEARS_MAX) return createMessage("date_of_birth_invalid");
  return years < AGE_YEARS_MIN ? createMessage("age_too_low", { years: AGE_YEARS_MIN }) : null;
}

/** Full years; someone born on 29 February turns a year older on 1 March. */
function yearsBetween(birth: Date, now: Date): number {
  const years = now.getUTCFullYear() - birth.getUTCFullYear();
  const isBefore =
    now.getUTCMonth() < birth.getUTCMonth() ||
    (now.getUTCMonth() === birth.getUTCMonth() && now.getUTCDate() < birth.getUTCDate());
  return isBefore ? years - 1 : years;
}
