import { createHash } from "node:crypto";
import type { MiddlewareHandler } from "hono";
import { etag } from "hono/etag";
import type { ApiContext, ApiEnv } from "./context.ts";

const compareTags = etag();

/**
 * For responses that are the same for everybody: shared caches may keep them for `maxAgeSeconds`, and
 * show them for as long again while they ask anew. Responses of a session stay private all the same.
 */
export function cachePublicly(maxAgeSeconds: number): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    await compareTags(c, async () => {
      await next();
      await tagResponse(c);
    });
    if (c.res.status >= 400) return;
    const life = `max-age=${maxAgeSeconds}, stale-while-revalidate=${maxAgeSeconds}`;
    c.header("cache-control", `public, ${life}`);
    c.header("vary", "frontend-language", { append: true });
  };
}

/**
 * Names the body by its hash. The middleware would do so itself, by a clone of the response; and Node
 * empties the body of a response that was cloned once nothing refers to that response, though
 * others still read the body.
 */
async function tagResponse(c: ApiContext): Promise<void> {
  if (!c.res.ok) return;
  const { status, headers } = c.res;
  const body = await c.res.arrayBuffer();
  const hash = createHash("sha256").update(Buffer.from(body)).digest("base64url").slice(0, 22);
  // Set to nothing first, or each header would be copied once more.
  c.res = undefined;
  c.res = new Response(body, { status, headers });
  c.header("etag", `"${hash}"`);
}
