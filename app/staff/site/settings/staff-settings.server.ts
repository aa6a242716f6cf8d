import { z } from "zod";
import {
  decideRateSchema,
  moneySettingsSchema,
  siteSettingsSchema,
} from "#api/contract/staff/settings.ts";
import { defineForm } from "#app/forms/define-form.server.ts";

/** Includes the currency's image, which is uploaded first. */
const siteFormSchema = siteSettingsSchema.safeExtend({ media: z.instanceof(File).optional() });

export const siteForm = defineForm(siteFormSchema, {
  id: "site-settings",
  failure: "request_failed",
});

export const moneyForm = defineForm(moneySettingsSchema, {
  id: "money-settings",
  failure: "request_failed",
});

export const rateForm = defineForm(decideRateSchema, { id: "rate", failure: "request_failed" });
