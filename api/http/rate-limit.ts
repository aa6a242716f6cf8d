import { createHash } from "node:crypto";
import type { MiddlewareHandler } from "hono";
import { DomainError } from "#domain/errors.ts";
import type { Sql } from "../db/client.ts";
import { networkOf } from "./client-ip.ts";
import type { ApiContext, ApiDeps, ApiEnv } from "./context.ts";
import { clearHits, countHit, deleteHitsOf, discountHit } from "./rate-limit.queries.ts";
import { isSafeMethod } from "./session.ts";

export const RATE_WINDOW_SECONDS = 60;
/** Anything that writes, per person or address and minute: far above what a person can click. */
export const WRITES_PER_MINUTE_MAX = 600;

type Deps = Pick<ApiDeps, "database" | "now">;
type Usage = { remaining: number; resetsAt: Date; retryAfterSeconds: number; isOver: boolean };

/**
 * Counts a hit before anything is done, so that requests sent at once cannot slip through together.
 * A window lasts RATE_WINDOW_SECONDS unless told otherwise.
 * `subject` is hashed: the table keeps neither e-mails nor addresses.
 */
export async function takeHit(
  deps: Deps,
  limit: { name: string; subject: string; hitsMax: number; windowSeconds?: number },
): Promise<Usage> {
  const now = deps.now();
  const { windowSeconds = RATE_WINDOW_SECONDS } = limit;
  const window = { now, resetsAt: new Date(now.getTime() + windowSeconds * 1000) };
  const { hits, resetsAt } = await countHit(deps.database, bucketOf(limit), window);
  return {
    remaining: Math.max(0, limit.hitsMax - hits),
    resetsAt,
    retryAfterSeconds: Math.max(1, Math.ceil((resetsAt.getTime() - now.getTime()) / 1000)),
    isOver: hits > limit.hitsMax,
  };
}

/** Gives back a hit that turned out not to be what the limit is for. */
export function returnHit(deps: Deps, limit: { name: string; subject: string }): Promise<void> {
  return discountHit(deps.database, bucketOf(limit));
}

/** Forgets the hits of one subject: a sign-in that succeeded. */
export function clearLimit(deps: Deps, limit: { name: string; subject: string }): Promise<void> {
  return clearHits(deps.database, bucketOf(limit));
}

/**
 * At most `hitsMax` requests a minute for each signed-in person, else for each client's network;
 * then too_many_attempts (429) with the headers of Laravel's throttle.
 */
export function limitRate(
  deps: ApiDeps,
  limit: { name: string; hitsMax: number },
): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    const usage = await takeHit(deps, { ...limit, subject: subjectOf(c) });
    c.header("x-ratelimit-limit", String(limit.hitsMax));
    c.header("x-ratelimit-remaining", String(usage.remaining));
    if (usage.isOver) {
      c.header("x-ratelimit-reset", String(Math.ceil(usage.resetsAt.getTime() / 1000)));
      throw new DomainError("too_many_attempts", { retryAfterSeconds: usage.retryAfterSeconds });
    }
    await next();
  };
}

/** The general limit. Reads are not counted: a read costs less than counting it would. */
export function limitWrites(deps: ApiDeps): MiddlewareHandler<ApiEnv> {
  const limit = limitRate(deps, { name: "write", hitsMax: WRITES_PER_MINUTE_MAX });
  return (c, next) => (isSafeMethod(c.req.method) ? next() : limit(c, next));
}

function subjectOf(c: ApiContext): string {
  const user = c.get("user");
  return user ? subjectOfUser(user.id) : subjectOfNetwork(c.get("clientIp"));
}

/** The subject under which a guest's hits are counted. */
export function subjectOfNetwork(clientIp: string): string {
  return `network ${networkOf(clientIp)}`;
}

/** The subject under which a signed-in person's hits are counted. */
export function subjectOfUser(userId: number): string {
  return `user ${userId}`;
}

/** Forgets every limit of a subject: an account that is deleted. */
export function forgetSubject(sql: Sql, subject: string): Promise<void> {
  return deleteHitsOf(sql, hashOf(subject));
}

function bucketOf(limit: { name: string; subject: string }): string {
  return `${limit.name}:${hashOf(limit.subject)}`;
}

function hashOf(subject: string): string {
  return createHash("sha256").update(subject).digest("base64url");
}
