import type { MiddlewareHandler } from "hono";
import { DomainError } from "#domain/errors.ts";
import { hasRight, type StaffRight } from "#domain/staff-roles.ts";
import { type ApiEnv, requireUser } from "./context.ts";
import { rejectViewRead } from "./person-view.ts";
import { requireSession } from "./session.ts";

/** For a route's `middleware`: a guest learns that first (401), not what is wrong with the body. */
export const membersOnly: MiddlewareHandler<ApiEnv> = async (c, next) => {
  requireUser(c);
  rejectViewRead(c);
  await next();
};

/** For login and register: needs a session to write to (419), of nobody yet (409). */
export const guestsOnly: MiddlewareHandler<ApiEnv> = async (c, next) => {
  requireSession(c);
  if (c.get("user")) throw new DomainError("already_authenticated");
  await next();
};

/** A staff route (design §4): for everybody without the right there is nothing here (404). */
export function staffOnly(right: StaffRight): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    if (!hasRight(c.get("user")?.staffRole ?? null, right)) throw new DomainError("not_found");
    await next();
  };
}
