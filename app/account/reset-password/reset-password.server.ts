import { forgotPasswordSchema, resetPasswordSchema } from "#api/contract/accounts.ts";

export const forgotFormSchema = forgotPasswordSchema;
export const FORGOT_FIELDS = ["email"] as const;

export const resetFormSchema = resetPasswordSchema;
export const RESET_FIELDS = ["token", "email", "password", "password_confirmation"] as const;
