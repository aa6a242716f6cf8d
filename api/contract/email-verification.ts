import { z } from "@hono/zod-openapi";
import { EMAIL_LENGTH_MAX } from "#domain/accounts.ts";
import { REDIRECT_LENGTH_MAX } from "#domain/redirects.ts";
import { okEnvelope, statusOkSchema } from "./envelope.ts";

const part = z.string().max(200);

/** Every invalid link gets the same response, so nothing is validated here. */
export const emailLinkParamsSchema = z.object({ id: part, hash: part });
export const emailLinkQuerySchema = z.object({
  expires: part.default(""),
  signature: part.default(""),
});

export const confirmEmailResponseSchema = statusOkSchema.extend({
  already_verified: z.boolean().optional().openapi({
    description: "True if the link had been used before.",
  }),
});

export const resendEmailLinkSchema = z
  .object({
    redirect: z.string().max(REDIRECT_LENGTH_MAX).optional().openapi({
      description: "A path of this site to continue to after the link in the mail.",
    }),
  })
  .openapi("ResendEmailLink");

export const emailVerificationSchema = z
  .object({
    email: z.string().max(EMAIL_LENGTH_MAX).nullable().openapi({
      description: "The address to confirm; null if none.",
    }),
    is_change: z.boolean().openapi({
      description: "It replaces the account's address once confirmed.",
    }),
    is_mailed: z.boolean().openapi({ description: "A valid link has been sent." }),
    resend_after_seconds: z.number().int().min(0),
  })
  .openapi("EmailVerification");

export const emailVerificationResponseSchema = okEnvelope(emailVerificationSchema);

export type EmailVerificationStatus = z.infer<typeof emailVerificationSchema>;
