import { createRoute, OpenAPIHono } from "@hono/zod-openapi";
import {
  changePasswordSchema,
  deleteAccountSchema,
  profileAnswerSchema,
  updateProfileSchema,
} from "../contract/accounts.ts";
import { statusOkSchema } from "../contract/envelope.ts";
import { type ApiDeps, type ApiEnv, requireUser } from "../http/context.ts";
import { membersOnly } from "../http/guards.ts";
import { errorAnswers, jsonAnswer, jsonBody, memberSecurity } from "../http/openapi.ts";
import { requireSession } from "../http/session.ts";
import { requireProfile } from "./accounts.service.ts";
import { deleteAccount } from "./delete-account.ts";
import { changePassword, updateProfile } from "./profile.service.ts";

const shared = { tags: ["accounts"], security: memberSecurity, middleware: membersOnly };
const OK = { status: "OK" } as const;

const profileRoute = createRoute({
  ...shared,
  method: "get",
  path: "/user/profile",
  summary: "The signed-in user",
  responses: { 200: jsonAnswer("The profile", profileAnswerSchema), ...errorAnswers(401) },
});

const updateRoute = createRoute({
  ...shared,
  method: "put",
  path: "/user/profile",
  summary: "Change name, phone number or e-mail address",
  request: { body: jsonBody(updateProfileSchema) },
  responses: {
    200: jsonAnswer("The profile as it is now", profileAnswerSchema),
    ...errorAnswers(401, 419, 422),
  },
});

const changePasswordRoute = createRoute({
  ...shared,
  method: "post",
  path: "/user/change-password",
  summary: "Change the password; all other sessions end",
  request: { body: jsonBody(changePasswordSchema) },
  responses: { 200: jsonAnswer("Changed", statusOkSchema), ...errorAnswers(401, 419, 422) },
});

const deleteRoute = createRoute({
  ...shared,
  method: "delete",
  path: "/user/delete",
  summary: "Delete the account; the user is signed out",
  request: { body: jsonBody(deleteAccountSchema) },
  responses: { 200: jsonAnswer("Deleted", statusOkSchema), ...errorAnswers(401, 419, 422) },
});

/** The member's own profile (spec §2 Profile edit, §7). */
export function profileRoutes(deps: ApiDeps): OpenAPIHono<ApiEnv> {
  const routes = new OpenAPIHono<ApiEnv>();
  routes.openapi(profileRoute, async (c) => {
    const payload = await requireProfile(deps, requireUser(c).id);
    return c.json({ ...OK, payload }, 200);
  });
  routes.openapi(updateRoute, async (c) => {
    const { id } = requireUser(c);
    const payload = await updateProfile(deps, id, c.req.valid("json"), c.get("locale"));
    return c.json({ ...OK, payload }, 200);
  });
  routes.openapi(changePasswordRoute, async (c) => {
    const body = c.req.valid("json");
    await changePassword(deps, requireSession(c), requireUser(c), body, c.get("locale"));
    return c.json(OK, 200);
  });
  routes.openapi(deleteRoute, async (c) => {
    const request = { locale: c.get("locale"), clientIp: c.get("clientIp") };
    await deleteAccount(deps, requireSession(c), requireUser(c), c.req.valid("json"), request);
    return c.json(OK, 200);
  });
  return routes;
}
