import { z } from "zod";
import { offerFormSchema } from "#api/contract/offers.ts";
import { defaultOfferMessage } from "#app/api-client/selling/offers.server.ts";
import type { ApiError } from "#app/api-client/transport/api-error.server.ts";
import { defineForm } from "#app/forms/define-form.server.ts";
import { getLocale } from "#app/middleware/locale.ts";
import { createMessage } from "#domain/messages.ts";
import { toDecimal } from "#domain/money.ts";
import { OFFER_UPLOAD_MB_MAX } from "#domain/offers.ts";
import { parseTypedAmount } from "#domain/typed-amounts.ts";

export const offerForm = defineForm(async (context) => createOfferFormSchema(getLocale(context)), {
  id: "offer",
  comesBack: true,
  failure: (error) => defaultOfferMessage("create", error),
  fromApi: toFormError,
});

/** The form, with the price as people type it in this language: "12,50" is 12.50 EUR. */
export function createOfferFormSchema(locale: string) {
  const { price } = offerFormSchema.shape;
  return offerFormSchema.extend({
    price: z
      .string("price_required")
      .transform((typed) => {
        const cents = parseTypedAmount(typed, locale);
        return cents === null ? typed : toDecimal(cents);
      })
      .pipe(price),
  });
}

/** A valid form in the contract's format (spec §7 offer/create). */
export function toContractForm(value: typeof offerFormSchema._output): FormData {
  const form = new FormData();
  const { style_ids, media, ...texts } = value;
  for (const [name, text] of Object.entries(texts)) if (text !== undefined) form.set(name, text);
  for (const id of style_ids) form.append("style_ids[]", id);
  form.set("confirm", "true");
  form.set("media", media, media.name);
  return form;
}

/** Other names of the styles: the contract's, and Laravel's for one of them. */
const STYLE_IDS = /^style_ids(?:\[\]|\.\d+)$/;

/** Renames the API's fields to those of the form; a body that is too large is the file's fault. */
export function toFormError(error: ApiError): ApiError {
  const renamed = error.renameFields((name) => (STYLE_IDS.test(name) ? "style_ids" : name));
  if (error.status !== 413) return renamed;
  const media = [createMessage("file_too_large", { maxSize: OFFER_UPLOAD_MB_MAX })];
  return renamed.withFields({ ...renamed.fields, media });
}
