import { type MiddlewareFunction, type RouterContextProvider, redirect } from "react-router";
import type { User } from "#app/api-client/accounts.server.ts";
import { localePath } from "#app/i18n/paths.ts";
import { getLocale } from "./locale.ts";
import { getUrl, getUser, redirectToLogin } from "./session-relay.ts";

type Context = Readonly<RouterContextProvider>;

/** The signed-in user. Throws a redirect to login that leads back here (spec §2 guards). */
export async function requireUser(context: Context): Promise<User> {
  const user = await getUser(context);
  if (user) return user;
  throw redirectToLogin(getLocale(context), getUrl(context));
}

/** Put on a route (with a loader, or it would not run on client navigation). */
export const requireUserMiddleware: MiddlewareFunction<Response> = async ({ context }, next) => {
  await requireUser(context);
  const response = await next();
  response.headers.set("cache-control", "private, no-store");
  return response;
};

/** Guest-only screens send a signed-in user to the dashboard (spec §2 guards). */
export const requireGuestMiddleware: MiddlewareFunction<Response> = async ({ context }, next) => {
  if (await getUser(context)) throw redirect(localePath(getLocale(context), "/dashboard"), 302);
  const response = await next();
  response.headers.set("cache-control", "private, no-store");
  return response;
};

/** The team's screens (design §4) are not there for anybody else: throws a redirect to 404. */
export async function requireStaff(context: Context): Promise<User> {
  const user = await getUser(context);
  if (user?.role === "staff") return user;
  throw redirect(localePath(getLocale(context), "/404"), 302);
}

export const requireStaffMiddleware: MiddlewareFunction<Response> = async ({ context }, next) => {
  await requireStaff(context);
  const response = await next();
  response.headers.set("cache-control", "private, no-store");
  return response;
};
