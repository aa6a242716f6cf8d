import type { MiddlewareHandler } from "hono";
import { DomainError } from "#domain/errors.ts";
import { isViewableRead, isViewWrite } from "#domain/person-views.ts";
import type { ApiContext, ApiEnv } from "./context.ts";
import { isSafeMethod } from "./methods.ts";

/**
 * Rejects all writes while a staff member views the shop as a user, before any route runs, so that
 * new routes are covered too. Throws view_only (403).
 */
export const rejectViewWrites: MiddlewareHandler<ApiEnv> = async (c, next) => {
  rejectViewWrite(c);
  await next();
};

/** Rejects a write if a view has begun since the request was received. Throws view_only (403). */
export function rejectViewWrite(c: ApiContext): void {
  const isWrite = !isSafeMethod(c.req.method);
  if (isWrite && c.get("session")?.view && !isViewWrite(pathOf(c))) {
    throw new DomainError("view_only");
  }
}

/**
 * Rejects a member-only read during a view, unless it is listed as viewable. Throws view_only
 * (403).
 */
export function rejectViewRead(c: ApiContext): void {
  const isRead = isSafeMethod(c.req.method);
  if (isRead && c.get("session")?.view && !isViewableRead(pathOf(c))) {
    throw new DomainError("view_only");
  }
}

const pathOf = (c: ApiContext) => c.req.path.replace(/^\/api/, "");
