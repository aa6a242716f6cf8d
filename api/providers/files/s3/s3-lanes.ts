import { Readable } from "node:stream";
import type { S3Client } from "@aws-sdk/client-s3";
import pLimit, { type LimitFunction } from "p-limit";

/**
 * Concurrent requests by purpose: content that never arrives must not prevent files from being
 * stored, and the readiness check must wait for neither.
 */
const CONCURRENT_REQUESTS_MAX = { contents: 50, others: 20, probe: 2 };
type Lane = keyof typeof CONCURRENT_REQUESTS_MAX;

/** The object written to check whether the bucket is writable. */
export const PROBE_KEY = "probe/writable";

type Sent = { name: string | undefined; key: string };

/**
 * Limits a client's concurrent requests. They wait here for at most `timeoutMs`, once for all
 * attempts: the client itself would treat a wait for a free connection as a server that accepts
 * none. A request keeps its place until it has failed or its response has been read. Throws
 * BusyError if no place becomes free in time.
 */
export function keepInLanes(client: S3Client, timeoutMs: number): void {
  const lanes: Record<Lane, LimitFunction> = {
    contents: pLimit(CONCURRENT_REQUESTS_MAX.contents),
    others: pLimit(CONCURRENT_REQUESTS_MAX.others),
    probe: pLimit(CONCURRENT_REQUESTS_MAX.probe),
  };
  client.middlewareStack.add(
    (next, { commandName }) =>
      async (sent) => {
        const lane = lanes[toLane({ name: commandName, key: keyOf(sent.input) })];
        const leave = await enter(lane, timeoutMs);
        try {
          const result = await next(sent);
          leaveWithBody(result.response, leave);
          return result;
        } catch (error) {
          leave();
          throw error;
        }
      },
    // Outside everything that may reject a response, and outside the retries.
    { step: "initialize", name: "keepInLanes", priority: "high" },
  );
}

function toLane({ name, key }: Sent): Lane {
  if (name === "GetObjectCommand") return "contents";
  return key.endsWith(PROBE_KEY) ? "probe" : "others";
}

const keyOf = (input: object) => ("Key" in input ? String(input.Key) : "");

/** Too many requests are in progress, and none ended in time. Not retried. */
class BusyError extends Error {
  override readonly name = "BusyError";
}

/** Waits for a place, and resolves to the function that releases it. */
function enter(lane: LimitFunction, timeoutMs: number): Promise<() => void> {
  return new Promise((resolve, reject) => {
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      reject(new BusyError("too many requests to the bucket are under way"));
    }, timeoutMs);
    void lane(
      () =>
        new Promise<void>((leave) => {
          clearTimeout(timer);
          if (isLate) leave();
          else resolve(leave);
        }),
    );
  });
}

/**
 * Releases the place when the response's stream closes, whether it was read to its end or cut off.
 */
function leaveWithBody(response: unknown, leave: () => void): void {
  const { body } = response as { body?: unknown };
  if (body instanceof Readable && !body.closed) body.once("close", leave);
  else leave();
}
