import { createRoute, OpenAPIHono } from "@hono/zod-openapi";
import { verificationResponseSchema, verificationSchema } from "../contract/verification.ts";
import { type ApiDeps, type ApiEnv, requireUser } from "../http/context.ts";
import { membersOnly } from "../http/guards.ts";
import { errorResponses, jsonResponse, memberSecurity, OK } from "../http/openapi.ts";
import { limitRate, type RateLimit } from "../http/rate-limit.ts";
import { limitUpload } from "../http/upload.ts";
import type { Upload } from "../noun.ts";
import { createDocumentCipher } from "./documents.ts";
import { readVerification, sendVerification } from "./verification.service.ts";

/** Three scans plus some margin, so that a file that is too large is reported on its own field. */
export const VERIFICATION_BYTES_MAX = 18 * 1024 * 1024;
/** Per person: decoding three scans keeps a core busy for seconds. */
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
    200: jsonResponse("Status of the verification", verificationResponseSchema),
    ...errorResponses(401),
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
      200: jsonResponse("The verification is in review", verificationResponseSchema),
      ...errorResponses(400, 401, 409, 413, 415, 419, 422, 429, 507),
    },
  });

/** Identity verification of the signed-in user (spec §2, §4; the paths are ours). */
export function verificationRoutes(deps: ApiDeps): OpenAPIHono<ApiEnv> {
  const cipher = createDocumentCipher(deps);
  const routes = new OpenAPIHono<ApiEnv>();
  routes.openapi(readRoute, async (c) =>
    c.json({ ...OK, payload: await readVerification(deps, requireUser(c).id) }, 200),
  );
  routes.openapi(sendRoute(deps), async (c) => {
    const body = c.req.valid("form");
    const payload = await sendVerification(deps, cipher, requireUser(c), {
      body,
      locale: c.get("locale"),
    });
    return c.json({ ...OK, payload }, 200);
  });
  return routes;
}
