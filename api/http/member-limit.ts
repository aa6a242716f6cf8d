import type { MiddlewareHandler } from "hono";
import pLimit, { type LimitFunction } from "p-limit";
import { DomainError } from "#domain/errors.ts";
import type { ApiEnv } from "./context.ts";
import { isSafeMethod } from "./session.ts";

/**
 * How many requests of one member run at once: a fraction of the database pool, because those that
 * wait for the member's own wallet each hold a connection while they wait.
 */
export const WRITES_AT_ONCE_MAX = 4;
export const READS_AT_ONCE_MAX = 8;
/** More than these waiting is nobody at a keyboard; memory is what they cost. */
export const WAITING_MAX = 500;
const RETRY_AFTER_SECONDS = 1;

/**
 * Lets a signed-in member's requests through a few at a time, in the order of their arrival; reads
 * do not wait behind writes. Throws too_many_attempts (429) when WAITING_MAX of them wait already.
 * Each process counts for itself, as each has a pool of its own.
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
