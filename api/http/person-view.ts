import type { MiddlewareHandler } from "hono";
import { DomainError } from "#domain/errors.ts";
import { isViewableRead, isViewWrite } from "#domain/person-views.ts";
import type { ApiContext, ApiEnv } from "./context.ts";
import { isSafeMethod } from "./session.ts";

/**
 * While a staff member views the shop as a user, all writes are rejected, before any route runs, so
 * that new routes are covered too. Throws view_only (403).
 */
export const rejectViewWrites: MiddlewareHandler<ApiEnv> = async (c, next) => {
  rejectViewWrite(c);
  await next();
};

/** The same for a request that a view may have begun since. Throws view_only (403). */
export function rejectViewWrite(c: ApiContext): void {
  const isWrite = !isSafeMethod(c.req.method);
  if (isWrite && c.get("session")?.view && !isViewWrite(pathOf(c))) {
    throw new DomainError("view_only");
  }
}

/** Member-only reads are allowed only if listed. Throws view_only (403). */
export function rejectViewRead(c: ApiContext): void {
  const isRead = isSafeMethod(c.req.method);
  if (isRead && c.get("session")?.view && !isViewableRead(pathOf(c))) {
    throw new DomainError("view_only");
  }
}

const pathOf = (c: ApiContext) => c.req.path.replace(/^\/api/, "");
