import { moneySettingsSchema, siteSettingsSchema } from "#api/contract/staff/settings.ts";
import { defineForm } from "#app/forms/define-form.server.ts";

export const siteForm = defineForm(siteSettingsSchema, {
  id: "site-settings",
  failure: "request_failed",
});

export const moneyForm = defineForm(moneySettingsSchema, {
  id: "money-settings",
  failure: "request_failed",
});
