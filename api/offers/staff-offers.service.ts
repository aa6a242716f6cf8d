import { isVerified } from "#domain/accounts.ts";
import { toUnixSeconds } from "#domain/dates.ts";
import { DomainError, fieldError } from "#domain/errors.ts";
import { parseAmount, toDecimal } from "#domain/money.ts";
import {
  needsVerification,
  nextOfferStatus,
  OFFER_STATUSES,
  validateOfferPrice,
} from "#domain/offers.ts";
import { hasRight } from "#domain/staff-roles.ts";
import { parseStaffSearch } from "#domain/staff-search.ts";
import { recordAction } from "../audit/audit.service.ts";
import type { ReviewOfferBody, StaffOffer, StaffOffersQuery } from "../contract/offers.ts";
import { inTransaction, type Sql } from "../db/client.ts";
import { readHistoryPage } from "../db/history.queries.ts";
import type { ApiDeps, SessionUser } from "../http/context.ts";
import { assertNotOwn } from "../own-records.ts";
import { listLatestPayouts } from "../payouts/payouts.queries.ts";
import { toPayout } from "../payouts/payouts.service.ts";
import { toCounts } from "../staff/lists/staff-list.ts";
import { readOriginalFile } from "./offer-files.ts";
import { queueOfferMail } from "./offers.mails.ts";
import { changeOffer, getAnyOffer, lockOffer, type OfferRow } from "./offers.queries.ts";
import {
  countOffers,
  getOfferPlace,
  getStaffOffer,
  listOfferDecisions,
  listStaffOffers,
} from "./staff-offers.queries.ts";
import { toStaffOffer } from "./to-offer.ts";

/**
 * A page of all users' offers that match the search and status, longest waiting first unless sorted
 * otherwise, and the count of each status.
 */
export async function listOffersForStaff(deps: ApiDeps, query: StaffOffersQuery, locale: string) {
  const filter = {
    status: query.status ?? null,
    search: parseStaffSearch(query.q),
    sort: query.sort ?? "date",
  };
  const { rows, ...meta } = await listStaffOffers(deps.database, filter, readHistoryPage(query));
  return {
    payload: rows.map((row) => toStaffOffer(row, locale)),
    meta,
    counts: toCounts(OFFER_STATUSES, await countOffers(deps.database)),
  };
}

/**
 * One offer with its queue position and its decisions; for viewers with the `people` right also the
 * seller's contact details and payout, in which case the view is logged. Throws offer_not_found.
 */
export async function readOfferForStaff(
  sql: Sql,
  viewer: SessionUser,
  offerId: number,
  locale: string,
): Promise<StaffOffer> {
  const row = await getStaffOffer(sql, offerId);
  if (!row) throw new DomainError("offer_not_found");
  const decisions = await listOfferDecisions(sql, offerId);
  return {
    ...toStaffOffer(row, locale),
    ...(hasRight(viewer.staffRole, "people") ? await viewSeller(sql, viewer, row) : {}),
    queue: (await getOfferPlace(sql, offerId)) ?? undefined,
    history: decisions.map(({ at, actor, status, price, note }) => ({
      at: toUnixSeconds(at),
      actor,
      status,
      amount: price,
      note,
    })),
  };
}

/** The contact details and payout of an offer. The view is logged if there are any. */
async function viewSeller(sql: Sql, viewer: SessionUser, { id, contact }: OfferRow) {
  const payout = (await listLatestPayouts(sql, [id])).get(id);
  if (contact !== null || payout) {
    const subject = { kind: "offer", id };
    await recordAction(sql, { actorId: viewer.id, action: "offer.view", subject });
  }
  return { contact_details: contact, payout: payout ? toPayout(payout) : null };
}

/**
 * Returns the uploaded file and logs the view. Throws offer_not_found, not_found if the offer has
 * none that can be read.
 */
export async function readOriginal(deps: ApiDeps, viewer: SessionUser, offerId: number) {
  const offer = await getAnyOffer(deps.database, offerId);
  if (!offer) throw new DomainError("offer_not_found");
  const file = await readOriginalFile(deps, offer);
  await recordAction(deps.database, {
    actorId: viewer.id,
    action: "offer.view_original",
    subject: { kind: "offer", id: offerId },
  });
  return file;
}

/**
 * Reviews an offer: quotes a price or rejects it, and notifies its seller. Until the seller
 * accepts, a request that names the current version may correct the price. Repeating a review has
 * no effect. Staff cannot review their own offers. Throws offer_not_found, forbidden,
 * offer_answered, validation_failed on service_price.
 */
export async function reviewOffer(
  deps: ApiDeps,
  staff: SessionUser,
  { offerId, body, locale }: { offerId: number; body: ReviewOfferBody; locale: string },
): Promise<StaffOffer> {
  const action = body.decision === "offer" ? "price" : "reject";
  const review = {
    servicePriceCents: action === "price" ? requirePrice(body) : null,
    message: body.message || null,
  };
  return inTransaction(deps.database, async (sql) => {
    const offer = await lockOffer(sql, offerId);
    if (!offer) throw new DomainError("offer_not_found");
    assertNotOwn(staff.id, offer.userId);
    const to = nextOfferStatus(offer.status, action);
    if (isSameReview(offer, body.decision, review))
      return readOfferForStaff(sql, staff, offerId, locale);
    const isCorrection = offer.status !== "pending";
    if (to === null || (isCorrection && body.version !== offer.version)) {
      throw new DomainError("offer_answered", { details: detailsOf(offer) });
    }
    const change = { from: offer.status, to, actorId: staff.id, now: deps.now() };
    await changeOffer(sql, offerId, { by: "team", ...change, ...review });
    await recordAction(sql, {
      actorId: staff.id,
      action: `offer.${action}`,
      subject: { kind: "offer", id: offerId },
      before: toLogged(offer),
      after: toLogged({ status: to, ...review }),
    });
    const changed = await getStaffOffer(sql, offerId);
    if (!changed) throw new Error(`offer ${offerId} is missing`);
    const news = action === "price" ? "priced" : "declined";
    const isVerificationMissing =
      action === "price" &&
      needsVerification(changed.servicePriceCents ?? 0) &&
      !isVerified(changed.verificationStatus);
    await queueOfferMail(deps, sql, changed, { to: changed.email, news, isVerificationMissing });
    return toStaffOffer(changed, locale);
  });
}

/** The offer's data for the audit log. */
function toLogged(offer: Pick<OfferRow, "status" | "servicePriceCents" | "message">) {
  const { status, servicePriceCents, message } = offer;
  const price = servicePriceCents === null ? null : toDecimal(servicePriceCents);
  return { status, service_price: price, message };
}

function isSameReview(
  offer: OfferRow,
  decision: ReviewOfferBody["decision"],
  review: { servicePriceCents: number | null; message: string | null },
): boolean {
  const status = decision === "offer" ? "offer" : "declined_by_service";
  return (
    offer.status === status &&
    offer.servicePriceCents === review.servicePriceCents &&
    offer.message === review.message
  );
}

function detailsOf(offer: OfferRow): Record<string, string | number> {
  const { servicePriceCents, status, version } = offer;
  return {
    status,
    version,
    ...(servicePriceCents === null ? {} : { service_price: toDecimal(servicePriceCents) }),
  };
}

function requirePrice(body: ReviewOfferBody): number {
  if (body.service_price === undefined || body.service_price === "") {
    throw fieldError("service_price", "price_required");
  }
  const problem = validateOfferPrice(String(body.service_price));
  if (problem) throw fieldError("service_price", problem);
  const cents = parseAmount(body.service_price);
  if (cents === null) throw new Error("a price without a problem is an amount");
  return cents;
}
