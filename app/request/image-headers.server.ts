const IMAGE_TYPES = new Set(["image/jpeg", "image/png", "image/gif", "image/webp"]);

/**
 * Headers for a proxied private image: images only, never cached; null when the API's response is
 * not an image.
 */
export function imageHeaders(from: Headers): Headers | null {
  const type = from.get("content-type")?.split(";")[0]?.trim().toLowerCase() ?? "";
  if (!IMAGE_TYPES.has(type)) return null;
  return new Headers({
    "content-type": type,
    "x-content-type-options": "nosniff",
    "content-security-policy": "default-src 'none'; sandbox",
    "cache-control": "private, no-store",
  });
}
