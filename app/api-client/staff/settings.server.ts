import {
  type MoneySettingsBody,
  type SiteSettingsBody,
  type StaffSettings,
  staffSettingsResponseSchema,
} from "#api/contract/staff/settings.ts";
import { parseResponse } from "#app/api-client/transport/parse-response.server.ts";
import type { ApiClient } from "#app/api-client/transport/transport.server.ts";

export type StaffSettingsView = Awaited<ReturnType<typeof getStaffSettings>>;

/** All settings as initial form values. Throws ApiError 404 without the right. */
export async function getStaffSettings(api: ApiClient) {
  const { payload } = parseResponse(staffSettingsResponseSchema, await api.get("/staff/settings"));
  const { site, money } = payload;
  const {
    version = payload.version,
    formats,
    is_vat_exempt: isVatExempt,
    is_reg_enabled: isRegistrationOpen,
    is_email_verification_enabled: isVerificationOn,
    ...texts
  } = site;
  const switches = { isVatExempt, isRegistrationOpen, isVerificationOn };
  return { version, texts, formats, ...switches, money: money && toMoney(money, payload.version) };
}

function toMoney(money: NonNullable<StaffSettings["money"]>, wholeVersion: number) {
  const { version = wholeVersion, is_card_payout_enabled: paysToCards, ...texts } = money;
  return { version, texts, paysToCards };
}

/** Throws ApiError settings_changed (409), validation_failed (422). */
export async function saveSiteSettings(api: ApiClient, body: SiteSettingsBody): Promise<void> {
  await api.send("PUT", "/staff/settings/site", body);
}

/** Throws ApiError settings_changed (409), validation_failed (422). */
export async function saveMoneySettings(api: ApiClient, body: MoneySettingsBody): Promise<void> {
  await api.send("PUT", "/staff/settings/money", body);
}
