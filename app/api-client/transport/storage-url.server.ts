import type { ApiClient } from "./transport.server.ts";

/**
 * Resolves an image's URL (spec §3, §7): an absolute URL stays; a path is on the API's own host;
 * anything else is relative to the storage of the API host (STORAGE_URL). Null for a URL that
 * browsers must not load as an image.
 */
export function toAbsolute(
  api: Pick<ApiClient, "storageBase" | "storageUrl">,
  stated: string | null | undefined,
): string | null {
  const url = stated?.trim();
  if (!url) return null;
  if (url.startsWith("//")) return `https:${url}`;
  if (url.startsWith("/")) return api.storageBase + url;
  if (/^https?:\/\//i.test(url) || /^data:image\//i.test(url)) return url;
  if (/^[a-z][a-z\d+.-]*:/i.test(url)) return null;
  return `${api.storageUrl}/${url.replace(/^(?:\.?\/)+/, "")}`;
}
