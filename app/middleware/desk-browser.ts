import type { MiddlewareFunction } from "react-router";
import { type Context, createOwnCookie, requireWebRequest } from "./web-context.ts";

const PURPOSE = "desk";
const LIFETIME_SECONDS = 24 * 60 * 60;

/**
 * Marks browsers in which staff used the staff screens within a day: if their session has expired,
 * they are redirected to sign in, while everybody else gets a 404 (design §4). The mark grants no
 * access. It is encrypted and so cannot be forged, which keeps the existence of staff screens
 * hidden from others.
 */
const deskCookie = createOwnCookie(PURPOSE, { maxAge: LIFETIME_SECONDS });

/** When this browser's mark expires, in milliseconds; 0 if there is none. */
async function readUntil(context: Context, request: Request): Promise<number> {
  const encrypted = await deskCookie.parse(request);
  if (typeof encrypted !== "string") return 0;
  return Number(requireWebRequest(context).cipher.decrypt(PURPOSE, encrypted)) || 0;
}

/** True in a browser that used the staff screens within a day and has not signed out. */
export async function isDeskBrowser(context: Context, request: Request): Promise<boolean> {
  return (await readUntil(context, request)) > requireWebRequest(context).now().getTime();
}

/** Marks the browser of a staff member who gets this response, once in half a day. */
export const deskBrowserMiddleware = (async ({ request, context }, next) => {
  const response = await next();
  const nowMs = requireWebRequest(context).now().getTime();
  const lifetimeMs = LIFETIME_SECONDS * 1000;
  if ((await readUntil(context, request)) > nowMs + lifetimeMs / 2) return response;
  const until = String(nowMs + lifetimeMs);
  const encrypted = requireWebRequest(context).cipher.encrypt(PURPOSE, until);
  response.headers.append("set-cookie", await deskCookie.serialize(context, encrypted));
  return response;
}) satisfies MiddlewareFunction<Response>;

/** Removes the mark when the person signs out. */
export async function clearDeskBrowser(context: Context, response: Response): Promise<Response> {
  response.headers.append("set-cookie", await deskCookie.clear(context));
  return response;
}
