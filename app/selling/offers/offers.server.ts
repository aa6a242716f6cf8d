import { getSavedContact, type SavedContact, type User } from "#app/api-client/accounts.server.ts";
import { listCategories, listStyles } from "#app/api-client/catalog.server.ts";
import { getOffer, type OfferView, toImageUrl } from "#app/api-client/selling/offers.server.ts";
import { getPayoutMethods } from "#app/api-client/site.server.ts";
import type { ApiClient } from "#app/api-client/transport/transport.server.ts";
import { listDocuments } from "#app/api-client/wallet/documents.server.ts";
import { loadCountries } from "#app/forms/country/countries.server.ts";
import { getApi, getUrl } from "#app/middleware/session-relay.ts";
import { type Context, requireWebRequest } from "#app/middleware/web-context.ts";
import { orElse, orNull } from "#app/request/or-null.ts";
import { payoutArrivesBy } from "#domain/bank-days.ts";
import { isApiId } from "#domain/ids.ts";
import { needsVerification, offerStage } from "#domain/offers.ts";
import { listPayoutMethods } from "#domain/payouts.ts";
import { type CardVisit, loadCardVisit } from "./card-visit.server.ts";
import { restoreStep } from "./kept-bank-form.server.ts";
import { bankForm, cardForm, contactForm, type OfferStep } from "./offer-forms.server.ts";

/** True if a payout can be requested: our price is open, or a payout came back. */
function mayAccept(offer: OfferView): boolean {
  const isPriced = offer.status === "offer" && offer.servicePriceCents !== null;
  return isPriced || isReturned(offer);
}

/** True if a payout came back, so that it can be requested again. */
export function isReturned(offer: OfferView): boolean {
  return offer.status === "approved" && offer.payout?.status === "returned";
}

/**
 * True if payouts require verification and this person is not verified (spec §4 Approve, Other).
 */
function isVerificationMissing(offer: OfferView, isVerified: boolean): boolean {
  return !isVerified && (isReturned(offer) || needsVerification(offer.servicePriceCents ?? 0));
}

/**
 * The step to show for the requested one. Typed values are not in the URL, so the bank step falls
 * back unless they were kept (`restoreStep`).
 */
export function resolveStep(
  offer: OfferView,
  requested: string | null,
  isVerified: boolean,
): OfferStep {
  const stage = offerStage(offer.status);
  if (requested === "result")
    return stage === "approved" || stage === "declined" ? "result" : "details";
  if (!mayAccept(offer)) return "details";
  switch (requested) {
    case "verify":
      return isVerificationMissing(offer, isVerified) ? "verify" : "details";
    case "contact":
    case "bank":
    case "card":
      return isVerificationMissing(offer, isVerified) ? "verify" : "contact";
    default:
      return "details";
  }
}

/**
 * An entered card is confirmed in the card step; its errors are shown in the step to continue with.
 */
function stepAfterCardVisit(step: OfferStep, visit: CardVisit | null): OfferStep {
  return visit?.given && step === "contact" ? "card" : step;
}

/** The fields of a list row; newest offer first. */
export function toRow(api: ApiClient, offer: OfferView) {
  const { id, title, status, isImage, userPriceCents, servicePriceCents, replyBy } = offer;
  return {
    id,
    title,
    status,
    isImage,
    userPriceCents,
    servicePriceCents,
    replyBy,
    thumb: toImageUrl(api, offer, "thumb"),
  };
}

export type OfferRow = ReturnType<typeof toRow>;

/** The data of one offer's dialog and its step. */
export async function openOffer(
  context: Context,
  request: Request,
  offer: OfferView,
  { user, offers }: { user: User; offers: OfferView[] },
) {
  const api = getApi(context);
  const requested = getUrl(context).searchParams.get("step");
  const payoutId = offer.payout?.id ?? null;
  const [categories, styles, documents] = await Promise.all([
    orNull(context, "categories", listCategories(api)),
    orNull(context, "styles", listStyles(api)),
    payoutId === null
      ? null
      : orNull(context, "documents", listDocuments(api, { payout_id: payoutId })),
  ]);
  const visit = await loadCardVisit(context, offer.id);
  const step = stepAfterCardVisit(resolveStep(offer, requested, user.isVerified), visit);
  // The steps of an acceptance: values typed in one are not in the URL, so all start here.
  const isAccepting = step === "contact" || step === "card";
  const isMissing = isVerificationMissing(offer, user.isVerified);
  // The API's own URLs, and the acceptance's data, stay on the server.
  const { picture: _picture, contactDetails: _contact, categoryId, styleIds, ...shown } = offer;
  return {
    ...shown,
    picture: toImageUrl(api, offer, "whole"),
    category: categories?.find(({ id }) => id === categoryId)?.title ?? null,
    styles: styles?.filter(({ id }) => styleIds.includes(id)).map(({ name }) => name) ?? [],
    arrivesBy: getArrivalDate(context, offer),
    documents: documents ?? [],
    step,
    mayAccept: mayAccept(offer),
    isReturned: isReturned(offer),
    isVerified: user.isVerified,
    isVerificationMissing: isMissing,
    visit,
    methods: await orElse(context, "settings", getPayoutMethods(api), listPayoutMethods(null)),
    restored: isAccepting && !isMissing ? await restoreStep(context, request, offer) : null,
    acceptance: isAccepting
      ? {
          countries: await loadCountries(context),
          contactForm: await contactForm.load(context),
          bankForm: await bankForm.load(context),
          cardForm: await cardForm.load(context),
          prefilled: await prefill(context, offers),
        }
      : null,
  };
}

export type OpenedOffer = Awaited<ReturnType<typeof openOffer>>;
/** The data of an acceptance's two steps besides the offer. */
export type Acceptance = NonNullable<OpenedOffer["acceptance"]>;

/** The date by which the money arrives: for a payout in progress, or one still to be made. */
function getArrivalDate(context: Context, { payout }: OfferView): string {
  const from = payout && payout.status !== "returned" ? payout.changedAt : null;
  const madeAt = from ? new Date(from) : requireWebRequest(context).now();
  return payoutArrivesBy(madeAt, payout?.isToCard ? "card" : "sepa");
}

/**
 * From the profile (spec §5); missing fields come from the last acceptance, for servers without
 * saved contact details.
 */
async function prefill(context: Context, offers: OfferView[]) {
  const saved = await orNull(context, "saved contact details", getSavedContact(getApi(context)));
  const earlier = offers.find(({ contactDetails }) => contactDetails.address)?.contactDetails ?? {};
  const text = (name: keyof SavedContact) => {
    const value = earlier[name];
    return saved?.[name] || (typeof value === "string" ? value : "");
  };
  return {
    first_name: text("first_name"),
    last_name: text("last_name"),
    email: text("email"),
    phone: text("phone"),
    address: text("address"),
    post_code: text("post_code"),
    city: text("city"),
    country: text("country"),
  };
}

/** True for an offer that may wait for our price, including one that was just sent. */
export function isWaiting(offer: OfferView): boolean {
  return ["pending", "unknown"].includes(offerStage(offer.status));
}

/** Distinguishes an offer that does not exist from a failed request. */
export async function findOffer(api: ApiClient, id: string) {
  return { offer: isApiId(id) ? await getOffer(api, id) : null };
}
