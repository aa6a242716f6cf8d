import { contactSchema } from "#api/contract/contact.ts";
import { defineForm } from "#app/forms/define-form.server.ts";

export const contactForm = defineForm(contactSchema, {
  id: "contact",
  failure: "contact_failed",
  unclear: "contact_failed",
});
