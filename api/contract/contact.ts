import { z } from "@hono/zod-openapi";
import {
  ADDRESS_LENGTH_MAX,
  EMAIL_LENGTH_MAX,
  NAME_LENGTH_MAX,
  PHONE_LENGTH_MAX,
  PHONE_PATTERN,
  POST_CODE_LENGTH_MAX,
} from "#domain/accounts.ts";
import { CONTACT_MESSAGE_LENGTH_MAX } from "#domain/contact.ts";
import { DEFAULT_CURRENCY } from "#domain/money.ts";
import { toPlainPhone } from "#domain/typed-text.ts";
import { emailSchema, PHONE_MESSAGE } from "./accounts.ts";
import { operationIdSchema, statusOkSchema } from "./envelope.ts";
import { lineSchema, requiredLine, requiredText } from "./texts.ts";

const required = (message: string, lengthMax = NAME_LENGTH_MAX) => requiredLine(message, lengthMax);

/**
 * The contact details of spec §3 and §5 with their messages, shared by every form that asks for
 * them.
 */
export const contactDetailsShape = {
  first_name: required("first_name_required"),
  last_name: required("last_name_required"),
  email: requiredText("email_required", EMAIL_LENGTH_MAX).pipe(emailSchema),
  phone: requiredText("phone_required", PHONE_LENGTH_MAX, toPlainPhone).regex(
    PHONE_PATTERN,
    PHONE_MESSAGE,
  ),
  address: required("address_required", ADDRESS_LENGTH_MAX),
  city: required("city_required"),
  post_code: required("post_code_required", POST_CODE_LENGTH_MAX),
  country: required("country_required", 2).regex(/^[A-Z]{2}$/, "country_required"),
  currency: z.literal(DEFAULT_CURRENCY).optional(),
};

/** The same rule for an optional field, which a form may send empty. */
const optional = (lengthMax: number) => lineSchema(lengthMax).optional();

/**
 * A message to staff. It has all fields of spec §3 Contact form, but requires only what a reply
 * needs: name, email address and message.
 */
export const contactSchema = z
  .object({
    operation_id: operationIdSchema.optional(),
    first_name: contactDetailsShape.first_name,
    last_name: optional(NAME_LENGTH_MAX),
    email: contactDetailsShape.email,
    phone: z
      .string()
      .overwrite(toPlainPhone)
      .trim()
      .max(PHONE_LENGTH_MAX, "text_too_long")
      .refine((phone) => phone === "" || PHONE_PATTERN.test(phone), PHONE_MESSAGE)
      .optional(),
    address: optional(ADDRESS_LENGTH_MAX),
    city: optional(NAME_LENGTH_MAX),
    post_code: optional(POST_CODE_LENGTH_MAX),
    country: z
      .string()
      .regex(/^(?:[A-Z]{2})?$/, "country_required")
      .optional(),
    currency: contactDetailsShape.currency,
    message: requiredText("message_required", CONTACT_MESSAGE_LENGTH_MAX),
    website: z.string().max(200).optional().openapi({
      description: "Honeypot, hidden from people. A message with a value is dropped.",
    }),
  })
  .openapi("Contact");

export const contactResponseSchema = statusOkSchema.extend({
  message: z.string(),
  reference: z.string().optional().openapi({
    description: "The reference of the message, for sender and staff.",
  }),
});

export type ContactBody = z.infer<typeof contactSchema>;
