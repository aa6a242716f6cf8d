import { createRoute, OpenAPIHono, z } from "@hono/zod-openapi";
import { statusOkSchema } from "../contract/envelope.ts";
import {
  decideVerificationSchema,
  documentParamsSchema,
  staffVerificationAnswerSchema,
  staffVerificationsAnswerSchema,
  staffVerificationsQuerySchema,
  verificationAnswerSchema,
  verificationParamsSchema,
  verificationSchema,
} from "../contract/verification.ts";
import { type ApiDeps, type ApiEnv, requireUser } from "../http/context.ts";
import { membersOnly } from "../http/guards.ts";
import { errorAnswers, jsonAnswer, jsonBody, memberSecurity, staffRoute } from "../http/openapi.ts";
import { limitRate } from "../http/rate-limit.ts";
import { limitUpload } from "../http/upload.ts";
import { createDocumentSealer } from "./documents.ts";
import {
  decideVerification,
  listVerifications,
  openDocument,
  requireVerification,
} from "./staff-verification.service.ts";
import { readVerification, sendVerification } from "./verification.service.ts";

/** Three scans, and some room: one that is too large is told by its name. */
export const VERIFICATION_BYTES_MAX = 18 * 1024 * 1024;
/** Per person and minute: decoding three scans keeps a core busy for seconds. */
export const VERIFICATIONS_PER_MINUTE_MAX = 10;

const tags = ["verification"];
const OK = { status: "OK" } as const;

const readRoute = createRoute({
  method: "get",
  path: "/user/verification",
  tags,
  summary: "Where the user's verification stands",
  security: memberSecurity,
  middleware: membersOnly,
  responses: { 200: jsonAnswer("Status", verificationAnswerSchema), ...errorAnswers(401) },
});

const sendRoute = (deps: ApiDeps) =>
  createRoute({
    method: "post",
    path: "/user/verification",
    tags,
    summary: "Send personal data and documents to be verified",
    security: memberSecurity,
    middleware: [
      membersOnly,
      limitRate(deps, { name: "verifications", hitsMax: VERIFICATIONS_PER_MINUTE_MAX }),
      limitUpload(VERIFICATION_BYTES_MAX),
    ],
    request: {
      body: { required: true, content: { "multipart/form-data": { schema: verificationSchema } } },
    },
    responses: {
      200: jsonAnswer("Sent, now or before", verificationAnswerSchema),
      ...errorAnswers(400, 401, 409, 413, 415, 419, 422, 429, 507),
    },
  });

const queueRoute = createRoute({
  ...staffRoute,
  method: "get",
  path: "/staff/verifications",
  summary: "Verifications that wait for a decision, the oldest first; the team's",
  request: { query: staffVerificationsQuerySchema },
  responses: {
    200: jsonAnswer("A page", staffVerificationsAnswerSchema),
    ...errorAnswers(404, 422),
  },
});

const detailRoute = createRoute({
  ...staffRoute,
  method: "get",
  path: "/staff/verifications/{id}",
  summary: "One verification; the team's",
  request: { params: verificationParamsSchema },
  responses: { 200: jsonAnswer("It", staffVerificationAnswerSchema), ...errorAnswers(404) },
});

const documentRoute = createRoute({
  ...staffRoute,
  method: "get",
  path: "/staff/verifications/{id}/documents/{part}",
  summary: "A scan; each look is noted; the team's",
  request: { params: documentParamsSchema },
  responses: {
    200: {
      description: "The picture",
      content: { "image/jpeg": { schema: z.string().openapi({ format: "binary" }) } },
    },
    ...errorAnswers(404),
  },
});

const decideRoute = createRoute({
  ...staffRoute,
  method: "post",
  path: "/staff/verifications/{id}/decide",
  summary: "Approve or reject, once; the team's",
  request: { params: verificationParamsSchema, body: jsonBody(decideVerificationSchema) },
  responses: {
    200: jsonAnswer("Decided", statusOkSchema),
    ...errorAnswers(403, 404, 409, 419, 422),
  },
});

/** Identity verification: the member's side and the team's (spec §2, §4; the paths are ours). */
export function verificationRoutes(deps: ApiDeps): OpenAPIHono<ApiEnv> {
  const sealer = createDocumentSealer(deps);
  const routes = new OpenAPIHono<ApiEnv>();
  routes.openapi(readRoute, async (c) =>
    c.json({ ...OK, payload: await readVerification(deps, requireUser(c).id) }, 200),
  );
  routes.openapi(sendRoute(deps), async (c) => {
    const body = c.req.valid("form");
    const payload = await sendVerification(deps, sealer, requireUser(c), body, c.get("locale"));
    return c.json({ ...OK, payload }, 200);
  });
  routes.openapi(queueRoute, async (c) => {
    const page = Number(c.req.valid("query").page ?? 1);
    return c.json({ ...OK, ...(await listVerifications(deps, page)) }, 200);
  });
  routes.openapi(detailRoute, async (c) => {
    const payload = await requireVerification(deps, Number(c.req.valid("param").id));
    return c.json({ ...OK, payload }, 200);
  });
  routes.openapi(documentRoute, async (c) => {
    const { id, part } = c.req.valid("param");
    const wanted = { verificationId: Number(id), part };
    const jpeg = await openDocument(deps, sealer, requireUser(c), wanted);
    return c.body(new Uint8Array(jpeg), 200, {
      "content-type": "image/jpeg",
      "cache-control": "private, no-store",
      "x-content-type-options": "nosniff",
    });
  });
  routes.openapi(decideRoute, async (c) => {
    const id = Number(c.req.valid("param").id);
    await decideVerification(deps, requireUser(c), id, c.req.valid("json"));
    return c.json(OK, 200);
  });
  return routes;
}
