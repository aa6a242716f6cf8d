import type { MiddlewareHandler } from "hono";
import { DomainError } from "#domain/errors.ts";
import type { Sql } from "../db/client.ts";
import type { ApiContext, ApiDeps, ApiEnv } from "./context.ts";
import { createTextCipher } from "./encryption.ts";
import { isSafeMethod } from "./methods.ts";
import { getSession, type SessionQuery, type SessionRow } from "./session.queries.ts";
import { RequestSession } from "./session.ts";

/**
 * The row about the session's user that a GET of `path` reads in the same round trip as the
 * session; the route finds it in `RequestSession.preloaded`. Null to read nothing.
 */
export type SessionRead = { path: string; query(sql: Sql, c: ApiContext): SessionQuery | null };

/**
 * Opens the session of a request from our own pages, and sets its cookies on the response,
 * including rejections; a read sets none that the browser received less than a minute ago. Any
 * other request continues without cookies: as a guest, and stateless.
 */
export function openSession(
  deps: ApiDeps,
  reads: readonly SessionRead[],
): MiddlewareHandler<ApiEnv> {
  const cipher = createTextCipher(deps.config.sessionSecrets);
  const running = new Map<string, Promise<SessionRow | null>>();
  const readsByPath = new Map(reads.map((read) => [read.path, read]));
  return async (c, next) => {
    if (!isStateful(c, deps.config.appUrl)) return next();
    const readRow = (idHash: Buffer, now: Date) => {
      if (!isSafeMethod(c.req.method)) return getSession(deps.database, idHash, now);
      const query = readsByPath.get(c.req.path)?.query(deps.database, c);
      if (query) return getSession(deps.database, idHash, now, query);
      // A page reads several things about its user in parallel, under one request id. Separate
      // requests do not share the read, because they must not see data older than themselves.
      const key = `${c.get("requestId")} ${idHash.toString("base64")}`;
      const reading =
        running.get(key) ??
        getSession(deps.database, idHash, now).finally(() => running.delete(key));
      running.set(key, reading);
      return reading;
    };
    const options = { deps, cipher, readRow };
    const session = await RequestSession.open(options, c.req.header("cookie"));
    c.set("session", session);
    c.set("user", session.user);
    await next();
    const { headers } = c.res;
    if (!session.hasCurrentCookies || !isPlainRead(c.req)) {
      for (const line of session.toSetCookieLines()) headers.append("set-cookie", line);
    }
    headers.set("cache-control", "private, no-store");
  };
}

/** Rejects a session's write request without the session's token (419). */
export const checkToken: MiddlewareHandler<ApiEnv> = async (c, next) => {
  if (!isSafeMethod(c.req.method)) c.get("session")?.assertToken(c.req.header("x-xsrf-token"));
  await next();
};

/** Returns the session to sign in to or out of. Throws csrf_mismatch (419) if there is none. */
export function requireSession(c: ApiContext): RequestSession {
  const session = c.get("session");
  if (!session) throw new DomainError("csrf_mismatch");
  return session;
}

/** Returns true for a read, other than a request for the cookies themselves. */
function isPlainRead({ method, path }: ApiContext["req"]): boolean {
  return isSafeMethod(method) && !path.startsWith("/sanctum/");
}

/** Applies Sanctum's rule: our own Referer, or else Origin. Fetching the token always counts. */
function isStateful(c: ApiContext, appUrl: string): boolean {
  if (c.req.path.startsWith("/sanctum/")) return true;
  const from = c.req.header("referer") || c.req.header("origin") || "";
  // What our own web tier sends, checked without parsing two URLs for each request of a page.
  if (from === appUrl || from.startsWith(`${appUrl}/`)) return true;
  return URL.canParse(from) && new URL(from).origin === new URL(appUrl).origin;
}
