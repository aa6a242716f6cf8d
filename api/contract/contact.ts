import { z } from "@hono/zod-openapi";
import {
  EMAIL_LENGTH_MAX,
  NAME_LENGTH_MAX,
  PHONE_LENGTH_MAX,
  PHONE_PATTERN,
} from "#domain/accounts.ts";
import { DEFAULT_CURRENCY } from "#domain/money.ts";
import { CONTACT_MESSAGE_LENGTH_MAX } from "#domain/site.ts";
import { emailSchema, PHONE_MESSAGE } from "./accounts.ts";
import { statusOkSchema } from "./envelope.ts";

const required = (message: string, lengthMax = NAME_LENGTH_MAX) =>
  z.string(message).trim().min(1, message).max(lengthMax, `At most ${lengthMax} characters`);

/** Contact details of spec §3 and §5, messages and all; every form that asks for them has these. */
export const contactDetailsShape = {
  first_name: required("First name is required"),
  last_name: required("Last name is required"),
  email: required("Email is required", EMAIL_LENGTH_MAX).pipe(emailSchema),
  phone: required("Phone number is required", PHONE_LENGTH_MAX).regex(PHONE_PATTERN, PHONE_MESSAGE),
  address: required("Address is required", 200),
  city: required("City is required"),
  post_code: required("Post code is required", 20),
  country: required("Country is required", 2).regex(/^[A-Z]{2}$/, "Country is required"),
  currency: z.literal(DEFAULT_CURRENCY).optional(),
};

export const contactSchema = z
  .object({
    ...contactDetailsShape,
    message: required("Message is required", CONTACT_MESSAGE_LENGTH_MAX),
    website: z.string().max(200).optional().openapi({
      description: "A trap for robots: no person sees it. A message with it is not kept.",
    }),
  })
  .openapi("Contact");

export const contactAnswerSchema = statusOkSchema.extend({ message: z.string() });

export type ContactBody = z.infer<typeof contactSchema>;
