import { fileTooLarge } from "#app/forms/preserve-input.ts";
import { toReference } from "#app/i18n/message-reference.ts";
import {
  DOCUMENT_BYTES_MAX,
  DOCUMENT_MB_MAX,
  DOCUMENT_PARTS,
  needsPart,
  type RequiredField,
  VERIFICATION_REQUIRED,
} from "#domain/verification.ts";

const SOME_MISSING = toReference({ code: "fields_required" });
export const DOCUMENT_TOO_LARGE = fileTooLarge(DOCUMENT_MB_MAX);
/** The fields whose message repeats the summary in other words. */
const WITHOUT_SUMMARY: readonly string[] = ["confirm", "document_type", "address_document_type"];

const missing = (name: RequiredField) => toReference({ code: VERIFICATION_REQUIRED[name] });
const isRequired = (name: string): name is RequiredField => name in VERIFICATION_REQUIRED;

/**
 * Missing or oversized files, found before megabytes are sent in vain (spec §5); null if there are
 * none. The server checks everything else.
 */
export function checkVerification(form: FormData): Record<string, string[]> | null {
  const type = form.get("document_type");
  const errors: Record<string, string[]> = {};
  for (const name of Object.keys(VERIFICATION_REQUIRED).filter(isRequired)) {
    const part = DOCUMENT_PARTS.find((one) => one === name);
    if (part && !needsPart(typeof type === "string" ? type : null, part)) continue;
    const value = form.get(name);
    const isThere = typeof value === "string" ? value.trim() !== "" : (value?.size ?? 0) > 0;
    if (!isThere) errors[name] = [missing(name)];
    else if (value instanceof File && value.size > DOCUMENT_BYTES_MAX) {
      errors[name] = [DOCUMENT_TOO_LARGE];
    }
  }
  return Object.keys(errors).length > 0 ? withSummary(errors) : null;
}

/** Adds the spec's line about missing fields at the top if one is missing (spec §5). */
export function withSummary<Messages extends string[] | null>(
  errors: Record<string, Messages>,
): Record<string, Messages | string[]> {
  const isMissing = Object.entries(errors).some(
    ([name, messages]) =>
      isRequired(name) &&
      !WITHOUT_SUMMARY.includes(name) &&
      !DOCUMENT_PARTS.some((part) => part === name) &&
      messages?.[0] === missing(name),
  );
  return isMissing ? { form: [SOME_MISSING], ...errors } : errors;
}
