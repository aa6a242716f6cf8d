import type { SubmissionResult } from "@conform-to/react";
import { offerFormSchema } from "#api/contract/offers.ts";
import { ApiError } from "#app/api-client/transport/api-error.server.ts";
import { OFFER_UPLOAD_MB_MAX } from "#domain/offers.ts";

export { offerFormSchema };

export const OFFER_TEXTS = [
  "title",
  "description",
  "category_id",
  "price",
  "add_text",
  "confirm",
  "operation_id",
] as const;
export const OFFER_LISTS = ["style_ids"] as const;
export const OFFER_FILES = ["media"] as const;
export const OFFER_FIELDS = [...OFFER_TEXTS, ...OFFER_LISTS, ...OFFER_FILES] as const;

/** A right form as the contract's own (spec §7 offer/create). */
export function toContractForm(value: typeof offerFormSchema._output): FormData {
  const form = new FormData();
  const { style_ids, media, ...texts } = value;
  for (const [name, text] of Object.entries(texts)) if (text !== undefined) form.set(name, text);
  for (const id of style_ids) form.append("style_ids[]", id);
  form.set("confirm", "true");
  form.set("media", media, media.name);
  return form;
}

/** The contract's names of fields as those of the form; a body too large is the file's fault. */
export function toFormError(error: unknown): unknown {
  if (!(error instanceof ApiError)) return error;
  const { "style_ids[]": styles, ...fields } = error.fields;
  if (error.status === 413) fields.media = [`file size exceeds ${OFFER_UPLOAD_MB_MAX}MB`];
  if (styles) fields.style_ids = styles;
  return new ApiError(error.status, error.code, error.message, fields, error.details);
}

/** A file cannot be shown again: what came of it is not sent back. */
export function withoutFile(reply: SubmissionResult<string[]>): SubmissionResult<string[]> {
  const { media: _, ...initialValue } = reply.initialValue ?? {};
  return { ...reply, initialValue };
}
