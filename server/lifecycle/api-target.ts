import { withCircuitBreaker } from "#app/api-client/transport/circuit-breaker.server.ts";
import type { ApiTarget } from "#app/api-client/transport/transport.server.ts";
import type { Config } from "../config/config.ts";
import { waitForTurn } from "../http/turns.ts";
import type { RoutePatterns } from "../metrics/route-patterns.ts";
import { traceCalls } from "../tracing/call-spans.ts";

/**
 * Where the web tier sends its calls: to `callApi`, the embedded API's `fetch`, or, if that is
 * null, to the server at API_URL. `apiHeaders` are only for the embedded one.
 */
export function toApiTarget(
  config: Config,
  callApi: ((request: Request) => Promise<Response>) | null,
  { apiHeaders, patterns }: { apiHeaders: Record<string, string>; patterns: RoutePatterns },
): ApiTarget {
  const { appUrl, apiUrl, paymentOrigins } = config;
  const shared = { appUrl, paymentOrigins };
  if (callApi) {
    // No network hop: the web tier calls the API's `fetch` with the same requests.
    return {
      ...shared,
      fetch: async (request) => {
        const response = await callApi(request);
        // Public responses, such as lists and texts, take long.
        if (!request.headers.has("cookie")) await waitForTurn("read");
        return response;
      },
      baseUrl: `${appUrl}/api`,
      headers: apiHeaders,
      storageBase: "",
    };
  }
  const baseUrl = apiUrl ?? "";
  return {
    ...shared,
    fetch: withCircuitBreaker(
      traceCalls((request) => fetch(request), { patterns, isRemote: true }),
    ),
    baseUrl,
    headers: {},
    storageBase: new URL(baseUrl).origin,
    storageUrl: config.storageUrl ?? undefined,
    isRemote: true,
  };
}
