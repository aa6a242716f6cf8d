type Fetch = (request: Request) => Promise<Response>;

/** The circuit opens after this many failures in a row, if they span at least this long. */
const FAILURES_MAX = 5;
const FAILING_MS = 7_000;
/**
 * How long no requests are sent before one is tried, and again if that one has not ended by then.
 */
const OPEN_MS = 5_000;
/** Statuses of a gateway without a server behind it; a 500 comes from a working server. */
const GATEWAY_STATUSES = new Set([502, 503, 504]);

/** Thrown instead of sending a request: nothing was executed. */
export class CircuitOpen extends Error {
  override readonly name = "CircuitOpen";
}

/**
 * A `fetch` with a circuit breaker, which gives a failing server time to recover and visitors an
 * immediate page. After five failures in a row (no response, a body that is cut off or stalls, a
 * timeout, 502 to 504) over at least seven seconds it sends nothing for five seconds, then one
 * request that decides. A restart takes less time than that, and a single page makes more than five
 * requests. Throws CircuitOpen for requests not sent, and what `fetch` throws.
 */
export function withCircuitBreaker(
  fetch: Fetch,
  now: () => number = () => performance.now(),
): Fetch {
  let failures = 0;
  let failingSince = 0;
  /** 0 while the circuit is closed. */
  let openUntil = 0;

  /** `startedAt`: a request without a response counts as failing from its start. */
  function fail(startedAt: number): void {
    failingSince = failures === 0 ? startedAt : Math.min(failingSince, startedAt);
    failures += 1;
    const isLasting = now() - failingSince >= FAILING_MS;
    if (failures >= FAILURES_MAX && isLasting) openUntil = now() + OPEN_MS;
  }

  function succeed(): void {
    failures = 0;
    openUntil = 0;
  }

  return async (request) => {
    const startedAt = now();
    if (startedAt < openUntil) throw new CircuitOpen("the API failed several times in a row");
    // This request decides; it may take minutes, such as an upload.
    if (openUntil > 0) openUntil = startedAt + OPEN_MS;
    const end = { succeed, fail: () => fail(startedAt) };
    try {
      const response = await fetch(request);
      if (GATEWAY_STATUSES.has(response.status)) end.fail();
      else if (response.body === null) end.succeed();
      else return watchBody(response, response.body, end);
      return response;
    } catch (error) {
      end.fail();
      throw error;
    }
  };
}

/**
 * The same response; the end of its body decides whether it succeeded. A body that is not read to
 * the end does not count.
 */
function watchBody(
  response: Response,
  body: ReadableStream<Uint8Array>,
  end: { succeed(): void; fail(): void },
): Response {
  const reader = body.getReader();
  const source: UnderlyingDefaultSource<Uint8Array> = {
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (!done) return controller.enqueue(value);
        end.succeed();
        controller.close();
      } catch (error) {
        end.fail();
        controller.error(error);
      }
    },
    cancel: (reason) => reader.cancel(reason),
  };
  return new Response(new ReadableStream(source, { highWaterMark: 0 }), response);
}
