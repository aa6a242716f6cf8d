import { createHash } from "node:crypto";
import type { TypedResponse } from "hono";
import type { ApiContext } from "./context.ts";
import { isCurrentCopy } from "./entity-tags.ts";

/**
 * Responds with JSON that is the same for everybody: shared caches may keep it for `maxAgeSeconds`,
 * and serve it stale for as long again while revalidating. Responses of a session still become
 * private (openSession). Sends no body (304) to a client that already has it.
 *
 * Its ETag is computed from the text here: a middleware would have to read the finished response,
 * which takes longer than everything else in the API's pipeline.
 */
export function respondPublicly<Value>(
  c: ApiContext,
  value: Value,
  maxAgeSeconds: number,
): TypedResponse<Value, 200, "json"> {
  const body = JSON.stringify(value);
  const hash = createHash("sha256").update(body).digest("base64url").slice(0, 22);
  const headers = {
    etag: `"${hash}"`,
    "cache-control": `public, max-age=${maxAgeSeconds}, stale-while-revalidate=${maxAgeSeconds}`,
    vary: "frontend-language",
  };
  const response = isCurrentCopy(c.req.header("if-none-match"), headers.etag)
    ? c.body(null, 304, headers)
    : c.body(body, 200, { ...headers, "content-type": "application/json" });
  // `c.json` has this type, but would serialize the value once more.
  return response as unknown as TypedResponse<Value, 200, "json">;
}
