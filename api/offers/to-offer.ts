import { addBusinessDays } from "#domain/business-days.ts";
import { toUnixSeconds } from "#domain/dates.ts";
import { localize } from "#domain/localized-texts.ts";
import { toCents, toDecimal } from "#domain/money.ts";
import { OFFER_REPLY_BUSINESS_DAYS } from "#domain/offers.ts";
import type { CreateOfferBody, Offer, StaffOffer } from "../contract/offers.ts";
import type { PayoutRow } from "../payouts/payouts.queries.ts";
import { toPayout } from "../payouts/payouts.service.ts";
import type { OfferRow, SentOffer } from "./offers.queries.ts";
import type { StaffOfferRow } from "./staff-offers.queries.ts";

/** An offer as its owner sees it (spec §3 Offer). */
export function toOffer(row: OfferRow, payout: PayoutRow | undefined): Offer {
  const documentUrl = row.fileKey === null ? null : `/api/offer/${row.id}/document`;
  return {
    id: row.id,
    title: row.title,
    description: row.description,
    add_text: row.addText,
    category_id: row.categoryId,
    style_ids: row.styleIds,
    doc_type: documentUrl === null ? "other" : "image",
    doc_url: documentUrl,
    doc_thumb_url: documentUrl === null ? null : `${documentUrl}?size=thumb`,
    user_price: toDecimal(row.userPriceCents),
    service_price: row.servicePriceCents === null ? null : toDecimal(row.servicePriceCents),
    status: row.status,
    version: row.version,
    message: row.message,
    reply_by: row.status === "pending" ? replyBy(row.createdAt) : null,
    contact_details: row.contact,
    payout: payout ? toPayout(payout) : null,
    created_at: toUnixSeconds(row.createdAt),
  };
}

/** The columns for a new offer's submitted data; empty text becomes null. */
export function toSentOffer(body: CreateOfferBody): SentOffer {
  return {
    title: body.title,
    description: body.description || null,
    addText: body.add_text || null,
    categoryId: Number(body.category_id),
    styleIds: [...new Set(body["style_ids[]"].map(Number))],
    userPriceCents: toCents(body.price),
  };
}

/** The date by which staff respond (spec §4, §9): "2026-11-26". */
export function replyBy(createdAt: Date): string {
  return addBusinessDays(createdAt, OFFER_REPLY_BUSINESS_DAYS);
}

/**
 * An offer as staff see it, without the payout details its seller entered: those are private, see
 * `readOfferForStaff`.
 */
export function toStaffOffer(row: StaffOfferRow, locale: string): StaffOffer {
  const { contact_details: _contact, payout: _payout, ...offer } = toOffer(row, undefined);
  return {
    ...offer,
    user: {
      id: row.userId,
      email: row.email,
      name: row.name,
      verification_status: row.verificationStatus,
      is_disabled: row.isDisabled,
    },
    category: row.categoryNames ? localize(row.categoryNames, locale) : null,
    styles: row.styleNames.map((names) => localize(names, locale)),
    original_url: row.fileKey === null ? null : `/api/staff/offers/${row.id}/original`,
    answered_at: row.reviewedAt === null ? null : toUnixSeconds(row.reviewedAt),
    locale: row.locale,
  };
}
