import { readField } from "#app/api-client/transport/json.server.ts";
import type { ApiClient } from "#app/api-client/transport/transport.server.ts";
import { paymentTarget } from "#domain/redirects.ts";

export type PaymentTarget = {
  /** Where to go: a path of our own, or a page of a listed origin; null when none was named. */
  redirectUrl: string | null;
  /** An address that nobody may be sent to, named by its origin for the log; else null. */
  rejectedOrigin: string | null;
};

/** The page of a provider that a response leads to (`redirect_url`). */
export function readTarget(api: ApiClient, response: unknown): PaymentTarget {
  const stated = readField(response, "redirect_url");
  const redirectUrl = toTarget(api, stated);
  const isRejected = typeof stated === "string" && stated !== "" && redirectUrl === null;
  return { redirectUrl, rejectedOrigin: isRejected ? nameOrigin(stated) : null };
}

/** Where the API wants somebody to go, if that is a place where payments may lead. */
export function toTarget(api: ApiClient, url: unknown): string | null {
  return paymentTarget(url, { ownOrigin: api.appUrl, origins: api.paymentOrigins });
}

function nameOrigin(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : "no address";
}
