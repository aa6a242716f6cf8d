import type { ApiClient } from "./transport.server.ts";

/**
 * Resolves an image's URL (spec §3, §7): an absolute URL stays; a path is on the API's own host;
 * anything else is relative to the storage of the API host (STORAGE_URL). Null for a URL that
 * browsers must not load as an image, or that cannot be parsed.
 */
export function toAbsolute(
  api: Pick<ApiClient, "storageBase" | "storageUrl">,
  stated: string | null | undefined,
): string | null {
  const url = resolve(api, stated?.trim());
  // Our own API's paths are on the shop's host, but do not contain it.
  return url !== null && URL.canParse(url, "http://site.invalid") ? url : null;
}

function resolve(
  { storageBase, storageUrl }: Pick<ApiClient, "storageBase" | "storageUrl">,
  url: string | undefined,
): string | null {
  if (!url) return null;
  if (url.startsWith("//")) return `https:${url}`;
  if (url.startsWith("/")) return storageBase + url;
  if (/^https?:\/\//i.test(url) || /^data:image\//i.test(url)) return url;
  if (/^[a-z][a-z\d+.-]*:/i.test(url)) return null;
  return `${storageUrl}/${url.replace(/^(?:\.?\/)+/, "")}`;
}
