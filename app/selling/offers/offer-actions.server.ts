import { data } from "react-router";
import {
  approveOffer,
  declineOffer,
  defaultOfferMessage,
  nameOfferFailure,
  type OfferView,
  offerReasonOf,
  payOutOffer,
} from "#app/api-client/selling/offers.server.ts";
import { confirmCardPayout, startCardPayout } from "#app/api-client/selling/payouts.server.ts";
import {
  ApiError,
  isOutcomeUnclear,
  isUnavailable,
} from "#app/api-client/transport/api-error.server.ts";
import type { ApiClient } from "#app/api-client/transport/transport.server.ts";
import { CONTACT_FIELDS } from "#app/forms/contact-fields.tsx";
import { clearKeptForm } from "#app/forms/kept-form.server.ts";
import { malformed, parseForm, readForm } from "#app/forms/parse-form.server.ts";
import { toReference } from "#app/i18n/message-reference.ts";
import { getApi, getUrl } from "#app/middleware/session-relay.ts";
import { type Context, requireWebRequest } from "#app/middleware/web-context.ts";
import { redirectTo } from "#app/request/flash-toast.ts";
import { redirectToTarget } from "#app/request/redirect-to-target.ts";
import type { FailureCode } from "#domain/messages.ts";
import { offerStage } from "#domain/offers.ts";
import { isOfOffer, keepNextStep } from "./kept-bank-form.server.ts";
import {
  bankForm,
  cardForm,
  contactForm,
  declineFormSchema,
  FORM_IDS,
  type OfferResult,
  readTyped,
  type TypedContact,
} from "./offer-forms.server.ts";
import { toStep } from "./offer-paths.ts";
import { findOffer, isReturned } from "./offers.server.ts";

/** Back to the contact step with the typed values (spec §4 Approve: "Back from sepa"). */
export async function returnToContact(request: Request) {
  return data<OfferResult>({ step: "contact", contact: await readTypedForm(request) });
}

/** Contact details, then the payout method: the bank step, or the card step. */
export async function submitContact(request: Request, context: Context, offerId: string) {
  const typed = await readTypedForm(request.clone());
  const submission = await contactForm.parse({ request, context });
  if (submission.status !== "success") {
    const failed = contactForm.reject({ context, submission });
    const result = { step: "contact", form: failed.data, contact: typed } as const;
    return data<OfferResult>(result, failed.init ?? {});
  }
  const step = submission.value.type === "card" ? "card" : "bank";
  const { headers, isKept } = await keepNextStep(context, offerId, { step, contact: typed });
  if (isKept && (await mayReload(context, { step, offerId, typed }))) {
    const next = await redirectTo(context, toStep(offerId, step));
    for (const line of headers.getSetCookie()) next.headers.append("set-cookie", line);
    return next;
  }
  return data<OfferResult>({ step, contact: typed }, { headers });
}

/**
 * Whether to redirect to the next step. To the bank step only without scripts, where reload and Back
 * would otherwise send the contact details again; with them its URL is this one. Not if the redirect
 * would lead to another step, because the price has changed.
 */
async function mayReload(
  context: Context,
  { step, offerId, typed }: { step: "card" | "bank"; offerId: string; typed: TypedContact },
) {
  if (step === "bank" && !requireWebRequest(context).isDocument) return false;
  const found = await findOffer(getApi(context), offerId).catch(() => null);
  return Boolean(found?.offer && isOfOffer(typed, found.offer));
}

/**
 * Redirects to the payout provider's page, where the card is entered (spec §4 Approve: card opens
 * the card step).
 */
export async function startCard(request: Request, context: Context, offerId: string) {
  const typed = await readTypedForm(request.clone());
  const submission = await contactForm.parse({ request, context });
  const showContact = ({ data: form, init }: ReturnType<typeof contactForm.reject>) =>
    data<OfferResult>({ step: "contact", form, contact: typed }, init ?? {});
  if (submission.status !== "success") {
    return showContact(contactForm.reject({ context, submission }));
  }
  const { type: _, ...body } = submission.value;
  try {
    const target = await startCardPayout(getApi(context), { ...body, id: { id: offerId } });
    const provided = redirectToTarget(context, target);
    // A server that returns no page has accepted: the offer shows the result.
    return provided ?? (await redirectTo(context, `${toOffer(offerId)}&step=result`));
  } catch (error) {
    const otherStep = await changeStep(context, offerId, "withdraw", error);
    if (otherStep) return otherStep;
    const failure = nameCardFailure(error);
    return showContact(contactForm.reject({ context, submission, error, failure }));
  }
}

/** Confirms the entered card: accepts the offer, or pays out money that came back again. */
export async function submitCard(request: Request, context: Context, offerId: string) {
  const state = getUrl(context).searchParams.get("card") ?? "";
  const submission = await cardForm.parse({ request, context });
  const showAgain = ({ data: form, init }: ReturnType<typeof cardForm.reject>) =>
    data<OfferResult>({ step: "card", form }, init ?? {});
  if (submission.status !== "success") return showAgain(cardForm.reject({ context, submission }));
  const api = getApi(context);
  try {
    await confirmCardPayout(api, offerId, state);
  } catch (error) {
    if (!isOutcomeUnclear(error) || !(await isDone(api, offerId, isPaidOut))) {
      const otherStep = await changeStep(context, offerId, "withdraw", error);
      if (otherStep) return otherStep;
      const failure = nameCardFailure(error);
      return showAgain(cardForm.reject({ context, submission, error, failure }));
    }
  }
  return clearKeptForm(context, await redirectTo(context, `${toOffer(offerId)}&step=result`));
}

/** Spec §8: a card that could not be processed, unless the error names its cause. */
function nameCardFailure(error: unknown): FailureCode {
  return nameOfferFailure(error) ?? "card_payout_failed";
}

/** Redirect for an error about the offer rather than the form; null for the form's own errors. */
async function changeStep(
  context: Context,
  offerId: string,
  call: "approve" | "withdraw",
  error: unknown,
) {
  if (!(error instanceof ApiError)) return null;
  if (error.code === "verification_required") {
    return redirectTo(context, `${toOffer(offerId)}&step=verify`);
  }
  if (error.status !== 409 && error.status !== 404) return null;
  const note = toNote(error, defaultOfferMessage(call, error));
  return data<OfferResult>({ step: "details", note }, { status: error.status });
}

/**
 * Accepts the offer, or requests another payout of returned money (spec §7 offer/approve,
 * withdraw).
 */
export async function submitBankDetails(request: Request, context: Context, offerId: string) {
  const typed = await readTypedForm(request.clone());
  const submission = await bankForm.parse({ request, context });
  const showAgain = async ({ data: failed, init }: ReturnType<typeof bankForm.reject>) => {
    const step = stepOfErrors(failed.reply.error);
    const form = { ...failed, formId: FORM_IDS[step] };
    const fullName = readText(failed.reply.initialValue?.full_name);
    const { headers } = await keepNextStep(context, offerId, { step, contact: typed, fullName });
    return data<OfferResult>({ step, contact: typed, form }, { ...init, headers });
  };
  if (submission.status !== "success") return showAgain(bankForm.reject({ context, submission }));
  const api = getApi(context);
  const { type, version, service_price, ...details } = submission.value;
  const body = { ...details, id: { id: offerId } };
  let call: "approve" | "withdraw" = "approve";
  try {
    const { offer } = await findOffer(api, offerId);
    if (offer && isReturned(offer)) call = "withdraw";
    if (call === "withdraw") await payOutOffer(api, type, body);
    else await approveOffer(api, { ...body, version, service_price });
  } catch (error) {
    if (isOutcomeUnclear(error) && (await isDone(api, offerId, isPaidOut))) {
      return clearKeptForm(context, await redirectTo(context, `${toOffer(offerId)}&step=result`));
    }
    const otherStep = await changeStep(context, offerId, call, error);
    if (otherStep) return otherStep;
    const failure = nameBankFailure(call, error);
    return showAgain(bankForm.reject({ context, submission, error, failure }));
  }
  return clearKeptForm(context, await redirectTo(context, `${toOffer(offerId)}&step=result`));
}

/** Declines the displayed price (spec §7 offer/decline). */
export async function submitDecline(request: Request, context: Context, offerId: string) {
  const submission = await parseForm(request, declineFormSchema);
  if (submission.status !== "success") throw malformed();
  const { version, service_price } = submission.value;
  try {
    await declineOffer(getApi(context), { id: offerId, version, service_price });
  } catch (error) {
    const isFailed = isUnavailable(error);
    if (!isFailed && !(error instanceof ApiError)) throw error;
    if (!isOutcomeUnclear(error) || !(await isDone(getApi(context), offerId, isDeclinedOffer))) {
      const note = toNote(error, defaultOfferMessage("decline", error));
      return data<OfferResult>({ step: "details", note }, error.init);
    }
  }
  return redirectTo(context, `${toOffer(offerId)}&step=result`);
}

/** The server's reason, else `failure`, for `OfferResult.note`. */
const toNote = (error: unknown, failure: FailureCode) =>
  toReference(offerReasonOf(error) ?? { code: failure });

/** Whether a call with an unclear outcome was executed, judging by the offer itself. */
async function isDone(
  api: ApiClient,
  offerId: string,
  isAsRequested: (offer: OfferView) => boolean,
): Promise<boolean> {
  const found = await findOffer(api, offerId).catch(() => null);
  return Boolean(found?.offer && isAsRequested(found.offer));
}

const isPaidOut = (offer: OfferView) =>
  offerStage(offer.status) === "approved" && !isReturned(offer);
const isDeclinedOffer = (offer: OfferView) => offerStage(offer.status) === "declined";

const toOffer = (id: string) => `/dashboard/offers?offer=${encodeURIComponent(id)}`;

/** Spec §8 Bank step and Offer defaults, for an error without its own reason. */
function nameBankFailure(call: "approve" | "withdraw", error: unknown): FailureCode {
  const named = nameOfferFailure(error);
  if (named) return named;
  if (error instanceof ApiError) {
    // `status: "ERROR"` in a 2xx is the response that is not OK; a 4xx is a separate kind of error.
    const isNotOk = error.status < 400;
    return isNotOk ? defaultOfferMessage(call, error) : "unexpected_failed";
  }
  const httpStatus = isUnavailable(error) ? error.data.httpStatus : undefined;
  if (httpStatus === undefined) return "bank_details_failed";
  return httpStatus === 500 ? "server_failed" : defaultOfferMessage(call, error);
}

/** The step of these errors: those in fields of the contact step are corrected there. */
function stepOfErrors(errors: Record<string, unknown> | null | undefined): "contact" | "bank" {
  return CONTACT_FIELDS.some((name) => errors?.[name]) ? "contact" : "bank";
}

const readText = (value: unknown) => (typeof value === "string" ? value : undefined);

async function readTypedForm(request: Request): Promise<TypedContact> {
  const form = await readForm(request);
  return readTyped((name) => form.get(name));
}
