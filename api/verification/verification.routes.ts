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
import { limitRate, type RateLimit } from "../http/rate-limit.ts";
import { limitUpload } from "../http/upload.ts";
import type { Upload } from "../noun.ts";
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
export const verificationsLimit: RateLimit = {
  name: "verifications",
  max: VERIFICATIONS_PER_MINUTE_MAX,
};

export const verificationUpload: Upload = {
  apiPath: "/api/user/verification",
  pagePath: "/dashboard/verification",
  bytesMax: VERIFICATION_BYTES_MAX,
};

const tags = ["verification"];
const OK = { status: "OK" } as const;

const readRoute = createRoute({
  method: "get",
  path: "/user/verification",
  tags,
  operationId: "getVerification",
  summary: "Get the verification status",
  description: "Returns the status of the user's identity verification.",
  security: memberSecurity,
  middleware: membersOnly,
  responses: {
    200: jsonAnswer("Status of the verification", verificationAnswerSchema),
    ...errorAnswers(401),
  },
});

const sendRoute = (deps: ApiDeps) =>
  createRoute({
    method: "post",
    path: "/user/verification",
    tags,
    operationId: "submitVerification",
    summary: "Submit a verification",
    description:
      "Submits personal data and scans of documents for review. Only one submission can be in progress.",
    security: memberSecurity,
    middleware: [
      membersOnly,
      limitRate(deps, verificationsLimit),
      limitUpload(verificationUpload.bytesMax),
    ],
    request: {
      body: { required: true, content: { "multipart/form-data": { schema: verificationSchema } } },
    },
    responses: {
      200: jsonAnswer("The verification is in review", verificationAnswerSchema),
      ...errorAnswers(400, 401, 409, 413, 415, 419, 422, 429, 507),
    },
  });

const queueRoute = createRoute({
  ...staffRoute,
  method: "get",
  path: "/staff/verifications",
  operationId: "listVerifications",
  summary: "List verifications for review",
  description: "Returns a page of verifications that wait for a decision, oldest first.",
  request: { query: staffVerificationsQuerySchema },
  responses: {
    200: jsonAnswer("A page of verifications", staffVerificationsAnswerSchema),
    ...errorAnswers(404, 422),
  },
});

const detailRoute = createRoute({
  ...staffRoute,
  method: "get",
  path: "/staff/verifications/{id}",
  operationId: "getStaffVerification",
  summary: "Get a verification for review",
  description: "Returns the personal data and the list of documents.",
  request: { params: verificationParamsSchema },
  responses: {
    200: jsonAnswer("The verification", staffVerificationAnswerSchema),
    ...errorAnswers(404),
  },
});

const documentRoute = createRoute({
  ...staffRoute,
  method: "get",
  path: "/staff/verifications/{id}/documents/{part}",
  operationId: "getVerificationDocument",
  summary: "Get a scan of a document",
  description: "Returns a scan. Every access is recorded.",
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
  operationId: "decideVerification",
  summary: "Approve or reject a verification",
  description: "Records the decision. It cannot be changed.",
  request: { params: verificationParamsSchema, body: jsonBody(decideVerificationSchema) },
  responses: {
    200: jsonAnswer("The decision is recorded", statusOkSchema),
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
