/**
 * Offers: designs and prompts that members submit to the shop (spec §2 My Offers, §3, §4 Offers).
 */

import { createMessage, type Message } from "./messages.ts";
import { AMOUNT_CENTS_MAX, DEFAULT_CURRENCY, parseAmount, toDecimal } from "./money.ts";

/** From this price on, only verified people can accept an offer: 150.00 EUR (spec §4, §6, §9). */
export const VERIFICATION_THRESHOLD_CENTS = 15_000;

/** True if accepting this price requires an approved verification (spec §4 Approve). */
export function needsVerification(servicePriceCents: number): boolean {
  return servicePriceCents >= VERIFICATION_THRESHOLD_CENTS;
}

/** Prices are EUR cents, in steps of 0.01 (spec §5); the upper limit is that of all amounts. */
const OFFER_PRICE_CENTS_MIN = 1;
const DIGITS = /^\d+(?:[.,]\d{1,2})?$/;

/** The problem with an entered price in EUR; null if it is valid. */
export function validateOfferPrice(typed: string): Message | null {
  const cents = parseAmount(typed);
  if (cents === null) {
    return DIGITS.test(typed.trim())
      ? createMessage("price_too_high", { amount: toEuros(AMOUNT_CENTS_MAX) })
      : createMessage("amount_invalid");
  }
  if (cents >= OFFER_PRICE_CENTS_MIN) return null;
  return createMessage("price_too_low", { amount: toEuros(OFFER_PRICE_CENTS_MIN) });
}

const toEuros = (cents: number) => `${toDecimal(cents)} ${DEFAULT_CURRENCY}`;

/** Accepted image formats of an offer (spec §2 Create offer form, §9). */
export const OFFER_UPLOAD_MB_MAX = 5;
export const OFFER_UPLOAD_BYTES_MAX = OFFER_UPLOAD_MB_MAX * 1024 * 1024;
/** Minimum pixels of the longer side, equal to the shop's smallest rendition. */
export const OFFER_UPLOAD_SIDE_PX_MIN = 160;
export const OFFER_UPLOAD_FORMATS = ["jpg", "png", "gif"] as const;
export type OfferUploadFormat = (typeof OFFER_UPLOAD_FORMATS)[number];
/** For the file input, which displays images only (spec §5). */
export const OFFER_UPLOAD_ACCEPT = "image/jpeg,image/png,image/gif";

/** Our limits; the spec gives none. */
export const OFFER_TITLE_LENGTH_MAX = 120;
export const OFFER_TEXT_LENGTH_MAX = 5_000;
export const OFFER_STYLES_MAX = 12;
export const OFFERS_PER_MINUTE_MAX = 10;
/** Each is stored with its image, which takes 5 MB or more, and is reviewed by a person. */
export const OFFERS_PER_DAY_MAX = 100;

/** Staff respond by e-mail within this many business days (spec §4, §9). */
export const OFFER_REPLY_BUSINESS_DAYS = 3;

/** The target of a payout: a card, or a bank account by SEPA transfer (spec §4 Approve). */
export const PAYOUT_TYPES = ["card", "sepa"] as const;
export type PayoutType = (typeof PAYOUT_TYPES)[number];

export const DOC_TYPES = ["image", "other"] as const;

export const OFFER_STATUSES = [
  "pending",
  "offer",
  "approved",
  "declined_by_service",
  "declined_by_user",
] as const;
export type OfferStatus = (typeof OFFER_STATUSES)[number];

/** `price` and `reject` are staff actions, `approve` and `decline` are the owner's. */
export const OFFER_ACTIONS = ["price", "reject", "approve", "decline"] as const;
export type OfferAction = (typeof OFFER_ACTIONS)[number];

/**
 * All state transitions (I13). A price may be corrected until the owner accepts it; an acceptance
 * states the price that the owner saw. Approved and declined are final.
 */
const NEXT_STATUS: Record<OfferStatus, Partial<Record<OfferAction, OfferStatus>>> = {
  pending: { price: "offer", reject: "declined_by_service" },
  offer: { price: "offer", approve: "approved", decline: "declined_by_user" },
  approved: {},
  declined_by_service: {},
  declined_by_user: {},
};

/** The status after an action; null if the action is not possible in this status. */
export function nextOfferStatus(status: OfferStatus, action: OfferAction): OfferStatus | null {
  return NEXT_STATUS[status][action] ?? null;
}

/** True if either side declined it, under any name that a server may send (spec §3). */
export function isDeclined(status: string): boolean {
  return status === "declined" || status === "declined_by_service" || status === "declined_by_user";
}

/** Other servers' words for a rejection, optionally followed by who rejected it. */
const DECLINED_LIKE = /^(?:declined|rejected)(?:_|$)/;

/**
 * A server's status in the terms of spec §3, regardless of letter case; another word for a
 * rejection becomes `declined`. Anything else stays unchanged.
 */
export function readOfferStatus(stated: string): string {
  const status = stated
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, "_");
  if (isDeclined(status) || OFFER_STATUSES.some((one) => one === status)) return status;
  return DECLINED_LIKE.test(status) ? "declined" : stated;
}

const STAGES = ["pending", "offer", "approved"] as const;

export type OfferStage = (typeof STAGES)[number] | "declined" | "unknown";

/** The offer's state for its owner; `unknown` for one that only another server knows. */
export function offerStage(status: string): OfferStage {
  if (isDeclined(status)) return "declined";
  return STAGES.find((stage) => stage === status) ?? "unknown";
}

export type PriceLabel = "our_price" | "final_price" | "declined_price";

/** Label of the price next to the owner's own (spec §3 labels, §4); null if there is none yet. */
export function priceLabel(status: string, servicePriceCents: number | null): PriceLabel | null {
  switch (offerStage(status)) {
    case "pending":
    case "unknown":
      return null;
    case "offer":
      return servicePriceCents === null ? null : "our_price";
    case "approved":
      return "final_price";
    case "declined":
      return "declined_price";
  }
}

type Prices = { userPriceCents: number; servicePriceCents: number | null };

/** The final value of an offer: the service's price, else the user's (spec §4 approved). */
export function finalPriceCents({ userPriceCents, servicePriceCents }: Prices): number {
  return servicePriceCents ?? userPriceCents;
}

/** Once decided, the user's price is struck through if it was not the final one (spec §4). */
export function isUserPriceStruck(status: string, prices: Prices): boolean {
  const stage = offerStage(status);
  if (stage !== "approved" && stage !== "declined") return false;
  const { servicePriceCents, userPriceCents } = prices;
  return servicePriceCents !== null && servicePriceCents !== userPriceCents;
}

export type OfferBadge = "offer" | "details";

/** The badge in the list (spec §2 My Offers). */
export function offerBadge(status: string, servicePriceCents: number | null): OfferBadge {
  return status === "offer" && servicePriceCents !== null ? "offer" : "details";
}

export type ApprovalErrorCode =
  | "offer_not_priced"
  | "offer_declined"
  | "offer_approved"
  | "offer_changed"
  | "verification_required";

/** The price and version that the owner saw; null for a value that the caller did not send. */
export type SeenOffer = { servicePriceCents: number | null; version: number | null };

/**
 * True if an offer has changed since its owner saw it; values that were not sent are not compared.
 */
export function isOfferChanged(
  offer: { servicePriceCents: number | null; version: number },
  seen: SeenOffer,
): boolean {
  if (seen.version !== null && seen.version !== offer.version) return true;
  return seen.servicePriceCents !== null && seen.servicePriceCents !== offer.servicePriceCents;
}

/**
 * Whether the owner may accept this offer now. Call inside the transaction, with locked rows.
 */
export function validateApproval(facts: {
  status: OfferStatus;
  servicePriceCents: number | null;
  version: number;
  seen: SeenOffer;
  isVerified: boolean;
}): ApprovalErrorCode | null {
  const { status, servicePriceCents, seen } = facts;
  if (isDeclined(status)) return "offer_declined";
  if (status === "approved") return "offer_approved";
  if (nextOfferStatus(status, "approve") === null || servicePriceCents === null) {
    return "offer_not_priced";
  }
  if (isOfferChanged(facts, seen)) return "offer_changed";
  return needsVerification(servicePriceCents) && !facts.isVerified ? "verification_required" : null;
}
