import { createRoute, OpenAPIHono } from "@hono/zod-openapi";
import { GROUP_KINDS, type GroupKind } from "#domain/product-groups.ts";
import {
  createGroup,
  listGroupsForStaff,
  removeGroup,
  saveGroup,
} from "../catalog/desk/groups.service.ts";
import { listGroupHistory } from "../catalog/desk/history.ts";
import { statusOkSchema } from "../contract/envelope.ts";
import {
  deleteGroupSchema,
  groupHistoryResponseSchema,
  saveGroupSchema,
  staffGroupResponseSchema,
  staffGroupsResponseSchema,
  updateGroupSchema,
} from "../contract/staff/groups.ts";
import { type ApiDeps, type ApiEnv, requireUser } from "../http/context.ts";
import { errorResponses, idParams, jsonBody, jsonResponse, OK } from "../http/openapi.ts";
import { staffRoute } from "./lists/staff-list.ts";

const shared = staffRoute("catalogue");

/** The names used in operation ids and descriptions. */
const NAMES = {
  categories: { one: "Category", many: "Categories" },
  styles: { one: "Style", many: "Styles" },
} as const;

function createRoutes(kind: GroupKind) {
  const { one, many } = NAMES[kind];
  const name = one.toLowerCase();
  const list = createRoute({
    ...shared,
    method: "get",
    path: `/staff/${kind}`,
    operationId: `listStaff${many}`,
    summary: `List ${kind} with their texts`,
    description: "Returns all of them in order.",
    responses: { 200: jsonResponse(many, staffGroupsResponseSchema), ...errorResponses(404) },
  });
  const create = createRoute({
    ...shared,
    method: "post",
    path: `/staff/${kind}`,
    operationId: `create${one}`,
    summary: `Create a ${name}`,
    description: "The English name is required; a missing slug is derived from it.",
    request: { body: jsonBody(saveGroupSchema) },
    responses: {
      200: jsonResponse(`The ${name}`, staffGroupResponseSchema),
      ...errorResponses(404, 419, 422),
    },
  });
  const save = createRoute({
    ...shared,
    method: "put",
    path: `/staff/${kind}/{id}`,
    operationId: `update${one}`,
    summary: `Update a ${name}`,
    description:
      "Updates one as read at `version`; after a concurrent change the error is `group_changed`.",
    request: { params: idParams, body: jsonBody(updateGroupSchema) },
    responses: {
      200: jsonResponse(`The ${name}`, staffGroupResponseSchema),
      ...errorResponses(404, 409, 419, 422),
    },
  });
  const remove = createRoute({
    ...shared,
    method: "post",
    path: `/staff/${kind}/{id}/delete`,
    operationId: `delete${one}`,
    summary: `Delete a ${name}`,
    description: "Moves its products and offers to `move_to`.",
    request: { params: idParams, body: jsonBody(deleteGroupSchema) },
    responses: {
      200: jsonResponse("Deleted", statusOkSchema),
      ...errorResponses(404, 419, 422),
    },
  });
  const history = createRoute({
    ...shared,
    method: "get",
    path: `/staff/${kind}/{id}/history`,
    operationId: `list${one}History`,
    summary: `List the changes of a ${name}`,
    description: "Returns the last 50 changes, newest first.",
    request: { params: idParams },
    responses: { 200: jsonResponse("Changes", groupHistoryResponseSchema), ...errorResponses(404) },
  });
  return { list, create, save, remove, history };
}

/** Management of categories and styles (design §4). */
export function staffGroupsRoutes(deps: ApiDeps): OpenAPIHono<ApiEnv> {
  const routes = new OpenAPIHono<ApiEnv>();
  for (const kind of GROUP_KINDS) {
    const { list, create, save, remove, history } = createRoutes(kind);
    routes.openapi(list, async (c) =>
      c.json({ ...OK, payload: await listGroupsForStaff(deps.database, kind) }, 200),
    );
    routes.openapi(create, async (c) => {
      const payload = await createGroup(deps, requireUser(c), kind, c.req.valid("json"));
      return c.json({ ...OK, payload }, 200);
    });
    routes.openapi(save, async (c) => {
      const target = { kind, id: Number(c.req.valid("param").id) };
      const payload = await saveGroup(deps, requireUser(c), target, c.req.valid("json"));
      return c.json({ ...OK, payload }, 200);
    });
    routes.openapi(history, async (c) => {
      const target = { kind, id: Number(c.req.valid("param").id) };
      const payload = await listGroupHistory(deps.database, target, c.get("locale"));
      return c.json({ ...OK, payload }, 200);
    });
    routes.openapi(remove, async (c) => {
      const target = { kind, id: Number(c.req.valid("param").id) };
      const { move_to: moveTo } = c.req.valid("json");
      await removeGroup(deps, requireUser(c), target, moveTo === undefined ? null : Number(moveTo));
      return c.json(OK, 200);
    });
  }
  return routes;
}
