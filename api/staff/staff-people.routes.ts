import { createRoute, OpenAPIHono } from "@hono/zod-openapi";
import { PERSON_VIEW_RIGHT } from "#domain/person-views.ts";
import { exportOwnData } from "../accounts/own-data/own-data.ts";
import { statusOkSchema } from "../contract/envelope.ts";
import {
  adjustBalanceSchema,
  balanceAdjustmentResponseSchema,
  changePersonSchema,
  decideAdjustmentSchema,
  peopleQuerySchema,
  peopleResponseSchema,
  personResponseSchema,
  viewPersonSchema,
} from "../contract/staff/people.ts";
import { type ApiDeps, type ApiEnv, requireUser } from "../http/context.ts";
import { binary, errorResponses, idParams, jsonBody, jsonResponse, OK } from "../http/openapi.ts";
import { sendStream } from "../http/send-stream.ts";
import { requireSession } from "../http/session-middleware.ts";
import type { Noun } from "../noun.ts";
import { adjustBalance, decideOnAdjustment } from "../people/adjust-balance.ts";
import { changePerson, listPersons, viewPerson } from "../people/people.service.ts";
import { startPersonView } from "../people/person-view.service.ts";
import { staffRoute } from "./lists/staff-list.ts";

const listRoute = createRoute({
  ...staffRoute("people"),
  method: "get",
  path: "/staff/people",
  operationId: "listPeople",
  summary: "Search people",
  description: "Returns a page of accounts, newest first.",
  request: { query: peopleQuerySchema },
  responses: {
    200: jsonResponse("A page of people", peopleResponseSchema),
    ...errorResponses(404, 422),
  },
});

const detailRoute = createRoute({
  ...staffRoute("people"),
  method: "get",
  path: "/staff/people/{id}",
  operationId: "getPerson",
  summary: "Get a person",
  description: "Returns the account and its records. Every view is logged.",
  request: { params: idParams },
  responses: { 200: jsonResponse("The person", personResponseSchema), ...errorResponses(404) },
});

const changeRoute = createRoute({
  ...staffRoute("people.manage"),
  method: "post",
  path: "/staff/people/{id}/change",
  operationId: "changePerson",
  summary: "Change an account",
  description:
    "Disables or enables an account, ends its sessions, mails a link to set a password, " +
    "corrects its address or changes its role. Requires a reason, which is logged.",
  request: { params: idParams, body: jsonBody(changePersonSchema) },
  responses: {
    200: jsonResponse("The account is changed", statusOkSchema),
    ...errorResponses(403, 404, 419, 422),
  },
});

const viewRoute = createRoute({
  ...staffRoute(PERSON_VIEW_RIGHT),
  method: "post",
  path: "/staff/people/{id}/view",
  operationId: "startPersonView",
  summary: "View the shop as a user",
  description:
    "Makes the session view the shop as this user, read-only, from the next request until " +
    "`POST /view/end`, for 30 minutes at most. Requires a reason, which is logged.",
  request: { params: idParams, body: jsonBody(viewPersonSchema) },
  responses: {
    200: jsonResponse("The view has started", statusOkSchema),
    ...errorResponses(403, 404, 419, 422),
  },
});

const balanceRoute = createRoute({
  ...staffRoute("people.balance"),
  method: "post",
  path: "/staff/people/{id}/balance",
  operationId: "adjustBalance",
  summary: "Adjust a balance",
  description:
    "Credits or debits a balance, with a reason. Above the limit in the settings it " +
    "requires a second person's approval.",
  request: { params: idParams, body: jsonBody(adjustBalanceSchema) },
  responses: {
    200: jsonResponse("Posted, or pending approval", balanceAdjustmentResponseSchema),
    ...errorResponses(403, 404, 409, 419, 422),
  },
});

const decideRoute = createRoute({
  ...staffRoute("people.balance"),
  method: "post",
  path: "/staff/people/{id}/balance/decide",
  operationId: "decideAdjustment",
  summary: "Approve or reject a balance adjustment",
  description: "The requester may reject it, somebody else may approve it.",
  request: { params: idParams, body: jsonBody(decideAdjustmentSchema) },
  responses: {
    200: jsonResponse("Decided", balanceAdjustmentResponseSchema),
    ...errorResponses(403, 404, 409, 419, 422),
  },
});

const dataRoute = createRoute({
  ...staffRoute("people.manage"),
  method: "get",
  path: "/staff/people/{id}/data",
  operationId: "exportPersonData",
  summary: "Export a person's data on their behalf",
  description: "Returns the same zip as the person's own export. Logged.",
  request: { params: idParams },
  responses: {
    200: {
      description: "The archive",
      content: { "application/zip": binary },
    },
    ...errorResponses(404),
  },
});

/** People and their accounts (design §4). */
export function staffPeopleRoutes(deps: ApiDeps, nouns: readonly Noun[]): OpenAPIHono<ApiEnv> {
  const routes = new OpenAPIHono<ApiEnv>();
  routes.openapi(listRoute, async (c) =>
    c.json({ ...OK, ...(await listPersons(deps, c.req.valid("query"))) }, 200),
  );
  routes.openapi(detailRoute, async (c) => {
    const payload = await viewPerson(deps, requireUser(c), Number(c.req.valid("param").id));
    return c.json({ ...OK, payload }, 200);
  });
  routes.openapi(viewRoute, async (c) => {
    const personId = Number(c.req.valid("param").id);
    await startPersonView(deps, requireSession(c), { personId, ...c.req.valid("json") });
    return c.json(OK, 200);
  });
  routes.openapi(changeRoute, async (c) => {
    const id = Number(c.req.valid("param").id);
    await changePerson(deps, requireUser(c), id, c.req.valid("json"));
    return c.json(OK, 200);
  });
  routes.openapi(dataRoute, async (c) => {
    const userId = Number(c.req.valid("param").id);
    const stream = await exportOwnData(deps, nouns, { userId, staff: requireUser(c) });
    return sendStream(c, stream, { name: `data-${userId}.zip`, type: "application/zip" });
  });
  routes.openapi(balanceRoute, async (c) => {
    const id = Number(c.req.valid("param").id);
    const payload = await adjustBalance(deps, requireUser(c), id, c.req.valid("json"));
    return c.json({ ...OK, payload }, 200);
  });
  routes.openapi(decideRoute, async (c) => {
    const id = Number(c.req.valid("param").id);
    const payload = await decideOnAdjustment(deps, requireUser(c), id, c.req.valid("json"));
    return c.json({ ...OK, payload }, 200);
  });
  return routes;
}
