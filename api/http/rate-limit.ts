import type { MiddlewareHandler } from "hono";
import { DomainError } from "#domain/errors.ts";
import type { Sql } from "../db/client.ts";
import { sha256 } from "../hashes.ts";
import { networkOf } from "./client-ip.ts";
import type { ApiContext, ApiDeps, ApiEnv } from "./context.ts";
import { isSafeMethod } from "./methods.ts";
import {
  decrementCount,
  deleteCount,
  deleteCountsOf,
  incrementCount,
} from "./rate-limit.queries.ts";

const RATE_WINDOW_SECONDS = 60;
/** Limit for all writes, per person or address and minute: far above what a person can click. */
export const WRITES_PER_MINUTE_MAX = 600;

/** A named limit. Names must be unique, because all limits share one table. */
export type RateLimit = {
  readonly name: string;
  readonly max: number;
  /** Defaults to RATE_WINDOW_SECONDS. */
  readonly windowSeconds?: number;
};

export const writesLimit: RateLimit = { name: "write", max: WRITES_PER_MINUTE_MAX };

/** `database` may be a transaction, which then also undoes the count. */
type Deps = { database: Sql; now: ApiDeps["now"] };
type Usage = { remaining: number; resetsAt: Date; retryAfterSeconds: number; isOver: boolean };

/**
 * Counts a request of `key` before doing any work, so that concurrent requests cannot slip through
 * together. The key is hashed, so the table stores neither e-mails nor IP addresses.
 */
export async function countRequest(deps: Deps, limit: RateLimit, key: string): Promise<Usage> {
  const now = deps.now();
  const { windowSeconds = RATE_WINDOW_SECONDS } = limit;
  const window = { now, resetsAt: new Date(now.getTime() + windowSeconds * 1000) };
  const { hits, resetsAt } = await incrementCount(deps.database, bucketOf(limit, key), window);
  return {
    remaining: Math.max(0, limit.max - hits),
    resetsAt,
    retryAfterSeconds: Math.max(1, Math.ceil((resetsAt.getTime() - now.getTime()) / 1000)),
    isOver: hits > limit.max,
  };
}

/** Uncounts a request that the limit was not meant for. */
export function uncountRequest(deps: Deps, limit: RateLimit, key: string): Promise<void> {
  return decrementCount(deps.database, bucketOf(limit, key));
}

/** Resets the count of a key, after a successful sign-in. */
export function resetCount(deps: Deps, limit: RateLimit, key: string): Promise<void> {
  return deleteCount(deps.database, bucketOf(limit, key));
}

/**
 * Limits the requests of each signed-in user, otherwise of each client's network. Beyond the limit
 * it throws too_many_attempts (429) with the headers of Laravel's throttle.
 */
export function limitRate(deps: ApiDeps, limit: RateLimit): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    const usage = await countRequest(deps, limit, keyOf(c));
    c.header("x-ratelimit-limit", String(limit.max));
    c.header("x-ratelimit-remaining", String(usage.remaining));
    if (usage.isOver) {
      c.header("x-ratelimit-reset", String(Math.ceil(usage.resetsAt.getTime() / 1000)));
      throw new DomainError("too_many_attempts", { retryAfterSeconds: usage.retryAfterSeconds });
    }
    await next();
  };
}

/**
 * Applies the general limit to writes. Reads are not counted, because counting would cost more than
 * the read.
 */
export function limitWrites(deps: ApiDeps): MiddlewareHandler<ApiEnv> {
  const limit = limitRate(deps, writesLimit);
  return (c, next) => (isSafeMethod(c.req.method) ? next() : limit(c, next));
}

function keyOf(c: ApiContext): string {
  const user = c.get("user");
  return user ? userKey(user.id) : networkKey(c.get("clientIp"));
}

/** Returns the key under which a guest's requests are counted. */
export function networkKey(clientIp: string): string {
  return `network ${networkOf(clientIp)}`;
}

/** Returns the key under which a signed-in user's requests are counted. */
export function userKey(userId: number): string {
  return `user ${userId}`;
}

/** Deletes the counts of a key under every limit, for the deletion of its account. */
export function deleteCounts(sql: Sql, key: string): Promise<void> {
  return deleteCountsOf(sql, toKeyHash(key));
}

function bucketOf(limit: RateLimit, key: string): string {
  return `${limit.name}:${toKeyHash(key)}`;
}

function toKeyHash(key: string): string {
  return sha256(key).toString("base64url");
}
