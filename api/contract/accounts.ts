import { z } from "@hono/zod-openapi";
import { EMAIL_LENGTH_MAX, PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN } from "#domain/accounts.ts";
import { amountSchema, okEnvelope } from "./envelope.ts";

/** Messages are codes here (locale keys `errors.<code>` in the web app); the API sends English. */
export const emailSchema = z
  .string("Please enter a valid email address")
  .trim()
  .max(EMAIL_LENGTH_MAX, "Please enter a valid email address")
  .pipe(z.email("Please enter a valid email address"));

const passwordSchema = z
  .string("Password is required")
  .min(PASSWORD_LENGTH_MIN, `The password must have at least ${PASSWORD_LENGTH_MIN} characters`)
  .max(PASSWORD_LENGTH_MAX, `The password must have at most ${PASSWORD_LENGTH_MAX} characters`);

export const registerSchema = z
  .object({
    email: emailSchema,
    password: passwordSchema,
    password_confirmation: z.string("Please repeat the password").max(PASSWORD_LENGTH_MAX),
    terms: z.literal(true, "you must accept the terms and privacy policy"),
  })
  .refine((body) => body.password === body.password_confirmation, {
    path: ["password_confirmation"],
    message: "The two passwords differ",
  })
  .openapi("Register");

export const loginSchema = z
  .object({
    email: emailSchema,
    password: z
      .string("Password is required")
      .min(1, "Password is required")
      .max(PASSWORD_LENGTH_MAX),
    remember: z.boolean().optional(),
  })
  .openapi("Login");

export const isAuthSchema = z.object({ authenticated: z.boolean() }).openapi("IsAuth");

export const profileSchema = z
  .object({
    id: z.union([z.number(), z.string()]).optional(),
    email: z.string(),
    name: z.string().nullish(),
    surname: z.string().nullish(),
    phone: z.string().nullish(),
    balance: amountSchema,
    is_email_verified: z.boolean(),
    verification_data: z.object({ status: z.string() }).nullish(),
    role: z.string().optional(),
  })
  .openapi("Profile");

export const profileAnswerSchema = okEnvelope(profileSchema);

export type RegisterBody = z.infer<typeof registerSchema>;
export type LoginBody = z.infer<typeof loginSchema>;
export type Profile = z.infer<typeof profileSchema>;
