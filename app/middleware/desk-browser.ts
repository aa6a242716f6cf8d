import { createCookie, type MiddlewareFunction, type RouterContextProvider } from "react-router";
import { getApi } from "./session-relay.ts";
import { requireWebRequest } from "./web-context.ts";

type Context = Readonly<RouterContextProvider>;

const PURPOSE = "desk";
const LIFETIME_SECONDS = 24 * 60 * 60;

/**
 * That somebody of the staff has used the desk in this browser within a day: their session may be
 * over, and they are led to sign in, where everybody else finds a 404 (design §4). It opens nothing;
 * being encrypted it can be made by nobody but us, so nobody else learns by it that there is a desk.
 */
const deskCookie = createCookie(PURPOSE, { path: "/", httpOnly: true, sameSite: "lax" });

/** When the mark of this browser ends, in milliseconds; 0 for one without. */
async function readUntil(context: Context, request: Request): Promise<number> {
  const encrypted: unknown = await deskCookie
    .parse(request.headers.get("cookie"))
    .catch(() => null);
  if (typeof encrypted !== "string") return 0;
  return Number(requireWebRequest(context).cipher.decrypt(PURPOSE, encrypted)) || 0;
}

/** True in a browser that was at the desk within a day and has not signed out. */
export async function isDeskBrowser(context: Context, request: Request): Promise<boolean> {
  return (await readUntil(context, request)) > requireWebRequest(context).now().getTime();
}

/** Marks the browser of the staff member whom this response is for, once in half a day. */
export const deskBrowserMiddleware = (async ({ request, context }, next) => {
  const response = await next();
  const nowMs = requireWebRequest(context).now().getTime();
  const lifetimeMs = LIFETIME_SECONDS * 1000;
  if ((await readUntil(context, request)) > nowMs + lifetimeMs / 2) return response;
  const until = String(nowMs + lifetimeMs);
  const line = await deskCookie.serialize(
    requireWebRequest(context).cipher.encrypt(PURPOSE, until),
    {
      maxAge: LIFETIME_SECONDS,
      secure: getApi(context).appUrl.startsWith("https:"),
    },
  );
  response.headers.append("set-cookie", line);
  return response;
}) satisfies MiddlewareFunction<Response>;

/** Removes the mark: the person signs out. */
export async function clearDeskBrowser(response: Response): Promise<Response> {
  response.headers.append("set-cookie", await deskCookie.serialize("", { maxAge: 0 }));
  return response;
}
