import { getConsentVersion } from "#app/api-client/site.server.ts";
import { getApi } from "#app/middleware/session-relay.ts";
import { type Context, requireWebRequest } from "#app/middleware/web-context.ts";
import { orNull } from "#app/request/or-null.ts";
import { formatDay } from "#domain/dates.ts";
import { withdrawalEndsAt } from "#domain/withdrawal.ts";

/** The consent requested from a buyer: the text's version, and when the order opens without it. */
export type ConsentQuestion = { version: string; opensOn: string };

/**
 * Null if the server does not require consent, because it delivers immediately, or if the settings
 * are unavailable: without consent our own server delivers later, and asks again.
 */
export async function loadConsent(context: Context): Promise<ConsentQuestion | null> {
  const version = await orNull(context, "settings", getConsentVersion(getApi(context)));
  if (version === null) return null;
  const createdAt = requireWebRequest(context).now();
  return { version, opensOn: formatDay(withdrawalEndsAt({ createdAt })) };
}
