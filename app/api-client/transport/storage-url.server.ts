import type { ApiClient } from "./transport.server.ts";

/**
 * Where a picture is (spec §3, §7): an address as it is; a path on the API's own host; anything else
 * within the storage of the API host (STORAGE_URL). Null for what no browser may load as a picture.
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
