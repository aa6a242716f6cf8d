import type { MiddlewareHandler } from "hono";
import { etag } from "hono/etag";
import type { ApiEnv } from "./context.ts";

const tag = etag();

/**
 * For responses that are the same for everybody: shared caches may keep them for `maxAgeSeconds`, and
 * show them for as long again while they ask anew. Responses of a session stay private all the same.
 */
export function cachePublicly(maxAgeSeconds: number): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    await tag(c, next);
    if (c.res.status >= 400) return;
    const life = `max-age=${maxAgeSeconds}, stale-while-revalidate=${maxAgeSeconds}`;
    c.header("cache-control", `public, ${life}`);
    c.header("vary", "frontend-language", { append: true });
  };
}
