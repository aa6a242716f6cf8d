import { TAKEN_EMAILS_MAX, TAKEN_EMAILS_WINDOW_SECONDS } from "#domain/accounts.ts";
import { DomainError, fieldError } from "#domain/errors.ts";
import type { ApiDeps } from "../http/context.ts";
import { countRequest, type RateLimit, uncountRequest } from "../http/rate-limit.ts";

export const takenEmailsLimit: RateLimit = {
  name: "taken",
  max: TAKEN_EMAILS_MAX,
  windowSeconds: TAKEN_EMAILS_WINDOW_SECONDS,
};

type Deps = Pick<ApiDeps, "database" | "now">;

type Claim = () => Promise<boolean>;

/**
 * Runs `claim`, which gives an address to an account and returns false when another account has it.
 * The error reveals who has an account (allowed by spec §7), so it is limited per key: each claim
 * is counted before it runs, and uncounted afterwards unless the address was taken.
 *
 * Throws validation_failed on `email` for a taken address, too_many_attempts after TAKEN_EMAILS_MAX
 * of them in TAKEN_EMAILS_WINDOW_SECONDS under one of the keys, and whatever `claim` throws.
 */
export async function claimEmail(deps: Deps, keys: readonly string[], claim: Claim): Promise<void> {
  const counted = keys.reduce<Claim>((inner, key) => () => claimUnder(deps, key, inner), claim);
  if (!(await counted())) throw fieldError("email", "email_taken");
}

async function claimUnder(deps: Deps, key: string, claim: Claim): Promise<boolean> {
  const usage = await countRequest(deps, takenEmailsLimit, key);
  if (usage.isOver) {
    throw new DomainError("too_many_attempts", { retryAfterSeconds: usage.retryAfterSeconds });
  }
  const isFree = await claim().catch(async (error: unknown) => {
    // The claim's own error is the one to report; with the database down, this call fails as well.
    await uncountRequest(deps, takenEmailsLimit, key).catch(() => {});
    throw error;
  });
  if (isFree) await uncountRequest(deps, takenEmailsLimit, key);
  return isFree;
}
