import { createContext, type MiddlewareFunction, redirect, replace } from "react-router";
import type { User } from "#app/api-client/accounts.server.ts";
import { ApiError } from "#app/api-client/transport/api-error.server.ts";
import { FORWARDING_NOTES, isVerifyScreen, localePath } from "#app/i18n/paths.ts";
import { isStaffPath } from "#domain/locales.ts";
import { safeRedirectPath } from "#domain/redirects.ts";
import { hasRight, type StaffRight, type StaffRole } from "#domain/staff-roles.ts";
import { deskBrowserMiddleware, isDeskBrowser } from "./desk-browser.ts";
import { getLocale } from "./locale.ts";
import { hasUnsent, noteRightLost, noteUnsent, throwUnsent } from "./note-unsent.ts";
import {
  getApi,
  getUrl,
  getUser,
  redirectToLogin,
  sendToLogin,
  sendToVerifyEmail,
} from "./session-relay.ts";
import { type Context, requireWebRequest } from "./web-context.ts";

/** A form sent by staff that has not been read yet. */
const staffFormContext = createContext<Request | null>(null);

/**
 * The signed-in user. Throws a redirect to login that leads back here (spec §2 guards), or the form
 * to return to its sender (`returnFormMiddleware`).
 */
export async function requireUser(context: Context): Promise<User> {
  throwUnsent(context);
  const user = await findUser(context);
  if (user) return user;
  throw sendToLogin(context, getLocale(context));
}

/**
 * The signed-in user or null. If the server does not report the user, throws a redirect: to the
 * screen that confirms the address if the server requires that first; to forbidden; otherwise to
 * login (docs/decisions 0021).
 */
export async function findUser(context: Context): Promise<User | null> {
  try {
    return await getUser(context);
  } catch (error) {
    if (isProfileWithheld(error) && isVerifyScreen(getUrl(context).pathname))
      return UNVERIFIED_USER;
    throw navigationError(context, error);
  }
}

/** A member with an unconfirmed address, about whom the server reports nothing else. */
const UNVERIFIED_USER: User = {
  id: null,
  email: "",
  name: "",
  surname: "",
  phone: "",
  balanceCents: 0,
  hold: undefined,
  isEmailVerified: false,
  isVerified: false,
  isVerifying: false,
  staffRole: null,
  viewedUntil: undefined,
};

/**
 * True for a member, including one about whom the server only reports that the address is
 * unconfirmed. Throws what the profile's call throws.
 */
export async function isMemberSignedIn(context: Context): Promise<boolean> {
  try {
    return (await getUser(context)) !== null;
  } catch (error) {
    if (isProfileWithheld(error)) return true;
    throw error;
  }
}

/**
 * True for the error of a profile that is withheld from unconfirmed members: they are signed in.
 */
function isProfileWithheld(error: unknown): boolean {
  return error instanceof ApiError && error.code === "email_unverified";
}

/**
 * Spec §2 "Any navigation error sends the user to login": a guard that cannot determine the user
 * redirects there, and the page explains it (docs/decisions 0021). A submitted form keeps its own
 * error.
 */
function navigationError(context: Context, error: unknown): unknown {
  if (error instanceof Response) return error;
  const locale = getLocale(context);
  if (isProfileWithheld(error)) return sendToVerifyEmail(context, locale);
  if (error instanceof ApiError && error.code === "forbidden") {
    return redirect(localePath(locale, "/forbidden"), 302);
  }
  if (getApi(context).isWriting) return error;
  requireWebRequest(context).logError("who is signed in could not be found out", error);
  return redirectToLogin(locale, getUrl(context), "unsure");
}

/** For routes with a loader; without one it would not run on client navigation. */
export const requireUserMiddleware: MiddlewareFunction<Response> = async ({ context }, next) => {
  if (!hasUnsent(context)) await requireUser(context);
  const response = await next();
  response.headers.set("cache-control", "private, no-store");
  return response;
};

/**
 * Place it before every guard of the long form at `path` (including its parents' guards): if its
 * sender has to sign in, the request continues to the action, which throws the form back
 * (docs/decisions 0020). Only then does the page that shows it have its layout's data.
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

/** Adds a message for a member to the response that redirects them. */
type AddNote = (args: { request: Request; context: Context }, response: Response) => Promise<void>;

/**
 * Redirects a signed-in user from guest-only screens to the dashboard (spec §2 guards), or on to
 * the page whose guard could not determine the user, or for which they signed in. If the user is
 * still unknown, the screen is shown, because a redirect would loop, except directly after a
 * sign-in. It is also shown to a member in a staff browser where staff sign in to the desk again.
 * `addNote` adds a message about a form that they have sent.
 */
export function requireGuest(addNote: AddNote): MiddlewareFunction<Response> {
  return async (args, next) => {
    const { context } = args;
    const isMember = await isSignedIn(context);
    if (isMember ? !(await isForDesk(args)) : hasJustSignedIn(context)) {
      const query = getUrl(context).searchParams;
      const isForwarding = FORWARDING_NOTES.some((note) => query.has(note));
      const redirectPath = isForwarding ? safeRedirectPath(query.get("redirect")) : null;
      // Directly after a sign-in: takes the screen's place in the history (`redirectAfterSignIn`).
      const go = query.has("cookies") ? replace : redirect;
      const response = go(redirectPath ?? localePath(getLocale(context), "/dashboard"), 302);
      // The document that contained the link may be a guest's, which browsers keep for Back.
      response.headers.set("X-Remix-Reload-Document", "true");
      await addNote(args, response);
      throw response;
    }
    const response = await next();
    response.headers.set("cache-control", "private, no-store");
    return response;
  };
}

/**
 * True if the browser has kept the session of a sign-in that goes via this screen
 * (`viaCookieCheck`). Anything unknown here is handled by the target's guard, without returning in
 * the same way. A session that has ended is removed once the profile has been read.
 */
function hasJustSignedIn(context: Context): boolean {
  const { jar, isWriting } = getApi(context);
  return !isWriting && jar.hasSession && getUrl(context).searchParams.has("cookies");
}

async function isForDesk({ request, context }: { request: Request; context: Context }) {
  const redirectPath = safeRedirectPath(getUrl(context).searchParams.get("redirect"));
  if (redirectPath === null || !isStaffPath(redirectPath)) return false;
  if ((await getUser(context))?.staffRole) return false;
  return isDeskBrowser(context, request);
}

/** False if unknown, and for members about whom the server reports nothing else. */
async function isSignedIn(context: Context): Promise<boolean> {
  const user = await getUser(context).catch(() => null);
  return user !== null;
}

/**
 * Requires a staff member with this right, or with any role if none is given. For everybody else
 * the staff screens (design §4) do not exist: throws a redirect to 404. If the session of staff
 * expired before they submitted a form, throws the form back (`requireStaffMiddleware`), and does
 * the same if they have lost the right since the form was shown to them.
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
  const form = context.get(staffFormContext);
  if (user && form && !form.bodyUsed) await noteRightLost(context, form, user.id);
  throwUnsent(context);
  throw toNotFound(context);
}

/** The redirect to the "not found" page; 303 after a form. */
export function toNotFound(context: Context, status: 302 | 303 = 302): Response {
  return redirect(localePath(getLocale(context), "/404"), status);
}

/**
 * For the layout of all staff screens. Redirects staff with an expired session to sign in and back,
 * in the browser that they used. A form of theirs continues to its action, which throws it back:
 * only then does the page that shows it have its layout's data. Neither is a form lost to a 404 if
 * a member has since signed in in that browser, or if its sender is no longer staff.
 */
export const requireStaffMiddleware: MiddlewareFunction<Response> = async (args, next) => {
  const { request, context } = args;
  const user = await findUser(context);
  if (!user?.staffRole && (await isDeskBrowser(context, request))) {
    if (request.method === "POST") await noteUnsent(context, request, user?.id ?? null);
    if (hasUnsent(context)) return next();
    if (user === null) throw sendToLogin(context, getLocale(context));
  }
  await requireStaff(context);
  if (request.method === "POST") context.set(staffFormContext, request);
  const response = await deskBrowserMiddleware(args, next);
  response.headers.set("cache-control", "private, no-store");
  return response;
};
