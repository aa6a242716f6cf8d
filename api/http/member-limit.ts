import type { Context, MiddlewareHandler } from "hono";
import pLimit, { type LimitFunction } from "p-limit";
import { DomainError } from "#domain/errors.ts";
import type { ApiEnv } from "./context.ts";
import { isSafeMethod } from "./methods.ts";

/**
 * Concurrent requests per member: a fraction of the database pool, because each request that waits
 * for the member's own wallet holds a connection.
 */
export const CONCURRENT_WRITES_MAX = 4;
export const CONCURRENT_READS_MAX = 8;
/** More waiting requests than a person could cause; each costs memory. */
export const WAITING_MAX = 500;
const RETRY_AFTER_SECONDS = 1;
/** The server never makes such a small body wait for a slot. */
export const SMALL_BODY_BYTES_MAX = 64 * 1024;

/** The requests of one member, reads or writes: those that have a turn and those that wait. */
type Turns = { limiter: LimitFunction; count: number };

/**
 * Limits a signed-in member's concurrent requests, first come first served; reads do not wait for
 * writes. A request gives up its turn while its large body is read: that body may be waiting for a
 * slot, which may be held by a page's form that is itself waiting for a turn. Throws
 * too_many_attempts (429) when WAITING_MAX are already waiting. Each process counts separately,
 * because each has its own pool.
 */
export function limitConcurrency(): MiddlewareHandler<ApiEnv> {
  const turnsOf = new Map<string, Turns>();
  return async (c, next) => {
    const user = c.get("user");
    if (!user) return next();
    const isRead = isSafeMethod(c.req.method);
    const concurrentMax = isRead ? CONCURRENT_READS_MAX : CONCURRENT_WRITES_MAX;
    const key = `${isRead ? "read" : "write"} ${user.id}`;
    const turns = turnsOf.get(key) ?? { limiter: pLimit(concurrentMax), count: 0 };
    turnsOf.set(key, turns);
    if (turns.count >= concurrentMax + WAITING_MAX) {
      throw new DomainError("too_many_attempts", { retryAfterSeconds: RETRY_AFTER_SECONDS });
    }
    turns.count += 1;
    let leave = await takeTurn(turns.limiter);
    c.set("outsideTurn", async (read) => {
      leave();
      try {
        return await read();
      } finally {
        leave = await takeTurn(turns.limiter);
      }
    });
    try {
      await next();
    } finally {
      leave();
      turns.count -= 1;
      if (turns.count === 0) turnsOf.delete(key);
    }
  };
}

/** Waits for a turn; resolves to the function that ends it. */
const takeTurn = (limiter: LimitFunction): Promise<() => void> =>
  new Promise((resolve) => void limiter(() => new Promise<void>(resolve)));

/**
 * Reads a request's body and gives up the member's turn meanwhile, unless the body is so small that
 * it needs no slot.
 */
export function readOutsideTurn<Value>(
  c: Context<ApiEnv>,
  read: () => Promise<Value>,
): Promise<Value> {
  const bytes = Number(c.req.header("content-length") ?? Number.NaN);
  const isSmall = c.req.raw.body === null || bytes <= SMALL_BODY_BYTES_MAX;
  return (isSmall ? null : c.get("outsideTurn")?.(read)) ?? read();
}
