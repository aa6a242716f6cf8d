import type { OfferView } from "#app/api-client/selling/offers.server.ts";
import type { FailedForm } from "#app/forms/form-types.ts";
import {
  clearKeptForm,
  describeKept,
  readKeptForm,
  storeForm,
} from "#app/forms/kept-form.server.ts";
import { toReference } from "#app/i18n/message-reference.ts";
import { getUrl } from "#app/middleware/session-relay.ts";
import type { Context } from "#app/middleware/web-context.ts";
import { toDecimal } from "#domain/money.ts";
import {
  CONTACT_STEP_FIELDS,
  FORM_IDS,
  type OfferResult,
  readTyped,
  type TypedContact,
} from "./offer-forms.server.ts";
import { toStep } from "./offer-paths.ts";

/** Spec §8 Bank step, 401. */
const AUTHENTICATION_ERROR = toReference({ code: "authentication_failed" });

type Restored = Pick<OfferResult, "step" | "contact" | "form"> & { fullName?: string };
type Seen = Pick<OfferView, "id" | "version" | "servicePriceCents">;

/** The steps after the contact details. */
const NEXT_STEPS = ["bank", "card"] as const;

/**
 * Keeps the values needed to show the step after the contact details, whose URL contains none of
 * them, so that a reload shows that step again: the contact details and the account's owner, but
 * neither account nor consent. Clears them for a result that shows another step. Returns the
 * headers for that result, and whether the values were kept: those that are too long for a cookie
 * are not.
 */
export async function keepNextStep(
  context: Context,
  offerId: string,
  { step, contact, fullName }: { step: string; contact: TypedContact; fullName?: string },
): Promise<{ headers: Headers; isKept: boolean }> {
  const sent = { headers: new Headers() };
  const fields = { ...contact, ...(fullName === undefined ? {} : { full_name: fullName }) };
  const isNext = NEXT_STEPS.some((next) => next === step);
  const isKept =
    isNext && (await storeForm(context, sent, { path: toStep(offerId, step), fields }));
  if (!isKept) await clearKeptForm(context, sent);
  return { headers: sent.headers, isKept };
}

/** True if these details were typed for the price that is offered now. */
export function isOfOffer(contact: TypedContact, offer: Seen): boolean {
  const price = offer.servicePriceCents === null ? "" : toDecimal(offer.servicePriceCents);
  return contact.version === String(offer.version ?? "") && contact.service_price === price;
}

/** The next step as it was kept; null for another step, or once a different price is offered. */
function restoreNext(
  context: Context,
  { step, fields }: { step: (typeof NEXT_STEPS)[number]; fields: Record<string, string> },
  offer: Seen,
) {
  const contact = readTyped((name) => fields[name]);
  if (!isOfOffer(contact, offer) || getUrl(context).searchParams.get("step") !== step) return null;
  return { step, contact, fullName: fields.full_name };
}

/**
 * The step that was kept: the one after the contact details, for a reload; or the one whose form was
 * not processed, with the typed values, for a user who has signed in, or confirmed the address, and
 * returned to it. Null if there is none. Consent must be given again.
 */
export async function restoreStep(
  context: Context,
  request: Request,
  offer: Seen,
): Promise<Restored | null> {
  const url = getUrl(context);
  const kept = await readKeptForm(context, request);
  // If a card was entered, only its consent was sent.
  if (!kept || url.searchParams.has("card")) return null;
  const { path, fields } = kept;
  const next = NEXT_STEPS.find((step) => path === toStep(offer.id, step));
  if (next) return restoreNext(context, { step: next, fields }, offer);
  if (path !== url.pathname + url.search) return null;
  const contact = readTyped((name) => fields[name]);
  const { full_name = "", iban = "" } = fields;
  const step = url.searchParams.has("confirm") ? "bank" : "contact";
  const values: Record<string, string> = step === "bank" ? { full_name, iban } : { ...contact };
  const isSessionOver = kept.reason !== "email_unverified";
  const message = step === "bank" && isSessionOver ? AUTHENTICATION_ERROR : describeKept(kept);
  const form: FailedForm = {
    formId: FORM_IDS[step],
    reply: { status: "error", initialValue: values, error: { form: [message] } },
    operationId: null,
    isUnclear: false,
  };
  return { step, contact, form };
}

export const KEPT_FIELDS = [...CONTACT_STEP_FIELDS, "full_name", "iban"] as const;
