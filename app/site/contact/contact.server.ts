import { contactSchema } from "#api/contract/contact.ts";
import { optionalListedCountrySchema } from "#app/forms/country/listed-country.server.ts";
import { defineForm } from "#app/forms/define-form.server.ts";

export const contactForm = defineForm(
  contactSchema.extend({ country: optionalListedCountrySchema }),
  { id: "contact", failure: "contact_failed", unclear: "contact_failed", comesBack: true },
);
