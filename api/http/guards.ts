import type { MiddlewareHandler } from "hono";
import { DomainError } from "#domain/errors.ts";
import { hasRight, type StaffRight } from "#domain/staff-roles.ts";
import { type ApiEnv, requireUser } from "./context.ts";
import { rejectViewRead } from "./person-view.ts";
import { requireSession } from "./session.ts";

/** For a route's `middleware`: a guest gets 401 before the body is validated. */
export const membersOnly: MiddlewareHandler<ApiEnv> = async (c, next) => {
  requireUser(c);
  rejectViewRead(c);
  await next();
};

/** For login and register: requires a session to write to (419) without a user (409). */
export const guestsOnly: MiddlewareHandler<ApiEnv> = async (c, next) => {
  requireSession(c);
  if (c.get("user")) throw new DomainError("already_authenticated");
  await next();
};

/** For staff routes (design §4): without the right, the route does not exist (404). */
export function staffOnly(right: StaffRight): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    if (!hasRight(c.get("user")?.staffRole ?? null, right)) throw new DomainError("not_found");
    await next();
  };
}
