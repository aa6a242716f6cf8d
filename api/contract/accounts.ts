import { z } from "@hono/zod-openapi";
import {
  ADDRESS_LENGTH_MAX,
  EMAIL_LENGTH_MAX,
  NAME_LENGTH_MAX,
  normalizePassword,
  PASSWORD_LENGTH_MAX,
  PASSWORD_LENGTH_MIN,
  PHONE_LENGTH_MAX,
  PHONE_PATTERN,
  POST_CODE_LENGTH_MAX,
  RESET_TOKEN_LENGTH_MAX,
} from "#domain/accounts.ts";
import { isCountryCode } from "#domain/countries.ts";
import { REDIRECT_LENGTH_MAX } from "#domain/redirects.ts";
import { toPlainPhone, withoutInvisible } from "#domain/typed-text.ts";
import { AGE_YEARS_MIN } from "#domain/verification.ts";
import { amountSchema, idSchema, okEnvelope } from "./envelope.ts";
import { holdSchema } from "./payments.ts";
import { lineSchema } from "./texts.ts";

/** The cookie with the anti-forgery token, named as Laravel + Sanctum name it. */
export const XSRF_COOKIE = "XSRF-TOKEN";

/**
 * Messages here are codes (`errors.<code>` of locales/*.json); the API sends the code and an
 * English text.
 */
export const emailSchema = z
  .string({
    error: ({ input }) => (input === undefined ? "email_required" : "email_invalid"),
  })
  .overwrite(withoutInvisible)
  .trim()
  .max(EMAIL_LENGTH_MAX, "email_invalid")
  .pipe(z.email("email_invalid"));

const passwordSchema = z
  .string("password_required")
  .max(PASSWORD_LENGTH_MAX, "password_too_long")
  .overwrite(normalizePassword)
  .min(PASSWORD_LENGTH_MIN, "password_too_short");

const newPasswordShape = {
  password: passwordSchema,
  password_confirmation: z
    .string("password_confirmation_required")
    .max(PASSWORD_LENGTH_MAX)
    .overwrite(normalizePassword),
};
const isRepeated = (body: { password: string; password_confirmation: string }) =>
  body.password === body.password_confirmation;
const PASSWORD_MISMATCH = {
  path: ["password_confirmation"],
  message: "password_mismatch",
  // So that it is reported together with all other errors.
  when: ({ value }: { value: unknown }) => passwordPairSchema.safeParse(value).success,
};
const passwordPairSchema = z.object({ password: z.string(), password_confirmation: z.string() });

export const registerSchema = z
  .object({
    email: emailSchema,
    ...newPasswordShape,
    terms: z.literal(true, "terms_and_privacy_required").openapi({
      description: `Accepts the terms and the privacy policy, and confirms an age of at least ${AGE_YEARS_MIN} years.`,
    }),
    redirect: z.string().max(REDIRECT_LENGTH_MAX).optional().openapi({
      description: "A path of this site to continue to after confirming the address.",
    }),
  })
  .refine(isRepeated, PASSWORD_MISMATCH)
  .openapi("Register");

/** An existing password, whose minimum length is not validated. */
const knownPassword = (message: string) =>
  z.string(message).min(1, message).max(PASSWORD_LENGTH_MAX);

export const loginSchema = z
  .object({
    email: emailSchema,
    password: knownPassword("password_required"),
    remember: z.boolean().optional(),
  })
  .openapi("Login");

export const forgotPasswordSchema = z.object({ email: emailSchema }).openapi("ForgotPassword");

export const resetPasswordSchema = z
  .object({
    token: z.string("reset_link_invalid").max(RESET_TOKEN_LENGTH_MAX, "reset_link_invalid"),
    email: emailSchema,
    ...newPasswordShape,
  })
  .refine(isRepeated, PASSWORD_MISMATCH)
  .openapi("ResetPassword");

export const isAuthSchema = z.object({ authenticated: z.boolean() }).openapi("IsAuth");

export const profileSchema = z
  .object({
    id: z.union([z.number(), z.string()]).optional(),
    email: z.string(),
    name: z.string().nullish(),
    surname: z.string().nullish(),
    phone: z.string().nullish(),
    address: z.string().nullish(),
    city: z.string().nullish(),
    post_code: z.string().nullish(),
    country: z.string().nullish().openapi({ description: "ISO code of the country." }),
    balance: amountSchema.openapi({ description: "Negative while there is a debt." }),
    hold: holdSchema.optional(),
    is_email_verified: z.boolean(),
    verification_data: z.object({ status: z.string() }).nullish(),
    role: z.string().optional(),
    staff_role: z.string().nullish().openapi({ description: "The role of a staff member." }),
    viewed_until: z.number().int().optional().openapi({
      description:
        "While a staff member views the shop as this user: the end of the view, in Unix seconds.",
    }),
    favorite_ids: z.array(idSchema).nullish().openapi({
      description: "With `favorites`: the product ids of `GET /wishlist`, in its order.",
    }),
    owns_product: z.boolean().optional().openapi({
      description: "With `product_id`: whether the user has bought this product.",
    }),
  })
  .openapi("Profile");

/** What a page shows about its user besides the profile, in one call instead of three. */
export const profileQuerySchema = z.object({
  favorites: z.literal("1").optional(),
  product_id: z
    .string()
    .regex(/^[1-9]\d{0,14}$/)
    .optional(),
});

export const profileResponseSchema = okEnvelope(profileSchema);

export const PHONE_MESSAGE = "phone_invalid";
const CURRENT_REQUIRED = "current_password_required";

const nameSchema = lineSchema(NAME_LENGTH_MAX);

/** Missing fields stay unchanged; an empty text clears a value. */
export const updateProfileSchema = z
  .object({
    name: nameSchema.nullish(),
    surname: nameSchema.nullish(),
    phone: z
      .string()
      .overwrite(toPlainPhone)
      .trim()
      .max(PHONE_LENGTH_MAX, "text_too_long")
      .refine((text) => text === "" || PHONE_PATTERN.test(text), PHONE_MESSAGE)
      .nullish(),
    address: lineSchema(ADDRESS_LENGTH_MAX).nullish(),
    city: nameSchema.nullish(),
    post_code: lineSchema(POST_CODE_LENGTH_MAX).nullish(),
    country: z
      .string()
      .refine((code) => code === "" || isCountryCode(code), "country_required")
      .nullish(),
    email: emailSchema.optional(),
    current_password: z.string(CURRENT_REQUIRED).max(PASSWORD_LENGTH_MAX).optional().openapi({
      description: "Required if and only if `email` changes.",
    }),
  })
  .openapi("UpdateProfile");

export const changePasswordSchema = z
  .object({ current_password: knownPassword(CURRENT_REQUIRED), ...newPasswordShape })
  .refine(isRepeated, PASSWORD_MISMATCH)
  .openapi("ChangePassword");

export const deleteAccountSchema = z
  .object({
    password: knownPassword("password_required"),
    forfeit_balance: z
      .boolean()
      .optional()
      .openapi({
        description:
          "Must be true if the balance is not zero, or orders can still be withdrawn from, or a " +
          "statement about them is undecided: balance and refunds of these orders are forfeited.",
      }),
    expected_balance: amountSchema.optional().openapi({
      description: "The displayed balance; rejected if it has changed since.",
    }),
    expected_orders: amountSchema.optional().openapi({
      description:
        "The displayed `orders_total` of `GET /withdrawals/options`, required unless it is zero; " +
        "rejected if it has changed since.",
    }),
  })
  .openapi("DeleteAccount");

export type RegisterBody = z.infer<typeof registerSchema>;
export type LoginBody = z.infer<typeof loginSchema>;
export type ForgotPasswordBody = z.infer<typeof forgotPasswordSchema>;
export type ResetPasswordBody = z.infer<typeof resetPasswordSchema>;
export type UpdateProfileBody = z.infer<typeof updateProfileSchema>;
export type ChangePasswordBody = z.infer<typeof changePasswordSchema>;
export type DeleteAccountBody = z.infer<typeof deleteAccountSchema>;
export type Profile = z.infer<typeof profileSchema>;
export type ProfileQuery = z.infer<typeof profileQuerySchema>;
