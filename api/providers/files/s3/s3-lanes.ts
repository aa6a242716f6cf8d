import { Readable } from "node:stream";
import type { S3Client } from "@aws-sdk/client-s3";
import pLimit, { type LimitFunction } from "p-limit";

/**
 * Concurrent requests by purpose: content that never arrives must not prevent files from being
 * stored, and the readiness check waits for neither.
 */
const AT_ONCE = { contents: 50, others: 20, probe: 2 };
type Lane = keyof typeof AT_ONCE;

/** The object that is written to check whether the bucket is writable. */
export const PROBE_KEY = "probe/writable";

type Sent = { name: string | undefined; key: string };

/**
 * Limits a client's requests, which wait here for `withinMs` at most, once for all attempts. The
 * client itself would count the wait for a free connection as time in which the server did not
 * accept one. A request keeps its place until it has failed or its response has been read. Throws
 * BusyError when no place was free in time.
 */
export function keepInLanes(client: S3Client, withinMs: number): void {
  const lanes: Record<Lane, LimitFunction> = {
    contents: pLimit(AT_ONCE.contents),
    others: pLimit(AT_ONCE.others),
    probe: pLimit(AT_ONCE.probe),
  };
  client.middlewareStack.add(
    (next, { commandName }) =>
      async (sent) => {
        const lane = lanes[toLane({ name: commandName, key: keyOf(sent.input) })];
        const leave = await enter(lane, withinMs);
        try {
          const result = await next(sent);
          leaveWithBody(result.response, leave);
          return result;
        } catch (error) {
          leave();
          throw error;
        }
      },
    // Wraps everything that may reject a response, and the retries.
    { step: "initialize", name: "keepInLanes", priority: "high" },
  );
}

function toLane({ name, key }: Sent): Lane {
  if (name === "GetObjectCommand") return "contents";
  return key.endsWith(PROBE_KEY) ? "probe" : "others";
}

const keyOf = (input: object) => ("Key" in input ? String(input.Key) : "");

/** Too many requests are in progress, and none has ended in time. Not retried. */
class BusyError extends Error {
  override readonly name = "BusyError";
}

/** Waits for a place; resolves to the function that leaves it. */
function enter(lane: LimitFunction, withinMs: number): Promise<() => void> {
  return new Promise((resolve, reject) => {
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      reject(new BusyError("too many requests to the bucket are under way"));
    }, withinMs);
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

/** A response has been read when its stream closes, whether to its end or cut off. */
function leaveWithBody(response: unknown, leave: () => void): void {
  const { body } = response as { body?: unknown };
  if (body instanceof Readable && !body.closed) body.once("close", leave);
  else leave();
}
