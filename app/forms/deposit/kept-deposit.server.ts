import { CONTACT_FIELDS } from "#app/forms/contact-fields.tsx";
import { describeKept, readKeptForm } from "#app/forms/kept-form.server.ts";
import { getUrl } from "#app/middleware/session-relay.ts";
import type { Context } from "#app/middleware/web-context.ts";
import { addMethods, DEPOSIT_FORM_ID, type FailedDeposit } from "./deposit-form.server.ts";

/** The fields of a deposit form that are kept across a sign-in; consent must be given again. */
export const KEPT_DEPOSIT_FIELDS = ["amount", ...CONTACT_FIELDS, "payment_method"] as const;

/**
 * The deposit form of this URL as submitted when its session had expired, or its sender's address
 * was not confirmed, for a user who has returned since, with the methods for its details; null if
 * there is none. It has not opened a deposit.
 */
export async function restoreDeposit(
  context: Context,
  request: Request,
): Promise<FailedDeposit | null> {
  const url = getUrl(context);
  const kept = await readKeptForm(context, request);
  if (!kept || kept.path !== url.pathname + url.search || !("amount" in kept.fields)) return null;
  return addMethods(context, {
    formId: DEPOSIT_FORM_ID,
    reply: { status: "error", initialValue: kept.fields, error: { form: [describeKept(kept)] } },
    operationId: null,
    isUnclear: false,
  });
}
