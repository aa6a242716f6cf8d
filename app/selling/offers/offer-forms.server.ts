import { z } from "zod";
import { bankDetailsSchema, contactDetailsSchema } from "#api/contract/offers.ts";
import { CONTACT_FIELDS } from "#app/forms/contact-fields.tsx";
import { listedCountrySchema } from "#app/forms/country/listed-country.server.ts";
import { defineForm } from "#app/forms/define-form.server.ts";
import type { FailedForm } from "#app/forms/form-types.ts";
import { PAYOUT_TYPES } from "#domain/offers.ts";

/**
 * The views of an open offer (spec §2 Offer modals, §4); each except `details` is `?step=` in the
 * URL.
 */
export type OfferStep = "details" | "verify" | "contact" | "card" | "bank" | "result";

/**
 * The values that were displayed: the decision is rejected if price or review have changed since.
 */
const SEEN_FIELDS = ["version", "service_price", "type"] as const;
export const CONTACT_STEP_FIELDS = [...CONTACT_FIELDS, ...SEEN_FIELDS] as const;

const seenShape = {
  // In the contract's form: another server may count from zero.
  version: z.coerce.number().int().optional(),
  service_price: z.string().optional(),
};
const contactStepSchema = contactDetailsSchema.extend({
  ...seenShape,
  type: z.enum(PAYOUT_TYPES).default("sepa"),
  country: listedCountrySchema,
});
const bankStepSchema = z.object({ ...contactStepSchema.shape, ...bankDetailsSchema.shape });

/** Declining has a single button and no separate step. */
export const declineFormSchema = z.object({ ...seenShape, decision: z.string().optional() });

/** The card itself is entered elsewhere; here its use is confirmed. */
const cardStepSchema = z.object({ terms: bankDetailsSchema.shape.terms });

/** The ids of the steps that are forms. */
export const FORM_IDS = { contact: "contact-step", bank: "bank-step", card: "card-step" } as const;

export const contactForm = defineForm(contactStepSchema, {
  id: FORM_IDS.contact,
  failure: "request_failed",
});
export const bankForm = defineForm(bankStepSchema, {
  id: FORM_IDS.bank,
  failure: "bank_details_failed",
});

export const cardForm = defineForm(cardStepSchema, {
  id: FORM_IDS.card,
  failure: "card_payout_failed",
});

/** Values typed in the contact step, carried only through the following forms. */
export type TypedContact = Record<(typeof CONTACT_STEP_FIELDS)[number], string>;

/** An action's result: the step to show, and its data besides the offer. */
export type OfferResult = {
  step: OfferStep;
  contact?: TypedContact;
  form?: FailedForm;
  /** A message about the offer itself, as a message reference (`toReference`). */
  note?: string;
};

/** The submitted fields of the contact step, as texts. */
export function readTyped(fieldOf: (name: string) => unknown): TypedContact {
  const text = (name: string) => {
    const value = fieldOf(name);
    return typeof value === "string" ? value.slice(0, 300) : "";
  };
  const entries = CONTACT_STEP_FIELDS.map((name) => [name, text(name)] as const);
  // fromEntries loses the type of its keys, which are the step's fields.
  return Object.fromEntries(entries) as TypedContact;
}
