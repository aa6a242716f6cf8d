import { createHmac } from "node:crypto";
import {
  ACCOUNT_ATTEMPTS_MAX,
  ACCOUNT_ATTEMPTS_WINDOW_SECONDS,
  KNOWN_NETWORK_TTL_SECONDS,
  KNOWN_NETWORKS_MAX,
  LOGIN_ATTEMPTS_MAX,
} from "#domain/accounts.ts";
import { fieldError } from "#domain/errors.ts";
import type { Sql } from "../db/client.ts";
import { networkOf } from "../http/client-ip.ts";
import type { ApiDeps } from "../http/context.ts";
import { countRequest, deleteCounts, type RateLimit, resetCount } from "../http/rate-limit.ts";
import { hasKnownNetwork, upsertKnownNetwork } from "./known-networks.queries.ts";

// Password guessing is limited twice (docs/decisions/0016): per e-mail and network, and per e-mail
// across all networks unknown to the account. So 30 addresses get no more attempts than one, and
// nobody can lock an owner out of a network that the owner has used before.

export const networkAttemptsLimit: RateLimit = { name: "login", max: LOGIN_ATTEMPTS_MAX };
export const accountAttemptsLimit: RateLimit = {
  name: "account",
  max: ACCOUNT_ATTEMPTS_MAX,
  windowSeconds: ACCOUNT_ATTEMPTS_WINDOW_SECONDS,
};

type Deps = Pick<ApiDeps, "database" | "now" | "config">;
type Attempt = { email: string; clientIp: string };

/**
 * Stands for the account of an unknown e-mail, so that it costs the same queries as a known one.
 */
const NO_USER_ID = 0;

/**
 * Counts a sign-in per e-mail and network, before any lookup. Throws validation_failed on `email`
 * after LOGIN_ATTEMPTS_MAX in a minute.
 */
export async function limitByNetwork(deps: Deps, attempt: Attempt): Promise<void> {
  assertNotOver(await countRequest(deps, networkAttemptsLimit, networkAttemptKey(attempt)));
}

/**
 * Counts a sign-in per e-mail, unless it comes from a network known to the account; `userId` is
 * null for an e-mail without an account. Throws validation_failed on `email` after
 * ACCOUNT_ATTEMPTS_MAX in ACCOUNT_ATTEMPTS_WINDOW_SECONDS.
 */
export async function limitByAccount(
  deps: Deps,
  attempt: Attempt,
  userId: number | null,
): Promise<void> {
  const who = { userId: userId ?? NO_USER_ID, clientIp: attempt.clientIp };
  if (await isKnownNetwork(deps, deps.database, who)) return;
  assertNotOver(await countRequest(deps, accountAttemptsLimit, accountKey(attempt.email)));
}

/** Returns true when the account was recently signed in to from this network. */
export async function isKnownNetwork(
  { config, now }: Deps,
  sql: Sql,
  { userId, clientIp }: { userId: number; clientIp: string },
): Promise<boolean> {
  const network = networkOf(clientIp);
  const hashes = config.sessionSecrets.map((secret) => hashNetwork(secret, userId, network));
  return hasKnownNetwork(sql, { userId, hashes, now: now() });
}

/** Resets the failure count after a successful sign-in. */
export async function clearFailures(deps: Deps, attempt: Attempt): Promise<void> {
  await resetCount(deps, networkAttemptsLimit, networkAttemptKey(attempt));
  await resetCount(deps, accountAttemptsLimit, accountKey(attempt.email));
}

/** Deletes the counters of a deleted account, in the caller's transaction. */
export async function deleteFailures(sql: Sql, attempt: Attempt): Promise<void> {
  await deleteCounts(sql, networkAttemptKey(attempt));
  await deleteCounts(sql, accountKey(attempt.email));
}

/**
 * Marks the network as known to the account, in the caller's transaction: the user has proved
 * ownership by password or mailbox.
 */
export async function rememberNetwork(
  deps: Deps,
  sql: Sql,
  who: { userId: number; clientIp: string },
): Promise<void> {
  const [secret] = deps.config.sessionSecrets;
  await upsertKnownNetwork(sql, {
    userId: who.userId,
    hash: hashNetwork(secret, who.userId, networkOf(who.clientIp)),
    expiresAt: new Date(deps.now().getTime() + KNOWN_NETWORK_TTL_SECONDS * 1000),
    networksMax: KNOWN_NETWORKS_MAX,
  });
}

function assertNotOver(usage: { isOver: boolean; retryAfterSeconds: number }): void {
  if (!usage.isOver) return;
  throw fieldError("email", "login_attempts_exceeded", { seconds: usage.retryAfterSeconds });
}

function networkAttemptKey({ email, clientIp }: Attempt): string {
  return `${email}|${networkOf(clientIp)}`;
}

function accountKey(email: string): string {
  return `account ${email}`;
}

/**
 * Hashes a network with a key: there are so few IP addresses that a plain hash could be reversed by
 * brute force.
 */
function hashNetwork(secret: string, userId: number, network: string): Buffer {
  return createHmac("sha256", secret).update(`known network|${userId}|${network}`).digest();
}
