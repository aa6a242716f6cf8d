import { PASSWORD_CHECKS_MAX } from "#domain/accounts.ts";
import { DomainError, fieldError } from "#domain/errors.ts";
import type { ApiDeps } from "../http/context.ts";
import { countRequest, type RateLimit, userKey } from "../http/rate-limit.ts";
import { isPassword } from "./passwords.ts";
import { getPasswordHash } from "./profile.queries.ts";

export const passwordChecksLimit: RateLimit = { name: "password", max: PASSWORD_CHECKS_MAX };

/**
 * Checks the current password, because a stolen session alone must not be enough to take over an
 * account. Returns the hash that was checked, to be compared again inside the transaction. Throws
 * validation_failed on `field` for a wrong password and after PASSWORD_CHECKS_MAX tries a minute,
 * and unauthenticated when the user is gone.
 */
export async function checkCurrentPassword(
  deps: ApiDeps,
  userId: number,
  { password, field }: { password: string; field: string },
): Promise<string> {
  const usage = await countRequest(deps, passwordChecksLimit, userKey(userId));
  if (usage.isOver) {
    throw fieldError(field, "attempts_exceeded", { seconds: usage.retryAfterSeconds });
  }
  const passwordHash = await getPasswordHash(deps.database, userId);
  if (passwordHash === null) throw new DomainError("unauthenticated");
  if (!(await isPassword(passwordHash, password))) throw wrongPassword(field);
  return passwordHash;
}

/** Returns the error for a password that is not, or no longer, the user's. */
export function wrongPassword(field: string): DomainError {
  return fieldError(field, "password_incorrect");
}
