import type { MiddlewareHandler } from "hono";
import { DomainError } from "#domain/errors.ts";
import { isViewableRead, isViewWrite } from "#domain/person-views.ts";
import type { ApiContext, ApiEnv } from "./context.ts";
import { isSafeMethod } from "./session.ts";

/**
 * While the staff sees the shop as a person nothing is written, whatever the route: checked before
 * any of them, so that a new one needs no thought of it. Throws view_only (403).
 */
export const rejectViewWrites: MiddlewareHandler<ApiEnv> = async (c, next) => {
  const isWrite = !isSafeMethod(c.req.method);
  if (isWrite && c.get("session")?.view && !isViewWrite(pathOf(c))) {
    throw new DomainError("view_only");
  }
  await next();
};

/** Of what is for members a view reads what is listed. Throws view_only (403). */
export function rejectViewRead(c: ApiContext): void {
  const isRead = isSafeMethod(c.req.method);
  if (isRead && c.get("session")?.view && !isViewableRead(pathOf(c))) {
    throw new DomainError("view_only");
  }
}

const pathOf = (c: ApiContext) => c.req.path.replace(/^\/api/, "");
