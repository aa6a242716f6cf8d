import { isUnavailable } from "#app/api-client/transport/api-error.server.ts";
import { orRejected } from "./or-rejected.ts";

/** For responses that only their owner may see. */
export const PRIVATE = { "cache-control": "private, no-store" };
const IMAGE_TYPES = new Set(["image/avif", "image/jpeg", "image/png", "image/gif", "image/webp"]);

/**
 * Streams the picture that `load` gets from the API for an `<img>`. Returns a bare 404 if there is
 * none, if the API rejects the request, or if it is not a picture; a bare 503 while our API reports
 * that files are unavailable, which it logs itself. Throws redirects, and errors of an unavailable
 * API.
 */
export async function sendImage(load: () => Promise<Response | null>): Promise<Response> {
  try {
    return await orBareNotFound(async () => toImageResponse(await load()));
  } catch (error) {
    const isOwnOutage = isUnavailable(error) && error.data.isOwnError && error.init.status === 503;
    if (!isOwnOutage) throw error;
    return new Response(null, { status: 503, headers: PRIVATE });
  }
}

/**
 * The response of `load`. For null, and for a rejection by the API, a 404 without a page, which
 * would be useless to an `<img>` or a script.
 */
export async function orBareNotFound(load: () => Promise<Response | null>): Promise<Response> {
  return (await orRejected(load(), () => null)) ?? bareNotFound();
}

/** A 404 without a page. */
export function bareNotFound(): Response {
  return new Response(null, { status: 404, headers: PRIVATE });
}

/** A private picture that must not be cached; null for anything but a picture. */
export function toImageResponse(from: Response | null): Response | null {
  const type = from?.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase() ?? "";
  if (!from || !IMAGE_TYPES.has(type)) return null;
  return new Response(from.body, {
    headers: {
      "content-type": type,
      "x-content-type-options": "nosniff",
      "content-security-policy": "default-src 'none'; sandbox",
      ...PRIVATE,
    },
  });
}
