import { z } from "zod";
import { registerSchema } from "#api/contract/accounts.ts";

export const registerFormSchema = registerSchema.safeExtend({ redirect: z.string().optional() });
export const REGISTER_FIELDS = [
  "email",
  "password",
  "password_confirmation",
  "terms",
  "redirect",
] as const;
