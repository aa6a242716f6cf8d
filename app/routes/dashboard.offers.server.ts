import type { SubmissionResult } from "@conform-to/react";
import { data, type RouterContextProvider } from "react-router";
import { z } from "zod";
import { bankDetailsSchema, contactDetailsSchema } from "#api/contract/offers.ts";
import type { User } from "#app/api-client/accounts.server.ts";
import { ApiError, isUnavailable } from "#app/api-client/api-error.server.ts";
import {
  getConstraints,
  parseForm,
  readForm,
  statusOfRefusal,
} from "#app/api-client/form.server.ts";
import {
  approveOffer,
  declineOffer,
  getOffer,
  nameOfferFailure,
  type OfferView,
  toPictureUrl,
  withdrawOffer,
} from "#app/api-client/offers.server.ts";
import { cachedCategories, cachedStyles } from "#app/api-client/references.server.ts";
import { replyWithApiError } from "#app/api-client/submission.server.ts";
import type { ApiClient } from "#app/api-client/transport.server.ts";
import { CONTACT_FIELDS } from "#app/components/contact-fields.tsx";
import { loadCountries } from "#app/forms/countries.server.ts";
import { getMessage } from "#app/middleware/locale.ts";
import { orNull } from "#app/middleware/or-null.ts";
import { getApi, getUrl } from "#app/middleware/session-relay.ts";
import { redirectTo } from "#app/middleware/toast.ts";
import { addBusinessDays } from "#domain/business-days.ts";
import { needsVerification, offerStage, WITHDRAWAL_TYPES } from "#domain/offers.ts";
import { BANK_PAYOUT_BUSINESS_DAYS } from "#domain/payouts.ts";

type Context = Readonly<RouterContextProvider>;

/** What an open offer shows (spec §2 Offer modals, §4); each but `details` is `?step=` in the URL. */
export type OfferStep = "details" | "verify" | "contact" | "card" | "bank" | "result";

/** The acceptance that was seen: another price or another answer by now is refused. */
const SEEN_FIELDS = ["version", "service_price", "type"] as const;
export const CONTACT_STEP_FIELDS = [...CONTACT_FIELDS, ...SEEN_FIELDS] as const;
export const BANK_STEP_FIELDS = [...CONTACT_STEP_FIELDS, "full_name", "iban", "terms"] as const;

const seenShape = {
  version: z.coerce.number().int().positive().optional(),
  service_price: z.string().optional(),
  type: z.enum(WITHDRAWAL_TYPES).default("sepa"),
};
export const contactStepSchema = contactDetailsSchema.extend(seenShape);
export const bankStepSchema = z.object({ ...contactStepSchema.shape, ...bankDetailsSchema.shape });

/** What was typed in the contact step, carried through the forms after it and nowhere else. */
export type TypedContact = Record<(typeof CONTACT_STEP_FIELDS)[number], string>;

/** Money may be asked for: the price is ours and open, or what was paid came back. */
function mayAccept(offer: OfferView): boolean {
  const isPriced = offer.status === "offer" && offer.servicePriceCents !== null;
  return isPriced || isReturned(offer);
}

function isReturned(offer: OfferView): boolean {
  return offer.status === "approved" && offer.payout?.status === "returned";
}

/** True when money may go to verified people only and this person is not (spec §4 Approve, Other). */
function isVerificationMissing(offer: OfferView, isVerified: boolean): boolean {
  return !isVerified && (isReturned(offer) || needsVerification(offer.servicePriceCents ?? 0));
}

/** The step that a wanted one leads to; what was typed does not survive an address, so bank waits. */
export function resolveStep(
  offer: OfferView,
  wanted: string | null,
  isVerified: boolean,
): OfferStep {
  const stage = offerStage(offer.status);
  if (wanted === "result")
    return stage === "approved" || stage === "declined" ? "result" : "details";
  if (!mayAccept(offer)) return "details";
  switch (wanted) {
    case "verify":
      return isVerificationMissing(offer, isVerified) ? "verify" : "details";
    case "contact":
    case "bank":
      return isVerificationMissing(offer, isVerified) ? "verify" : "contact";
    case "card":
      return "card";
    default:
      return "details";
  }
}

/** What a row of the list shows; the newest offer is the first. */
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
    thumb: toPictureUrl(api, offer, "thumb"),
  };
}

export type OfferRow = ReturnType<typeof toRow>;

/** What the dialog of one offer shows, and what its step needs. */
export async function openOffer(
  context: Context,
  offer: OfferView,
  { user, offers }: { user: User; offers: OfferView[] },
) {
  const api = getApi(context);
  const wanted = getUrl(context).searchParams.get("step");
  const [categories, styles] = await Promise.all([
    orNull(context, "categories", cachedCategories(api)),
    orNull(context, "styles", cachedStyles(api)),
  ]);
  const step = resolveStep(offer, wanted, user.isVerified);
  // A post that is refused shows the step before the one that it was sent to.
  const isAccepting = mayAccept(offer) && wanted !== null && step !== "verify";
  return {
    ...toRow(api, offer),
    description: offer.description,
    addText: offer.addText,
    message: offer.message,
    version: offer.version,
    createdAt: offer.createdAt,
    picture: toPictureUrl(api, offer, "whole"),
    category: categories?.find(({ id }) => String(id) === offer.categoryId)?.title ?? null,
    styles:
      styles
        ?.filter(({ id }) => offer.styleIds.includes(String(id)))
        .map(({ name, title }) => name ?? title) ?? [],
    payout: offer.payout,
    arrivesBy: nameArrival(offer),
    step,
    mayAccept: mayAccept(offer),
    isReturned: isReturned(offer),
    isVerified: user.isVerified,
    isVerificationMissing: isVerificationMissing(offer, user.isVerified),
    acceptance: isAccepting
      ? {
          countries: await loadCountries(context),
          constraints: getConstraints(contactStepSchema, CONTACT_FIELDS),
          prefilled: prefill(user, offers),
        }
      : null,
  };
}

export type OpenedOffer = Awaited<ReturnType<typeof openOffer>>;

/** The day by which the money is there: of a payout on its way, or of one that is yet to be made. */
function nameArrival({ payout }: OfferView): string {
  const from = payout && payout.status !== "returned" ? payout.changedAt : null;
  return addBusinessDays(from ? new Date(from) : new Date(), BANK_PAYOUT_BUSINESS_DAYS);
}

/** From the profile (spec §5), and the address of the last acceptance. */
function prefill(user: User, offers: OfferView[]) {
  const earlier = offers.find(({ contactDetails }) => contactDetails.address)?.contactDetails ?? {};
  const text = (name: string, other = "") => {
    const value = earlier[name];
    return other || (typeof value === "string" ? value : "");
  };
  return {
    first_name: text("first_name", user.name),
    last_name: text("last_name", user.surname),
    email: text("email", user.email),
    phone: text("phone", user.phone),
    address: text("address"),
    post_code: text("post_code"),
    city: text("city"),
    country: text("country"),
  };
}

/** What an action says: the step to show, and what it needs besides the offer. */
export type OfferAnswer = {
  step: OfferStep;
  contact?: TypedContact;
  reply?: SubmissionResult<string[]>;
  /** A message about the offer itself. */
  note?: string;
};

/** Back to the contact step with all that was typed there (spec §4 Approve: "Back from sepa"). */
export async function answerBack(request: Request) {
  return data<OfferAnswer>({ step: "contact", contact: readTyped(await readForm(request)) });
}

/** Contact details, then the way to be paid: the bank's step, or the card's. */
export async function answerContact(request: Request) {
  const typed = readTyped(await readForm(request.clone()));
  const submission = await parseForm(request, contactStepSchema, CONTACT_STEP_FIELDS);
  if (submission.status !== "success") {
    const answer = { step: "contact" as const, reply: submission.reply(), contact: typed };
    return data<OfferAnswer>(answer, { status: 422 });
  }
  return data<OfferAnswer>({
    step: submission.value.type === "card" ? "card" : "bank",
    contact: typed,
  });
}

/** Accepts the offer, or asks for money that came back once more (spec §7 offer/approve, withdraw). */
export async function answerBank(request: Request, context: Context, offerId: string) {
  const typed = readTyped(await readForm(request.clone()));
  const submission = await parseForm(request, bankStepSchema, BANK_STEP_FIELDS);
  if (submission.status !== "success") {
    const step = stepOfErrors(submission.error);
    const answer = { step, contact: typed, reply: submission.reply() };
    return data<OfferAnswer>(answer, { status: 422 });
  }
  const api = getApi(context);
  const { type, version, service_price, ...details } = submission.value;
  const body = { ...details, id: { id: offerId } };
  try {
    const { offer } = await findOffer(api, offerId);
    if (offer && isReturned(offer)) await withdrawOffer(api, type, body);
    else await approveOffer(api, { ...body, version, service_price });
  } catch (error) {
    if (error instanceof ApiError && error.code === "verification_required") {
      return redirectTo(context, `${toOffer(offerId)}&step=verify`);
    }
    // About the offer, not about the form: look at it again.
    if (error instanceof ApiError && (error.status === 409 || error.status === 404)) {
      return data<OfferAnswer>({ step: "details", note: error.message }, { status: error.status });
    }
    const message = getMessage(context);
    const reply = replyWithApiError(submission, error, (text) =>
      message(text || nameBankFailure(error)),
    );
    const answer = { step: stepOfErrors(reply.error), contact: typed, reply };
    return data<OfferAnswer>(answer, { status: statusOfRefusal(error) });
  }
  return redirectTo(context, `${toOffer(offerId)}&step=result`);
}

/** Told apart from an answer that cannot be had: that there is none. */
export async function findOffer(api: ApiClient, id: string) {
  return { offer: /^[\w-]{1,64}$/.test(id) ? await getOffer(api, id) : null };
}

export async function answerDecline(context: Context, offerId: string) {
  try {
    await declineOffer(getApi(context), offerId);
  } catch (error) {
    const fallback = "An error occurred while declining the offer";
    if (isUnavailable(error)) {
      const note = nameOfferFailure(error) ?? fallback;
      return data<OfferAnswer>({ step: "details", note }, { status: error.init.status });
    }
    if (!(error instanceof ApiError)) throw error;
    return data<OfferAnswer>({ step: "details", note: error.message || fallback }, error.init);
  }
  return redirectTo(context, `${toOffer(offerId)}&step=result`);
}

const toOffer = (id: string) => `/dashboard/offers?offer=${encodeURIComponent(id)}`;

/** Spec §8 Bank step, for a failure that says nothing itself. */
function nameBankFailure(error: unknown): string {
  const named = nameOfferFailure(error);
  if (named) return named;
  if (!isUnavailable(error)) return "An unexpected error occurred. Please try again.";
  return error.init.status === 502
    ? "Server error occurred. Please try again later or contact support."
    : "Failed to process bank details. Please try again.";
}

/** Errors in what the contact step asked for are mended there. */
function stepOfErrors(errors: Record<string, unknown> | null | undefined): "contact" | "bank" {
  return CONTACT_FIELDS.some((name) => errors?.[name]) ? "contact" : "bank";
}

function readTyped(form: FormData): TypedContact {
  const text = (name: string) => {
    const value = form.get(name);
    return typeof value === "string" ? value.slice(0, 300) : "";
  };
  const entries = CONTACT_STEP_FIELDS.map((name) => [name, text(name)] as const);
  // fromEntries forgets which keys it was given; they are the step's fields.
  return Object.fromEntries(entries) as TypedContact;
}
