import type { MiddlewareHandler } from "hono";
import { DomainError } from "#domain/errors.ts";
import { hasRight, type StaffRight } from "#domain/staff-roles.ts";
import { type ApiContext, type ApiEnv, requireUser } from "./context.ts";
import { isSafeMethod } from "./methods.ts";
import { rejectViewRead, rejectViewWrite } from "./person-view.ts";
import { requireSession } from "./session-middleware.ts";

/** For a route's `middleware`: a guest gets 401 before the body is validated. */
export const membersOnly = toGuard((c) => {
  requireUser(c);
  rejectViewRead(c);
});

/** For login and register: requires a session to write to (419), without a user (409). */
export const guestsOnly = toGuard((c) => {
  requireSession(c);
  if (c.get("user")) throw new DomainError("already_authenticated");
});

/**
 * Guards staff routes (design §4): without the right, the route does not exist (404), except to
 * staff whose session has ended since the request began (401).
 */
export function staffOnly(right: StaffRight): MiddlewareHandler<ApiEnv> {
  return toGuard((c) => {
    if (c.get("session")?.hasEnded) throw new DomainError("unauthenticated");
    if (!hasRight(c.get("user")?.staffRole ?? null, right)) throw new DomainError("not_found");
  });
}

/** Creates a guard that `confirmAccess` runs again. */
function toGuard(assert: (c: ApiContext) => void): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    assert(c);
    c.set("guards", [...(c.get("guards") ?? []), assert]);
    await next();
  };
}

/**
 * Reads the session of a member's write again and repeats the guards that it has passed: while it
 * waited for its turn or its body, which may take minutes, it may have lost its session or its
 * right. The pipeline calls this before every route; code that reads a body after that calls it
 * again. Throws whatever the guards throw.
 */
export async function confirmAccess(c: ApiContext): Promise<void> {
  const session = c.get("session");
  if (!session?.user) return;
  await session.refresh();
  c.set("user", session.user);
  rejectViewWrite(c);
  for (const assert of c.get("guards") ?? []) assert(c);
}

/** Runs `confirmAccess` before every route that writes. */
export const confirmWrites: MiddlewareHandler<ApiEnv> = async (c, next) => {
  if (!isSafeMethod(c.req.method)) await confirmAccess(c);
  await next();
};
