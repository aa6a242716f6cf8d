import { z } from "@hono/zod-openapi";
import { EMAIL_LENGTH_MAX } from "#domain/accounts.ts";
import { withoutInvisible } from "#domain/typed-text.ts";
import { statusOkSchema } from "./envelope.ts";

const EMPTY = "newsletter_email_required";
const INVALID = "email_invalid";

export const subscribeSchema = z
  .object({
    email: z
      .string(EMPTY)
      .overwrite(withoutInvisible)
      .trim()
      .min(1, EMPTY)
      .max(EMAIL_LENGTH_MAX, INVALID)
      .refine((text) => text === "" || z.email().safeParse(text).success, INVALID),
  })
  .openapi("Subscribe");

/** The token in a mail: random, one per subscriber. */
const tokenSchema = z
  .string()
  .max(100)
  .openapi({ description: "From the mail; proves access to the mailbox." });

export const confirmSchema = z.object({ token: tokenSchema }).openapi("ConfirmSubscription");

/** Mail clients send `List-Unsubscribe=One-Click` as the body and the token in the URL. */
export const unsubscribeSchema = z.object({ token: tokenSchema.optional() }).openapi("Unsubscribe");
export const unsubscribeQuerySchema = z.object({ token: tokenSchema.optional() });

export const newsletterResponseSchema = statusOkSchema.extend({ message: z.string() });

export type SubscribeBody = z.infer<typeof subscribeSchema>;
