import {
  type ApproveOfferBody,
  type DeclineOfferBody,
  type PayOutOfferBody,
  type ReviewOfferBody,
  type StaffOffer,
  staffOfferResponseSchema,
  staffOffersResponseSchema,
} from "#api/contract/offers.ts";
import {
  type HistoryCursor,
  type HistoryList,
  searchHistory,
  toDatedHistory,
  toHistoryList,
  toHistoryQuery,
} from "#app/api-client/history.server.ts";
import { type OfferRow, offerRowsSchema } from "#app/api-client/schemas/response-schemas.server.ts";
import { toDecisions, toQueuePlace } from "#app/api-client/staff/reviews.server.ts";
import {
  ApiError,
  isFailureNamed,
  isMissingCall,
  isUnknownId,
  reasonOf,
} from "#app/api-client/transport/api-error.server.ts";
import {
  mapRows,
  parseResponse,
  requireCents,
  toCents,
} from "#app/api-client/transport/parse-response.server.ts";
import { toAbsolute } from "#app/api-client/transport/storage-url.server.ts";
import type { ApiClient } from "#app/api-client/transport/transport.server.ts";
import type { ShownMessage } from "#app/i18n/message-reference.ts";
import { localePath } from "#app/i18n/paths.ts";
import { fromUnixSeconds } from "#domain/dates.ts";
import { compactIban } from "#domain/iban.ts";
import type { FailureCode } from "#domain/messages.ts";
import { type PayoutType, readOfferStatus } from "#domain/offers.ts";
import { toPayout } from "./payouts.server.ts";

/** An offer as used by screens, including staff screens. */
export type OfferView = ReturnType<typeof toOffer>;
export type StaffOfferView = ReturnType<typeof toStaffOffer>;

/** A page of the user's own offers, newest first. */
export async function listOffers(
  api: ApiClient,
  cursor: HistoryCursor,
): Promise<HistoryList<OfferView>> {
  const body = await api.get("/offer/history", toHistoryQuery(cursor));
  const { payload, meta } = parseResponse(offerRowsSchema, body);
  return toDatedHistory(mapRows(payload, toOffer), meta, cursor);
}

/**
 * Whether the server is known to take no offers, because it has no list of them. Other failures
 * prove nothing.
 */
export async function lacksOffers(api: ApiClient): Promise<boolean> {
  try {
    await api.get("/offer/history", { limit: 1 });
    return false;
  } catch (error) {
    return isMissingCall(error);
  }
}

/** One of the user's own offers, or null. */
export async function getOffer(api: ApiClient, id: string): Promise<OfferView | null> {
  const find = (rows: OfferRow[]) => rows.find((row) => String(row.id) === id);
  try {
    const offer = await searchHistory(async (page) => {
      const body = await api.get("/offer/history", { id, ...page });
      return parseResponse(offerRowsSchema, body);
    }, find);
    return offer ? toOffer(offer) : null;
  } catch (error) {
    if (isUnknownId(error)) return null;
    throw error;
  }
}

/**
 * Submits an offer; idempotent by operation id. The form's fields are those of the contract. Throws
 * ApiError 422 (fields), 413, 429.
 */
export async function createOffer(api: ApiClient, form: FormData): Promise<void> {
  await api.sendForm("/offer/create", form);
}

/**
 * Accepts the displayed price, to be paid to the given bank account. Throws ApiError
 * verification_required (403), offer_changed (409), offer_declined (409), offer_approved (409),
 * offer_not_priced (409), offer_not_found (404), validation_failed (422).
 */
export async function approveOffer(api: ApiClient, body: ApproveOfferBody): Promise<void> {
  await api.send("POST", "/offer/approve", withCompactIban(body));
}

/**
 * Declines the displayed price. Throws ApiError offer_changed (409), offer_approved (409),
 * offer_not_priced (409), offer_not_found (404).
 */
export async function declineOffer(api: ApiClient, body: DeclineOfferBody): Promise<void> {
  await api.send("POST", "/offer/decline", body);
}

/**
 * Sends another bank account for a payout that came back. Throws ApiError card_payout_unavailable
 * (422) and what `approveOffer` throws.
 */
export async function payOutOffer(
  api: ApiClient,
  type: PayoutType,
  body: PayOutOfferBody,
): Promise<void> {
  await api.send("POST", `/offer/withdraw/${type}`, withCompactIban(body));
}

/** Users may type spaces (spec §5), which not every server removes. */
const withCompactIban = <Body extends { iban: string }>(body: Body): Body => ({
  ...body,
  iban: compactIban(body.iban),
});

/** The source of an image: a URL for browsers, or a path of the API. */
export type ImageSource = { url: string } | { apiPath: string };

/**
 * Offer images are visible to the owner and staff only: those below the API's own URL are proxied
 * by us, with the user's session. Browsers load others (from a storage, spec §7) directly.
 */
export function findImage(api: ApiClient, address: string): ImageSource {
  const apiPath = api.toApiPath(address);
  return apiPath === null ? { url: toAbsolute(api, address) ?? address } : { apiPath };
}

/**
 * The bytes of a picture that we proxy; null if there is no address, or if browsers load it
 * directly. Throws as `ApiClient.download`.
 */
export async function downloadImage(
  api: ApiClient,
  address: string | null | undefined,
): Promise<Response | null> {
  const source = address ? findImage(api, address) : null;
  return source && "apiPath" in source ? api.download(source.apiPath, {}) : null;
}

/** Our own URL for a picture that only its owner may see; a storage's URL stays unchanged. */
export function toImageUrl(
  api: ApiClient,
  offer: OfferView,
  size: "thumb" | "whole",
  folder = "/dashboard/offers",
): string | null {
  const address = size === "thumb" ? offer.picture.thumbUrl : offer.picture.url;
  if (address === null || !offer.isImage) return null;
  const source = findImage(api, address);
  if ("url" in source) return source.url;
  return localePath(api.locale, `${folder}/${encodeURIComponent(offer.id)}/picture?size=${size}`);
}

/** The defaults of spec §8 Offer defaults: for a failed call, and for a response that is not OK. */
const OFFER_DEFAULTS = {
  fetch: ["offers_fetch_failed", "offers_fetch_rejected"],
  create: ["offer_create_failed", "offer_create_rejected"],
  approve: ["offer_approve_failed", "offer_approve_rejected"],
  decline: ["offer_decline_failed", "offer_decline_rejected"],
  withdraw: ["offer_withdraw_failed", "offer_withdraw_rejected"],
} as const satisfies Record<string, readonly [FailureCode, FailureCode]>;

export type OfferCall = keyof typeof OFFER_DEFAULTS;

/** The message for a failed call on offers if the error gives no reason (spec §8). */
export function defaultOfferMessage(call: OfferCall, error: unknown): FailureCode {
  const [failed, notOk] = OFFER_DEFAULTS[call];
  return nameOfferFailure(error) ?? (error instanceof ApiError ? notOk : failed);
}

/**
 * The reason given by a failed call on offers: the first error of its fields, else its message
 * (spec §8 Offer error parsing); null if there is neither. Forms show errors at their fields.
 */
export function offerReasonOf(error: unknown): ShownMessage | null {
  const errors = error instanceof ApiError ? Object.values(error.fields).flat() : [];
  return errors[0] ?? reasonOf(error);
}

/** The message that names the cause of a failed call on offers (spec §8 Offer error parsing). */
export function nameOfferFailure(error: unknown): FailureCode | null {
  if (isFailureNamed(error, "null_offset")) return "api_failed";
  if (isFailureNamed(error, "gateway")) {
    return "gateway_failed";
  }
  return null;
}

/** Lists offers by status, oldest first unless sorted. Throws ApiError 404 unless staff. */
export async function listStaffOffers(
  api: ApiClient,
  search: Partial<Record<"status" | "q" | "sort", string>>,
  cursor: HistoryCursor,
) {
  const body = await api.get("/staff/offers", { ...toHistoryQuery(cursor), ...search });
  const { payload, meta, counts } = parseResponse(staffOffersResponseSchema, body);
  const list = toHistoryList(payload.map(toStaffOffer), meta, cursor, ({ id }) => id);
  return { ...list, counts: counts ?? null };
}

/** Throws ApiError offer_not_found (404). */
export async function getStaffOffer(api: ApiClient, offerId: string): Promise<StaffOfferView> {
  const body = await api.get(`/staff/offers/${encodeURIComponent(offerId)}`);
  return toStaffOffer(parseResponse(staffOfferResponseSchema, body).payload);
}

/**
 * Quotes a price or rejects the offer. Throws ApiError offer_answered (409), offer_changed (409),
 * 422 (fields).
 */
export async function reviewOffer(
  api: ApiClient,
  offerId: string,
  response: ReviewOfferBody,
): Promise<void> {
  await api.send("POST", `/staff/offers/${encodeURIComponent(offerId)}/answer`, response);
}

/** The only mapping from the contract's offer to the view's. */
function toOffer(offer: OfferRow) {
  return {
    id: String(offer.id),
    title: offer.title,
    description: offer.description ?? "",
    addText: offer.add_text ?? "",
    categoryId: offer.category_id == null ? null : String(offer.category_id),
    styleIds: offer.style_ids?.map(String) ?? [],
    /** True when the submitted file is an image (doc_type). */
    isImage: offer.doc_type === "image",
    /** As the server states them: only the API client may use URLs of its API. */
    picture: { url: offer.doc_url ?? null, thumbUrl: offer.doc_thumb_url ?? offer.doc_url ?? null },
    userPriceCents: requireCents(offer.user_price),
    servicePriceCents: toCents(offer.service_price),
    status: readOfferStatus(offer.status),
    version: offer.version ?? null,
    message: offer.message || null,
    /** While the offer is pending: the date by which staff respond. */
    replyBy: offer.reply_by ?? null,
    /** As entered when the offer was accepted. */
    contactDetails: offer.contact_details ?? {},
    payout: offer.payout ? toPayout(offer.payout) : null,
    createdAt: fromUnixSeconds(offer.created_at) ?? "",
  };
}

function toStaffOffer(offer: StaffOffer) {
  return {
    ...toOffer(offer),
    user: {
      email: offer.user.email,
      name: offer.user.name,
      isVerified: offer.user.verification_status === "approved",
      isDisabled: offer.user.is_disabled ?? false,
    },
    category: offer.category,
    styles: offer.styles,
    originalUrl: offer.original_url,
    reviewedAt: fromUnixSeconds(offer.answered_at),
    locale: offer.locale ?? null,
    queue: offer.queue ? toQueuePlace(offer.queue) : null,
    history: toDecisions(offer.history),
  };
}
