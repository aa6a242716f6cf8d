import {
  type DecideRateBody,
  type MoneySettingsBody,
  type RateRequest,
  type SiteSettingsBody,
  type StaffSettings,
  savedMoneySettingsResponseSchema,
  staffSettingsResponseSchema,
} from "#api/contract/staff/settings.ts";
import { parseResponse } from "#app/api-client/transport/parse-response.server.ts";
import type { ApiClient } from "#app/api-client/transport/transport.server.ts";
import { fromUnixSeconds } from "#domain/dates.ts";

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
  const {
    version = wholeVersion,
    is_card_payout_enabled: paysToCards,
    rate_request: request,
    ...texts
  } = money;
  return { version, texts, paysToCards, rateRequest: request ? toRateRequest(request) : null };
}

function toRateRequest(request: RateRequest) {
  return {
    id: String(request.id),
    rate: request.eur_rate,
    requesterId: String(request.requested_by.id),
    requesterEmail: request.requested_by.email,
    requestedAt: fromUnixSeconds(request.requested_at),
  };
}

/** Throws ApiError settings_changed (409), validation_failed (422). */
export async function saveSiteSettings(api: ApiClient, body: SiteSettingsBody): Promise<void> {
  await api.send("PUT", "/staff/settings/site", body);
}

/**
 * Returns true if the rate waits for a second person's approval. Throws ApiError settings_changed,
 * rate_request_waiting (409), validation_failed (422).
 */
export async function saveMoneySettings(api: ApiClient, body: MoneySettingsBody): Promise<boolean> {
  const response = await api.send("PUT", "/staff/settings/money", body);
  const parsed = savedMoneySettingsResponseSchema.safeParse(response);
  return parsed.success && parsed.data.payload.is_rate_waiting;
}

/** Approves or rejects a change of the rate. Throws ApiError 403, 404, 409, 422. */
export async function decideRate(api: ApiClient, body: DecideRateBody): Promise<void> {
  await api.send("POST", "/staff/settings/rate", body);
}
