import { createHash } from "node:crypto";
import type { MiddlewareHandler } from "hono";
import { etag } from "hono/etag";
import type { ApiContext, ApiEnv } from "./context.ts";

const compareTags = etag();

/**
 * For responses that are the same for everybody: shared caches may keep them for `maxAgeSeconds`,
 * and serve them stale for as long again while revalidating. Responses of a session stay private.
 */
export function cachePublicly(maxAgeSeconds: number): MiddlewareHandler<ApiEnv> {
  const life = `max-age=${maxAgeSeconds}, stale-while-revalidate=${maxAgeSeconds}`;
  return (c, next) =>
    compareTags(c, async () => {
      await next();
      if (c.res.ok) await markPublic(c, `public, ${life}`);
    });
}

/**
 * With an ETag from the body's hash. Hono's middleware would clone the response; and Node empties
 * the body of a cloned response once the original is garbage-collected, although others still read
 * it. All headers at once: Hono makes a response anew for each that is set on a finished one.
 */
async function markPublic(c: ApiContext, cacheControl: string): Promise<void> {
  const { status, headers } = c.res;
  const body = await c.res.arrayBuffer();
  const hash = createHash("sha256").update(Buffer.from(body)).digest("base64url").slice(0, 22);
  headers.set("etag", `"${hash}"`);
  headers.set("cache-control", cacheControl);
  headers.append("vary", "frontend-language");
  // Reset first, or Hono would copy each header again.
  c.res = undefined;
  c.res = new Response(body, { status, headers });
}
