import { createRoute, OpenAPIHono, z } from "@hono/zod-openapi";
import { isCurrentCopy } from "#api/http/entity-tags.ts";
import { isProductSlug } from "#domain/catalog.ts";
import { DomainError } from "#domain/errors.ts";
import type { ApiDeps, ApiEnv } from "../http/context.ts";
import { binary, errorResponses, notModified } from "../http/openapi.ts";
import { getShareCard } from "./catalog.service.ts";
import { toHashPrefix } from "./image-names.ts";
import { findPublicImage } from "./images.queries.ts";
import { parseRenditionName, requireRendition } from "./images.ts";
import { requireShareCard } from "./share-card.ts";

const renditionRoute = createRoute({
  method: "get",
  path: "/media/{name}/{file}",
  tags: ["catalog"],
  operationId: "getRendition",
  summary: "Get a picture",
  description:
    "Returns a public rendition of a picture, without metadata. The file name gives width and " +
    "format. 503 when the original is damaged.",
  request: {
    params: z.object({
      name: z.string().openapi({ example: "9ZOTOJnqCCLg" }),
      file: z.string().openapi({ example: "320.webp" }),
    }),
  },
  responses: {
    200: {
      description: "The picture",
      content: { "image/avif": binary, "image/webp": binary, "image/jpeg": binary },
    },
    ...notModified,
    ...errorResponses(404, 503),
  },
});

const shareRoute = createRoute({
  method: "get",
  path: "/media/share/{locale}/{slug}/{file}",
  tags: ["catalog"],
  operationId: "getShareCard",
  summary: "Get a link preview picture",
  description:
    "Returns the 1200 × 630 picture that social networks show for a product. The file name " +
    "contains a fingerprint of the content; an outdated one redirects to the current " +
    "picture. 503 when the original is damaged.",
  request: {
    params: z.object({
      locale: z.string(),
      slug: z.string(),
      file: z.string().openapi({ example: "0123456789abcdef0123456789abcdef.jpg" }),
    }),
  },
  responses: {
    200: { description: "The picture", content: { "image/jpeg": binary } },
    302: { description: "Title, price or picture have changed; redirects to the current picture" },
    ...notModified,
    ...errorResponses(404, 410, 503),
  },
});

const IMMUTABLE_HEADERS = {
  "cache-control": "public, max-age=31536000, immutable",
  "x-content-type-options": "nosniff",
};

/**
 * Returns the routes for public images: named by content and width, so they can be cached forever.
 */
export function mediaRoutes(deps: ApiDeps): OpenAPIHono<ApiEnv> {
  const routes = new OpenAPIHono<ApiEnv>();
  routes.openapi(renditionRoute, async (c) => {
    const { name, file } = c.req.valid("param");
    const { width, format } = parseRenditionName(file);
    const prefix = toHashPrefix(name);
    const hash = prefix && (await findPublicImage(deps.database, prefix));
    if (!hash) throw new DomainError("not_found");
    // The name identifies the bytes: a client that has a copy needs no new one.
    const etag = `"${hash.slice(0, 16)}-${file}"`;
    const headers = { etag, ...IMMUTABLE_HEADERS };
    if (isCurrentCopy(c.req.header("if-none-match"), etag)) return c.body(null, 304, headers);
    const bytes = await requireRendition(deps, hash, width, format);
    if (!bytes) throw new DomainError("not_found");
    return c.body(new Uint8Array(bytes), 200, {
      ...headers,
      "content-type": format === "jpg" ? "image/jpeg" : `image/${format}`,
      "content-length": String(bytes.byteLength),
    });
  });
  routes.openapi(shareRoute, async (c) => {
    const { locale, slug, file } = c.req.valid("param");
    const isNamed = /^[0-9a-f]{32}\.jpg$/.test(file) && isProductSlug(slug);
    if (!isNamed || !deps.config.locales.includes(locale)) throw new DomainError("not_found");
    const card = await getShareCard(deps, slug, locale);
    if (!card) throw new DomainError("not_found");
    // Only the current card is ever rendered, so that nobody can make the server render without
    // limit.
    if (file !== `${card.hash}.jpg`) {
      c.header("cache-control", "public, max-age=60");
      return c.redirect(`/media/share/${locale}/${slug}/${card.hash}.jpg`, 302);
    }
    const headers = { etag: `"${card.hash}"`, ...IMMUTABLE_HEADERS };
    const known = c.req.header("if-none-match");
    if (isCurrentCopy(known, headers.etag)) return c.body(null, 304, headers);
    const bytes = await requireShareCard(deps, card);
    if (!bytes) throw new DomainError("not_found");
    return c.body(new Uint8Array(bytes), 200, {
      ...headers,
      "content-type": "image/jpeg",
      "content-length": String(bytes.byteLength),
    });
  });
  return routes;
}
