import { createHash } from "node:crypto";
import { RETRY_AFTER_SECONDS } from "#domain/errors.ts";
import { LOCATION_LENGTH_MAX } from "./limits.ts";

export type PageSecurity = {
  /** Additional origins of images (the API's storage in API_URL mode). */
  imageOrigins: readonly string[];
  /** Origins that a form may redirect to: payment pages. */
  formOrigins: readonly string[];
  isHttps: boolean;
  /** Vite's client needs inline styles and a web socket. */
  isDevelopment: boolean;
};

/**
 * Headers of every HTML page. `scriptSources` are this page's nonce or the hashes of its scripts.
 */
export function pageHeaders(
  security: PageSecurity,
  scriptSources: readonly string[],
): Record<string, string> {
  const { imageOrigins, formOrigins, isHttps, isDevelopment } = security;
  const policy = [
    "default-src 'self'",
    `script-src 'self' ${scriptSources.join(" ")}`.trim(),
    `style-src 'self'${isDevelopment ? " 'unsafe-inline'" : ""}`,
    // Attributes only: an image's placeholder colour. No inline <style> can be injected.
    "style-src-attr 'unsafe-inline'",
    `img-src 'self' data: blob: ${imageOrigins.join(" ")}`.trim(),
    "font-src 'self' data:",
    `connect-src 'self'${isDevelopment ? " ws:" : ""}`,
    `form-action 'self' ${formOrigins.join(" ")}`.trim(),
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "object-src 'none'",
    ...(isHttps ? ["upgrade-insecure-requests"] : []),
  ];
  return {
    "content-security-policy": policy.join("; "),
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
    ...baseHeaders(security),
  };
}

/** Headers of all responses: pages, data, files, redirects and errors. */
export function baseHeaders({ isHttps }: Pick<PageSecurity, "isHttps">): Record<string, string> {
  return {
    // Not no-referrer: browsers would then send `Origin: null` with native forms, and every form of
    // a visitor without JavaScript would be rejected.
    "referrer-policy": "strict-origin-when-cross-origin",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "cross-origin-opener-policy": "same-origin",
    ...(isHttps ? { "strict-transport-security": "max-age=31536000; includeSubDomains" } : {}),
  };
}

/**
 * Content types that a browser may render as a document of our origin although it is not a page.
 */
const DOCUMENT_TYPES =
  /^(?:text\/(?!javascript|css)|image\/svg|application\/(?:[\w.-]+\+)?(?:json|xml))/;
/** Nothing may run or load; styles are for a browser's XML view and for SVG. */
const DATA_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'";

/**
 * The policy of a non-HTML response; null for content that no browser renders as a document. A
 * response without a type, such as a redirect, has nothing to render: nothing in it can run,
 * however it is interpreted.
 */
export function dataPolicy(contentType: string): string | null {
  return contentType === "" || DOCUMENT_TYPES.test(contentType) ? DATA_POLICY : null;
}

/**
 * Shortens a redirect's address on this site if it is longer than any of ours: to its path, or to
 * the start page.
 */
export function limitLocation({ headers }: Pick<Response, "headers">): void {
  const location = headers.get("location");
  if (!location?.startsWith("/") || location.length <= LOCATION_LENGTH_MAX) return;
  const [path = ""] = location.split(/[?#]/, 1);
  headers.set("location", path.length <= LOCATION_LENGTH_MAX ? path : "/");
}

const PERMANENT_REDIRECTS = new Set([301, 308]);

/** Adds missing headers to a response just before it is sent; keeps existing ones. */
export function completeHeaders(
  security: PageSecurity,
  scriptSources: readonly string[],
  { status, headers }: Pick<Response, "status" | "headers">,
): void {
  const type = headers.get("content-type") ?? "";
  const missing: Record<string, string> = type.startsWith("text/html")
    ? pageHeaders(security, scriptSources)
    : baseHeaders(security);
  const policy = type.startsWith("text/html") ? null : dataPolicy(type);
  if (policy !== null) missing["content-security-policy"] = policy;
  // A failure may be over by the next request, and caching would prolong it. Without a cache header
  // browsers keep a 410 permanently, even once the product is for sale again or its owner has
  // signed in.
  if (status >= 500) missing["cache-control"] = "no-store";
  else if (!PERMANENT_REDIRECTS.has(status)) missing["cache-control"] = "private, no-cache";
  // For pages without a form; the API sets its own.
  if (status === 405) missing.allow = "GET, HEAD";
  if (status === 502 || status === 503) missing["retry-after"] = String(RETRY_AFTER_SECONDS);
  for (const [name, value] of Object.entries(missing)) {
    if (!headers.has(name)) headers.set(name, value);
  }
}

/** Data blocks (JSON, JSON-LD) are not scripts: they need no source, and do not run. */
const INLINE_SCRIPT =
  /<script(?![^>]*(?:\bsrc=|\btype="application\/(?:ld\+)?json"))([^>]*)>([\s\S]*?)<\/script>/g;

/**
 * The CSP sources of a finished document's inline scripts that have its nonce. A script that was
 * injected through a text has no nonce and may not run, as in a page that is not cached.
 */
export function scriptHashes(html: string, nonce: string): string[] {
  return [...html.matchAll(INLINE_SCRIPT)]
    .filter(([, attributes = ""]) => attributes.includes(` nonce="${nonce}"`))
    .map(([, , script = ""]) => `'sha256-${createHash("sha256").update(script).digest("base64")}'`);
}
