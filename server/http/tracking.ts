import { splitTracking } from "#domain/tracking-parameters.ts";
import { LOCATION_LENGTH_MAX } from "./limits.ts";

/**
 * The request as screens get it, and the tracking parameters that it had. Nothing that a screen
 * makes of its address, such as a link, repeats them (docs/decisions/0063).
 */
export function removeTracking(request: Request): { request: Request; tracking: string } {
  const url = new URL(request.url);
  const { search, tracking } = splitTracking(url.search);
  if (tracking === "") return { request, tracking };
  url.search = search;
  return { request: new Request(url, request), tracking };
}

/**
 * Adds them to the redirect of a visit that stays on this site: statistics made from access logs
 * count the page that it leads to. A form's redirect is no visit of its own.
 */
export function keepTracking({ method }: Request, { headers }: Response, tracking: string): void {
  const location = headers.get("location");
  if (tracking === "" || location === null || !/^\/(?!\/)/.test(location)) return;
  if (method !== "GET" && method !== "HEAD") return;
  const [page = "", ...fragment] = location.split(/(?=#)/);
  const kept = `${page}${page.includes("?") ? "&" : "?"}${tracking}${fragment.join("")}`;
  // A longer one would lose its whole query (`limitLocation`).
  if (kept.length <= LOCATION_LENGTH_MAX) headers.set("location", kept);
}
