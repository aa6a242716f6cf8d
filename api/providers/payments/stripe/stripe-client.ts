import Stripe from "stripe";

/**
 * Time limit of an attempt, including all of its phases, because a payer is waiting for the page.
 */
const ATTEMPT_TIMEOUT_MS = 10_000;
const RETRIES = 2;

export type StripeClientOptions = {
  secretKey: string;
  /** Replaces Stripe's own API. */
  apiUrl: URL | null;
  attemptTimeoutMs?: number;
};

export function createStripeClient(options: StripeClientOptions): Stripe {
  const { secretKey, apiUrl, attemptTimeoutMs = ATTEMPT_TIMEOUT_MS } = options;
  return new Stripe(secretKey, {
    timeout: attemptTimeoutMs,
    // The package's node:https client starts its timeout at the connection: a host that drops
    // packets, or a slow DNS, made payers wait for minutes.
    httpClient: Stripe.createFetchHttpClient((...[url, init]: Parameters<typeof fetch>) =>
      fetch(url, { ...init, redirect: "manual" }),
    ),
    maxNetworkRetries: RETRIES,
    telemetry: false,
    ...(apiUrl && {
      host: apiUrl.hostname,
      port: apiUrl.port,
      protocol: apiUrl.protocol === "http:" ? "http" : "https",
    }),
  });
}

/** Null if Stripe does not know the object. */
export async function unlessMissing<Found>(found: Promise<Found>): Promise<Found | null> {
  try {
    return await found;
  } catch (error) {
    const isMissing =
      error instanceof Stripe.errors.StripeInvalidRequestError && error.code === "resource_missing";
    if (isMissing) return null;
    throw error;
  }
}
