import { createContext, type MiddlewareFunction, redirect } from "react-router";
import { getProfile, type User } from "#app/api-client/accounts.server.ts";
import { ApiError, isGuestRejected } from "#app/api-client/transport/api-error.server.ts";
import { type ApiCall, ApiClient } from "#app/api-client/transport/transport.server.ts";
import {
  isVerifyScreen,
  type LoginNote,
  localePath,
  toLogin,
  toVerifyEmail,
} from "#app/i18n/paths.ts";
import { isDegraded } from "./degraded.ts";
import { isForOneVisitor, isOneStep } from "./one-visitor.ts";
import { type Context, requireWebRequest } from "./web-context.ts";

const apiContext = createContext<ApiClient | null>(null);
const urlContext = createContext<URL | null>(null);
const sentAwayContext = createContext<SentAway | null>(null);
const userContext = createContext<{ promise: Promise<User | null> | null } | null>(null);

/**
 * The web tier has no session of its own: the browser's API cookies are sent with each call, and
 * the API's cookies are returned once, here, for documents, data requests and files alike.
 */
export const sessionRelayMiddleware: MiddlewareFunction<Response> = async (
  { request, context },
  next,
) => {
  const web = requireWebRequest(context);
  const api = new ApiClient(web.api, {
    cookieHeader: request.headers.get("cookie"),
    clientIp: web.clientIp,
    requestId: web.requestId,
    locale: web.defaultLocale,
    isFresh: request.method !== "GET",
    pageReads: web.pageReads,
    onError: (error, call) => errorToRedirect(context, error, call),
  });
  context.set(apiContext, api);
  context.set(urlContext, toPageUrl(request.url));
  context.set(userContext, { promise: null });
  const response = await next();
  for (const line of api.jar.toSetCookieLines()) response.headers.append("set-cookie", line);
  // Files that are the same for everybody set their own headers (layout/translations-file.ts).
  const isPublic = response.headers.get("cache-control")?.startsWith("public") ?? false;
  const isPersonal = (api.jar.hasSession && !isPublic) || response.headers.has("set-cookie");
  if (isPersonal || isOneStep(context)) response.headers.set("cache-control", "private, no-store");
  else if (isDegraded(context)) response.headers.set("cache-control", "no-store");
  // The browser itself may keep it for back navigation, with the typed values. So no member's data
  // may get into such a document (docs/decisions/0059).
  else if (isForOneVisitor(context)) response.headers.set("cache-control", "private, no-cache");
  return response;
};

/** React Router's own parameters are not part of the requested URL. */
function toPageUrl(requestUrl: string): URL {
  const url = new URL(requestUrl);
  for (const own of ["_routes", "index"]) url.searchParams.delete(own);
  return url;
}

/**
 * Calls of guests: a 401 or 403 rejects the submitted data, such as a password, and ends no session.
 */
const GUEST_CALLS: ReadonlySet<string> = new Set([
  "/login",
  "/register",
  "/user/reset-password",
  "/reset-password",
  "/contact",
  "/newsletter/subscribe",
  "/newsletter/confirm",
  "/newsletter/unsubscribe",
  "/notices",
  "/notices/complaint",
  "/withdrawals",
  "/withdrawals/confirm",
]);

/**
 * Spec §6 and §8 in one place. A 401 means that the session has expired: redirects to login and
 * back, unless the call was sent without the session. A 403 leads to verify-email for an
 * unconfirmed address, else to forbidden, unless the call was a guest's. Null leaves the error to
 * the screen. The profile is read to determine the user, on public pages as well, so there the
 * guards decide; and a link that confirms an address has its own screen for a 403.
 */
function errorToRedirect(
  context: Context,
  error: ApiError,
  { method, path }: ApiCall,
): Response | null {
  const api = getApi(context);
  if (error.status === 401) {
    if (GUEST_CALLS.has(path) || isGuestRejected(error)) return null;
    api.jar.clear();
    return path === "/user/profile" ? null : sendToLogin(context, api.locale);
  }
  if (path === "/user/profile" && method === "GET") return null;
  const isOfGuest = error.isGuest || GUEST_CALLS.has(path);
  const url = getUrl(context);
  // The screen that confirms the address needs a session, which a rejected sign-in has not started.
  if (error.code === "email_unverified" && !isOfGuest) {
    // The screen that confirms the address cannot require a confirmed one.
    return isVerifyScreen(url.pathname) ? null : sendToVerifyEmail(context, api.locale);
  }
  if (error.code === "view_only") return redirect(localePath(api.locale, "/view"), 302);
  if (error.code === "forbidden" && !isOfGuest && !path.startsWith("/email/verify")) {
    return redirect(localePath(api.locale, "/forbidden"), 302);
  }
  return null;
}

/** Redirects to login, and back to the requested page (spec §2 guards) if login accepts its URL. */
export function redirectToLogin(locale: string, url: URL, note?: LoginNote): Response {
  return redirect(toLogin(locale, url.pathname + url.search, note), 302);
}

/** Why a request was redirected to another screen, and back from there, before it was processed. */
export const SENT_AWAY = ["session_over", "email_unverified"] as const;
export type SentAway = (typeof SENT_AWAY)[number];

/**
 * Redirects to login from the page of this request and records that, so that typed values can be
 * kept.
 */
export function sendToLogin(context: Context, locale: string): Response {
  context.set(sentAwayContext, "session_over");
  return redirectToLogin(locale, getUrl(context));
}

/** The same to the screen that asks to confirm the address. */
export function sendToVerifyEmail(context: Context, locale: string): Response {
  context.set(sentAwayContext, "email_unverified");
  const { pathname, search } = getUrl(context);
  return redirect(toVerifyEmail(locale, pathname + search), 302);
}

/** Why this request has been redirected by one of these two; null if it has not been. */
export function whySentAway(context: Context): SentAway | null {
  return context.get(sentAwayContext);
}

/** The request's API client. */
export function getApi(context: Context): ApiClient {
  const api = context.get(apiContext);
  if (!api) throw new Error("sessionRelayMiddleware did not run");
  return api;
}

/** The requested URL as the browser knows it. */
export function getUrl(context: Context): URL {
  const url = context.get(urlContext);
  if (!url) throw new Error("sessionRelayMiddleware did not run");
  return url;
}

/**
 * The signed-in user or null, loaded once per request. An expired session is cleared. A page that
 * calls this is rendered for each member individually; `getShellUser` is for parts that cached
 * pages fill in.
 */
export function getUser(context: Context): Promise<User | null> {
  requireWebRequest(context).isPersonal = true;
  return getShellUser(context);
}

/**
 * The same for header and hearts, for which cached pages have placeholders
 * (layout/member-page.server.tsx), and for parts that no cached page contains.
 */
export function getShellUser(context: Context): Promise<User | null> {
  const memo = context.get(userContext);
  if (!memo) throw new Error("sessionRelayMiddleware did not run");
  memo.promise ??= loadUser(getApi(context));
  return memo.promise;
}

async function loadUser(api: ApiClient): Promise<User | null> {
  if (!api.jar.hasSession) return null;
  try {
    return await getProfile(api);
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null;
    throw error;
  }
}
