import { isUnavailable } from "#app/api-client/transport/api-error.server.ts";
import { orRejected } from "./or-rejected.ts";

const PRIVATE = { "cache-control": "private, no-store" };
const IMAGE_TYPES = new Set(["image/avif", "image/jpeg", "image/png", "image/gif", "image/webp"]);

/**
 * The picture that `load` gets from the API, passed on as it streams, for an `<img>`; a bare 404 when
 * there is none, when the API rejects the request, and for what is no picture; a bare 503 while our
 * API says that it has no files, which it logs itself. Throws redirects, and what says that the API
 * is away.
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
 * What `load` responds; for null, and for what the API rejects, a 404 without a page: it is the
 * response to an `<img>` or a script, which no page would help.
 */
export async function orBareNotFound(load: () => Promise<Response | null>): Promise<Response> {
  return (await orRejected(load(), () => null)) ?? bareNotFound();
}

/** Such a 404. */
export function bareNotFound(): Response {
  return new Response(null, { status: 404, headers: PRIVATE });
}

/** A private picture: nothing but a picture, kept nowhere; null for anything else. */
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
