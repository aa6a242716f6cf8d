import { contactSchema } from "#api/contract/contact.ts";

export const contactFormSchema = contactSchema;
export const CONTACT_FORM_FIELDS = [
  "first_name",
  "last_name",
  "email",
  "phone",
  "address",
  "post_code",
  "city",
  "country",
  "currency",
  "message",
  "website",
] as const;
