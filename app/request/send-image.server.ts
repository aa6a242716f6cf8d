import { orRejected } from "./or-rejected.ts";

const IMAGE_TYPES = new Set(["image/avif", "image/jpeg", "image/png", "image/gif", "image/webp"]);

/**
 * The picture that `load` gets from the API, passed on as it streams, for an `<img>`; a bare 404 when
 * there is none, when the API rejects the request, and for what is no picture. Throws redirects, and
 * what says that the API is away.
 */
export function sendImage(load: () => Promise<Response | null>): Promise<Response> {
  return orBareNotFound(async () => toImageResponse(await load()));
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
  return new Response(null, { status: 404, headers: { "cache-control": "private, no-store" } });
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
      "cache-control": "private, no-store",
    },
  });
}
