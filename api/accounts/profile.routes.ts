import { createRoute, OpenAPIHono } from "@hono/zod-openapi";
import { toUnixSeconds } from "#domain/dates.ts";
import {
  changePasswordSchema,
  deleteAccountSchema,
  type ProfileQuery,
  profileQuerySchema,
  profileResponseSchema,
  updateProfileSchema,
} from "../contract/accounts.ts";
import { statusOkSchema } from "../contract/envelope.ts";
import { type ApiDeps, type ApiEnv, requireUser } from "../http/context.ts";
import { membersOnly } from "../http/guards.ts";
import { errorResponses, jsonBody, jsonResponse, memberSecurity, OK } from "../http/openapi.ts";
import { requireSession, type SessionRead } from "../http/session-middleware.ts";
import type { Noun } from "../noun.ts";
import { type ProfileExtras, type ProfileRow, profileQuery } from "./accounts.queries.ts";
import { requireProfile, toProfile } from "./accounts.service.ts";
import { deleteAccount } from "./delete-account.ts";
import { changePassword, updateProfile } from "./profile.service.ts";

const shared = { tags: ["accounts"], security: memberSecurity, middleware: membersOnly };

const profileRoute = createRoute({
  ...shared,
  method: "get",
  path: "/user/profile",
  operationId: "getProfile",
  summary: "Get the signed-in user's profile",
  description:
    "Returns the profile with the wallet balance and the verification status, and on " +
    "request the ids of favorites and whether a product has been bought.",
  request: { query: profileQuerySchema },
  responses: {
    200: jsonResponse("The profile", profileResponseSchema),
    ...errorResponses(401, 422),
  },
});

const updateRoute = createRoute({
  ...shared,
  method: "put",
  path: "/user/profile",
  operationId: "updateProfile",
  summary: "Update the profile",
  description:
    "Changes the given fields; an empty string clears a field. A new e-mail address " +
    "requires `current_password`, starts unverified, and the old address is notified. 429 after " +
    "too many addresses that others have, and too soon after the last mail with a link.",
  request: { body: jsonBody(updateProfileSchema) },
  responses: {
    200: jsonResponse("The updated profile", profileResponseSchema),
    ...errorResponses(401, 419, 422, 429),
  },
});

const changePasswordRoute = createRoute({
  ...shared,
  method: "post",
  path: "/user/change-password",
  operationId: "changePassword",
  summary: "Change the password",
  description:
    "Sets a new password and ends all other sessions of the user. The owner is notified by e-mail.",
  request: { body: jsonBody(changePasswordSchema) },
  responses: {
    200: jsonResponse("The password is changed", statusOkSchema),
    ...errorResponses(401, 419, 422),
  },
});

const deleteRoute = createRoute({
  ...shared,
  method: "delete",
  path: "/user/delete",
  operationId: "deleteAccount",
  summary: "Delete the account",
  description:
    "Deletes personal data and signs the user out. Accounting records are kept without " +
    "personal data. A remaining balance, and refunds of orders that can still be withdrawn from, " +
    "must be forfeited explicitly.",
  request: { body: jsonBody(deleteAccountSchema) },
  responses: {
    200: jsonResponse("The account is deleted", statusOkSchema),
    ...errorResponses(401, 419, 422),
  },
});

const toExtras = (query: ProfileQuery): ProfileExtras => ({
  hasFavorites: query.favorites !== undefined,
  productId: query.product_id === undefined ? null : Number(query.product_id),
});

/**
 * The first request of every page: one round trip for the session and everything about the
 * signed-in user.
 */
export const profileRead: SessionRead = {
  path: "/api/user/profile",
  query: (sql, c) => {
    const { data } = profileQuerySchema.safeParse(c.req.query());
    return data ? profileQuery(sql, sql`s.user_id`, toExtras(data)) : null;
  },
};

/** Returns the routes for the member's own profile (spec §2 Profile edit, §7). */
export function profileRoutes(deps: ApiDeps, nouns: readonly Noun[]): OpenAPIHono<ApiEnv> {
  const routes = new OpenAPIHono<ApiEnv>();
  routes.openapi(profileRoute, async (c) => {
    const { id } = requireUser(c);
    // On this path and for this user, `preloaded` is the row read by profileRead.
    const row = c.get("session")?.preloaded as ProfileRow | null | undefined;
    const profile = row
      ? toProfile(row)
      : await requireProfile(deps, id, toExtras(c.req.valid("query")));
    const until = c.get("session")?.view?.until;
    const payload = until ? { ...profile, viewed_until: toUnixSeconds(until) } : profile;
    return c.json({ ...OK, payload }, 200);
  });
  routes.openapi(updateRoute, async (c) => {
    const { id } = requireUser(c);
    const client = { locale: c.get("locale"), clientIp: c.get("clientIp") };
    const payload = await updateProfile(deps, id, c.req.valid("json"), client);
    return c.json({ ...OK, payload }, 200);
  });
  routes.openapi(changePasswordRoute, async (c) => {
    const body = c.req.valid("json");
    const { id: userId } = requireUser(c);
    await changePassword(deps, requireSession(c), { userId, body, locale: c.get("locale") });
    return c.json(OK, 200);
  });
  routes.openapi(deleteRoute, async (c) => {
    await deleteAccount(deps, requireSession(c), nouns, {
      userId: requireUser(c).id,
      body: c.req.valid("json"),
      locale: c.get("locale"),
      clientIp: c.get("clientIp"),
    });
    return c.json(OK, 200);
  });
  return routes;
}
