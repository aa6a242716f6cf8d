import { emailVerificationResponseSchema } from "#api/contract/email-verification.ts";
import { parseResponse } from "#app/api-client/transport/parse-response.server.ts";
import type { ApiClient } from "#app/api-client/transport/transport.server.ts";
import { isRecord } from "#domain/json.ts";

/** The confirmation a user still has to make, as used by screens. */
export type EmailVerificationView = Awaited<ReturnType<typeof getEmailVerification>>;

/** The address that the user has to confirm, if any. Throws ApiError 401 for a guest. */
export async function getEmailVerification(api: ApiClient) {
  const body = await api.get("/email/verify");
  const { payload } = parseResponse(emailVerificationResponseSchema, body);
  return {
    email: payload.email,
    isChange: payload.is_change,
    isMailed: payload.is_mailed,
    waitSeconds: payload.resend_after_seconds,
  };
}

/** Sends the link again; it continues to `redirectPath`. Throws ApiError 429 within a minute. */
export async function resendEmailLink(
  api: ApiClient,
  redirectPath: string | undefined,
): Promise<void> {
  await api.send("POST", "/email/verify/resend", { redirect: redirectPath });
}

/** Keeps the current address and drops the pending one. Throws ApiError 401. */
export async function cancelEmailChange(api: ApiClient): Promise<void> {
  await api.send("DELETE", "/email/verify", {});
}

/**
 * Uses a mailed link (spec §7 email/verify/{id}/{hash}): returns true if it had been used before.
 * Throws ApiError 403 for an invalid or expired link.
 */
export async function confirmEmail(
  api: ApiClient,
  { id, hash, query }: { id: string; hash: string; query: URLSearchParams },
): Promise<boolean> {
  const path = `/email/verify/${encodeURIComponent(id)}/${encodeURIComponent(hash)}`;
  const body = await api.get(path, Object.fromEntries(query));
  return isRecord(body) && body.already_verified === true;
}
