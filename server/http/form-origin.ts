import type { Config } from "../config/config.ts";

/**
 * True for a write request from another site's page, which may only read. Takes the request as it
 * came through the proxy, if there is one; the site's own origin is the public one (APP_URL) or,
 * under another host name, the requested one. Both headers are set by the browser and cannot be
 * changed by a page; a client that sends neither is not a browser.
 */
export function isForeignWrite(
  request: Request,
  config: Pick<Config, "appUrl" | "trustProxy">,
): boolean {
  if (request.method === "GET" || request.method === "HEAD") return false;
  const site = request.headers.get("sec-fetch-site");
  if (site === "cross-site" || site === "same-site") return true;
  const origin = request.headers.get("origin");
  if (origin === null) return false;
  return origin !== new URL(config.appUrl).origin && origin !== requestedOrigin(request, config);
}

/** The scheme and host that the browser used, as far as known. */
function requestedOrigin(
  request: Request,
  { appUrl, trustProxy }: Pick<Config, "appUrl" | "trustProxy">,
): string | null {
  const url = new URL(request.url);
  // Under its public name the site has a single scheme, the configured one.
  if (url.host === new URL(appUrl).host) return null;
  const forwarded = trustProxy ? request.headers.get("x-forwarded-proto") : null;
  if (forwarded === "https" || forwarded === "http") url.protocol = `${forwarded}:`;
  return url.origin;
}
