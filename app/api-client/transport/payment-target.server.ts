import { readField } from "#app/api-client/transport/json.server.ts";
import type { ApiClient } from "#app/api-client/transport/transport.server.ts";
import { paymentTarget } from "#domain/redirects.ts";

export type PaymentTarget = {
  /**
   * The redirect target: a path of this site, or a page on an allowed origin; null if there is
   * none.
   */
  redirectUrl: string | null;
  /** The origin of a disallowed target, for the log; else null. */
  rejectedOrigin: string | null;
};

/** The provider's page in a response (`redirect_url`). */
export function readTarget(api: ApiClient, response: unknown): PaymentTarget {
  const stated = readField(response, "redirect_url");
  const redirectUrl = toTarget(api, stated);
  const isRejected = typeof stated === "string" && stated !== "" && redirectUrl === null;
  return { redirectUrl, rejectedOrigin: isRejected ? nameOrigin(stated) : null };
}

/** The API's redirect target, if it is an allowed payment target. */
export function toTarget(api: ApiClient, url: unknown): string | null {
  return paymentTarget(url, { ownOrigin: api.appUrl, origins: api.paymentOrigins });
}

function nameOrigin(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : "no address";
}
