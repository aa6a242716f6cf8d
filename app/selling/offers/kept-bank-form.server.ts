import type { RouterContextProvider } from "react-router";
import type { FailedForm } from "#app/forms/form-types.ts";
import { readKeptForm } from "#app/forms/kept-form.server.ts";
import { toReference } from "#app/i18n/message-reference.ts";
import { getUrl } from "#app/middleware/session-relay.ts";
import {
  CONTACT_STEP_FIELDS,
  FORM_IDS,
  type OfferResult,
  readTyped,
} from "./offer-forms.server.ts";

/** Spec §8 Bank step, 401. */
const AUTHENTICATION_ERROR = toReference({ code: "authentication_failed" });
const RESTORED = toReference({ code: "form_restored" });

/**
 * The step whose form was submitted with an expired session, with the typed values, for the user
 * who has signed in and returned to it; null when there is none. Consent must be given again.
 */
export async function restoreStep(
  context: Readonly<RouterContextProvider>,
  request: Request,
): Promise<Pick<OfferResult, "step" | "contact" | "form"> | null> {
  const url = getUrl(context);
  const kept = await readKeptForm(context, request);
  // With a given card only its consent was sent.
  if (!kept || kept.path !== url.pathname + url.search || url.searchParams.has("card")) return null;
  const contact = readTyped((name) => kept.fields[name]);
  const { full_name = "", iban = "" } = kept.fields;
  const step = url.searchParams.has("confirm") ? "bank" : "contact";
  const values: Record<string, string> = step === "bank" ? { full_name, iban } : { ...contact };
  const message = step === "bank" ? AUTHENTICATION_ERROR : RESTORED;
  const form: FailedForm = {
    formId: FORM_IDS[step],
    reply: { status: "error", initialValue: values, error: { form: [message] } },
    operationId: null,
    isUnclear: false,
  };
  return { step, contact, form };
}

export const KEPT_FIELDS = [...CONTACT_STEP_FIELDS, "full_name", "iban"] as const;
