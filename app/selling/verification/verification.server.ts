import { verificationSchema } from "#api/contract/verification.ts";
import type { User } from "#app/api-client/accounts.server.ts";
import type { SentVerificationView } from "#app/api-client/selling/verification.server.ts";
import { listedCountry } from "#app/forms/country/listed-country.server.ts";
import { defineForm } from "#app/forms/define-form.server.ts";
import { VERIFICATION_REQUIRED } from "#domain/verification.ts";
import { withSummary } from "./verification-check.ts";

export const verificationForm = defineForm(
  verificationSchema.safeExtend({
    nationality: listedCountry(VERIFICATION_REQUIRED.nationality),
    country: listedCountry(VERIFICATION_REQUIRED.country),
  }),
  {
    id: "verification",
    failure: "verification_send_failed",
    dates: ["date_of_birth"],
    summarize: withSummary,
  },
);

/** Initial values of the form: a rejected submission's, else the profile's. */
export function prefill(user: User, sent: SentVerificationView | null): Record<string, string> {
  if (!sent) {
    const full_name = [user.name, user.surname].filter(Boolean).join(" ");
    return { full_name, phone: user.phone };
  }
  const { nationality, phone, address, city, state, country } = sent;
  return {
    full_name: sent.fullName,
    date_of_birth: sent.bornOn.iso,
    ...{ nationality, phone, address, city, state, country },
    document_type: sent.documentType,
    address_document_type: sent.addressDocumentType,
  };
}
