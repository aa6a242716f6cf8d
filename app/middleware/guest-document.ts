import { type MiddlewareFunction, redirect } from "react-router";
import { isMemberPath } from "#domain/locales.ts";
import { isMemberSignedIn } from "./guards.ts";
import { getApi, getUrl } from "./session-relay.ts";
import { requireWebRequest } from "./web-context.ts";

/**
 * Once a member has signed in in another window, makes scripts of a guest's document load the page
 * as a new document: browsers may keep the guest's document for Back, so it must not get the
 * member's data (docs/decisions/0059). Member-only screens hide such a document by their address.
 * Continues if it is unknown who is signed in.
 */
export const leaveGuestDocument: MiddlewareFunction<Response> = async (
  { request, context },
  next,
) => {
  if (!isOfGuestDocument(request, requireWebRequest(context).isDocument)) return next();
  const { pathname, search } = getUrl(context);
  if (!getApi(context).jar.hasSession || isMemberPath(pathname)) return next();
  if (!(await isMemberSignedIn(context).catch(() => false))) return next();
  const response = redirect(pathname + search, 302);
  response.headers.set("X-Remix-Reload-Document", "true");
  throw response;
};

/** A member's document requests the layout's data with every page (`shouldRevalidate` there). */
function isOfGuestDocument(request: Request, isDocument: boolean): boolean {
  const asked = new URL(request.url).searchParams.get("_routes");
  if (request.method !== "GET" || isDocument || asked === null) return false;
  return !asked.split(",").includes("layout");
}
