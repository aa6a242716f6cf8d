import { z } from "@hono/zod-openapi";
import { EMAIL_LENGTH_MAX } from "#domain/accounts.ts";
import { REDIRECT_LENGTH_MAX } from "#domain/redirects.ts";
import { okEnvelope, statusOkSchema } from "./envelope.ts";

const part = z.string().max(200);

/** Whatever is wrong with a link has one response, so nothing is judged here. */
export const emailLinkParamsSchema = z.object({ id: part, hash: part });
export const emailLinkQuerySchema = z.object({
  expires: part.default(""),
  signature: part.default(""),
});

export const confirmEmailResponseSchema = statusOkSchema.extend({
  already_verified: z.boolean().optional().openapi({
    description: "True when the link was used before.",
  }),
});

export const resendEmailLinkSchema = z
  .object({
    redirect: z.string().max(REDIRECT_LENGTH_MAX).optional().openapi({
      description: "A path of this site that the link in the mail leads on to.",
    }),
  })
  .openapi("ResendEmailLink");

export const emailVerificationSchema = z
  .object({
    email: z.string().max(EMAIL_LENGTH_MAX).nullable().openapi({
      description: "The address that is to be confirmed; null when there is none.",
    }),
    is_change: z.boolean().openapi({
      description: "It is to replace the address of the account, which stays until then.",
    }),
    is_mailed: z.boolean().openapi({ description: "A link that still works is on its way." }),
    resend_after_seconds: z.number().int().min(0),
  })
  .openapi("EmailVerification");

export const emailVerificationResponseSchema = okEnvelope(emailVerificationSchema);

export type EmailVerificationStatus = z.infer<typeof emailVerificationSchema>;
