import type { MiddlewareHandler } from "hono";
import pLimit, { type LimitFunction } from "p-limit";
import { DomainError } from "#domain/errors.ts";
import type { ApiEnv } from "./context.ts";
import { isSafeMethod } from "./session.ts";

/**
 * Concurrent requests per member: a fraction of the database pool, because requests that wait for
 * the member's own wallet each hold a connection.
 */
export const WRITES_AT_ONCE_MAX = 4;
export const READS_AT_ONCE_MAX = 8;
/** More waiting requests than a human could cause; each costs memory. */
export const WAITING_MAX = 500;
const RETRY_AFTER_SECONDS = 1;

/**
 * Limits a signed-in member's concurrent requests, first come first served; reads do not wait for
 * writes. Throws too_many_attempts (429) when WAITING_MAX are already waiting. Each process counts
 * separately, as each has its own pool.
 */
export function limitConcurrency(): MiddlewareHandler<ApiEnv> {
  const limiters = new Map<string, LimitFunction>();
  return async (c, next) => {
    const user = c.get("user");
    if (!user) return next();
    const isRead = isSafeMethod(c.req.method);
    const key = `${isRead ? "read" : "write"} ${user.id}`;
    const limiter = limiters.get(key) ?? pLimit(isRead ? READS_AT_ONCE_MAX : WRITES_AT_ONCE_MAX);
    limiters.set(key, limiter);
    if (limiter.pendingCount >= WAITING_MAX) {
      throw new DomainError("too_many_attempts", { retryAfterSeconds: RETRY_AFTER_SECONDS });
    }
    try {
      await limiter(() => next());
    } finally {
      if (limiter.activeCount + limiter.pendingCount === 0) limiters.delete(key);
    }
  };
}
