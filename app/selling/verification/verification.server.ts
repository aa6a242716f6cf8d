import { customIssue } from "#api/contract/issues.ts";
import { verificationSchema } from "#api/contract/verification.ts";
import type { User } from "#app/api-client/accounts.server.ts";
import type { SentVerificationView } from "#app/api-client/selling/verification.server.ts";
import { listedCountry } from "#app/forms/country/listed-country.server.ts";
import { defineForm } from "#app/forms/define-form.server.ts";
import { requireWebRequest } from "#app/middleware/web-context.ts";
import { VERIFICATION_REQUIRED, validateBirthDate } from "#domain/verification.ts";
import { withSummary } from "./verification-check.ts";

export const verificationForm = defineForm(
  async (context) => createVerificationSchema(requireWebRequest(context).now()),
  {
    id: "verification",
    failure: "verification_send_failed",
    dates: ["date_of_birth"],
    summarize: withSummary,
  },
);

/** The contract's form, with the rule about age, which depends on the time. */
function createVerificationSchema(now: Date) {
  return verificationSchema.safeExtend({
    date_of_birth: verificationSchema.shape.date_of_birth.superRefine((text, issues) => {
      const problem = validateBirthDate(text, now);
      if (problem) issues.addIssue(customIssue(problem));
    }),
    nationality: listedCountry(VERIFICATION_REQUIRED.nationality),
    country: listedCountry(VERIFICATION_REQUIRED.country),
  });
}

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
