import { type MiddlewareFunction, type RouterContextProvider, redirect } from "react-router";
import type { User } from "#app/api-client/accounts.server.ts";
import { localePath } from "#app/i18n/paths.ts";
import { safeRedirectPath } from "#domain/redirects.ts";
import { hasRight, type StaffRight, type StaffRole } from "#domain/staff-roles.ts";
import { deskBrowserMiddleware, isDeskBrowser } from "./desk-browser.ts";
import { getLocale } from "./locale.ts";
import { hasUnsent, noteUnsent, throwUnsent } from "./note-unsent.ts";
import { getApi, getUrl, getUser, redirectToLogin, sendToLogin } from "./session-relay.ts";
import { requireWebRequest } from "./web-context.ts";

type Context = Readonly<RouterContextProvider>;

/**
 * The signed-in user. Throws a redirect to login that leads back here (spec §2 guards), or the form
 * that is to come back to its sender (`returnFormMiddleware`).
 */
export async function requireUser(context: Context): Promise<User> {
  throwUnsent(context);
  const user = await findUser(context);
  if (user) return user;
  throw sendToLogin(context, getLocale(context));
}

async function findUser(context: Context): Promise<User | null> {
  return getUser(context).catch((error: unknown) => {
    throw navigationError(context, error);
  });
}

/**
 * Spec §2 "Any navigation error sends the user to login": a guard that cannot find out who somebody
 * is does so, and says so there (docs/decisions 0021). A form that is sent keeps its own error.
 */
function navigationError(context: Context, error: unknown): unknown {
  if (error instanceof Response || getApi(context).isWriting) return error;
  requireWebRequest(context).logError("who is signed in could not be found out", error);
  return redirectToLogin(getLocale(context), getUrl(context), { isUnsure: true });
}

/** Put on a route (with a loader, or it would not run on client navigation). */
export const requireUserMiddleware: MiddlewareFunction<Response> = async ({ context }, next) => {
  if (!hasUnsent(context)) await requireUser(context);
  const response = await next();
  response.headers.set("cache-control", "private, no-store");
  return response;
};

/**
 * Put before every guard of the long form at `path` (those of its parents too): when its sender has to
 * sign in, it goes on to its action, which throws it back (docs/decisions 0020). Only then has the page
 * that shows it the data of its frame.
 */
export function returnFormMiddleware(path: string): MiddlewareFunction<Response> {
  return async ({ request, context }, next) => {
    const isHere = getUrl(context).pathname.endsWith(path);
    if (request.method === "POST" && isHere && (await findUser(context)) === null) {
      await noteUnsent(context, request);
    }
    return next();
  };
}

/**
 * Guest-only screens send a signed-in user to the dashboard (spec §2 guards), or on to the page from
 * which a guard that could not find out had sent them. When it is unknown, the screen is shown: a
 * redirect would lead back to it.
 */
export const requireGuestMiddleware: MiddlewareFunction<Response> = async ({ context }, next) => {
  if (await isSignedIn(context)) {
    const query = getUrl(context).searchParams;
    const redirectPath = query.has("unsure") ? safeRedirectPath(query.get("redirect")) : null;
    throw redirect(redirectPath ?? localePath(getLocale(context), "/dashboard"), 302);
  }
  const response = await next();
  response.headers.set("cache-control", "private, no-store");
  return response;
};

async function isSignedIn(context: Context): Promise<boolean> {
  try {
    return (await getUser(context)) !== null;
  } catch (error) {
    if (error instanceof Response) throw error;
    return false;
  }
}

/**
 * Staff with this right, or of any role without one. For everybody else the staff's screens (design
 * §4) are not there: throws a redirect to 404. Of staff whose session was over when they sent a form
 * it throws the form back (`requireStaffMiddleware`).
 */
export async function requireStaff(
  context: Context,
  right?: StaffRight,
): Promise<User & { staffRole: StaffRole }> {
  throwUnsent(context);
  const user = await findUser(context);
  const staffRole = user?.staffRole ?? null;
  if (user && staffRole !== null && (!right || hasRight(staffRole, right))) {
    return { ...user, staffRole };
  }
  throw redirect(localePath(getLocale(context), "/404"), 302);
}

/**
 * For the frame of all staff screens. Staff whose session is over are led to sign in and back, in the
 * browser that they used. A form of theirs goes on to its action, which throws it back: only then has
 * the page that shows it the data of its frame.
 */
export const requireStaffMiddleware: MiddlewareFunction<Response> = async (args, next) => {
  const { request, context } = args;
  if ((await findUser(context)) === null && (await isDeskBrowser(context, request))) {
    if (request.method === "POST") await noteUnsent(context, request);
    if (!hasUnsent(context)) throw sendToLogin(context, getLocale(context));
    return next();
  }
  await requireStaff(context);
  const response = await deskBrowserMiddleware(args, next);
  response.headers.set("cache-control", "private, no-store");
  return response;
};
