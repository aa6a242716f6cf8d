import type { Config } from "./config.ts";

/**
 * True for a request that a page of another site sent, which may read but not write. Takes the
 * request as it came through the proxy, if there is one; its own origin is the public one (APP_URL)
 * or, where it was reached by another name, the one that it was asked at. Both headers are set by
 * the browser and cannot be changed by a page; a client that sends neither is no browser.
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
  return origin !== new URL(config.appUrl).origin && origin !== askedOrigin(request, config);
}

/** The scheme and host that the browser used, as far as we know. */
function askedOrigin(
  request: Request,
  { appUrl, trustProxy }: Pick<Config, "appUrl" | "trustProxy">,
): string | null {
  const url = new URL(request.url);
  // By its public name the site has one scheme only, the configured one.
  if (url.host === new URL(appUrl).host) return null;
  const forwarded = trustProxy ? request.headers.get("x-forwarded-proto") : null;
  if (forwarded === "https" || forwarded === "http") url.protocol = `${forwarded}:`;
  return url.origin;
}
