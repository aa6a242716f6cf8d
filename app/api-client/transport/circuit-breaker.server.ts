type Fetch = (request: Request) => Promise<Response>;

/** So many failures in a row open the circuit. */
const FAILURES_MAX = 5;
/** For so long nothing is sent, then one request tries. */
const OPEN_MS = 5_000;
/** A gateway without a server behind it; a 500 is a server at work. */
const GATEWAY_STATUSES = new Set([502, 503, 504]);

/** Thrown instead of sending a request: nothing has been done. */
export class CircuitOpen extends Error {
  override readonly name = "CircuitOpen";
}

/**
 * A `fetch` that gives a server in trouble time to recover, and visitors a page at once: after five
 * failures in a row (no response, a timeout, 502 to 504) it sends nothing for five seconds, then one
 * request that decides. Throws CircuitOpen for what is not sent, and what `fetch` throws.
 */
export function withCircuitBreaker(
  fetch: Fetch,
  now: () => number = () => performance.now(),
): Fetch {
  let failures = 0;
  let openUntil = 0;
  let isProbing = false;

  function fail(): void {
    failures += 1;
    if (failures >= FAILURES_MAX) openUntil = now() + OPEN_MS;
  }

  return async (request) => {
    const isSuspect = failures >= FAILURES_MAX;
    if (isSuspect && (isProbing || now() < openUntil)) {
      throw new CircuitOpen("the API failed several times in a row");
    }
    if (isSuspect) isProbing = true;
    try {
      const response = await fetch(request);
      if (GATEWAY_STATUSES.has(response.status)) fail();
      else failures = 0;
      return response;
    } catch (error) {
      fail();
      throw error;
    } finally {
      if (isSuspect) isProbing = false;
    }
  };
}
