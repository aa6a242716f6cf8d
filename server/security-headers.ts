import { createHash } from "node:crypto";

export type PageSecurity = {
  /** Origins besides our own that pictures come from (the API's storage in API_URL mode). */
  pictureOrigins: readonly string[];
  /** Origins that a form may lead to by redirect: payment pages. */
  formOrigins: readonly string[];
  isHttps: boolean;
  /** Vite's client needs inline styles and a web socket. */
  isDevelopment: boolean;
};

/** Headers of every HTML page. `scriptSources` are this page's nonce or the hashes of its scripts. */
export function pageHeaders(security: PageSecurity, scriptSources: readonly string[]) {
  const { pictureOrigins, formOrigins, isHttps, isDevelopment } = security;
  const policy = [
    "default-src 'self'",
    `script-src 'self' ${scriptSources.join(" ")}`,
    `style-src 'self'${isDevelopment ? " 'unsafe-inline'" : ""}`,
    // Attributes only: a picture's placeholder colour. No inline <style> can be injected.
    "style-src-attr 'unsafe-inline'",
    `img-src 'self' data: blob: ${pictureOrigins.join(" ")}`.trim(),
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
    // Not no-referrer: browsers would then send `Origin: null` with native forms, and every form
    // of a visitor without JavaScript would be refused.
    "referrer-policy": "strict-origin-when-cross-origin",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
    "cross-origin-opener-policy": "same-origin",
    ...(isHttps ? { "strict-transport-security": "max-age=31536000; includeSubDomains" } : {}),
  };
}

/** Data blocks (JSON-LD) are no scripts: they need no source, and do not run. */
const INLINE_SCRIPT =
  /<script(?![^>]*(?:\bsrc=|\btype="application\/ld\+json"))[^>]*>([\s\S]*?)<\/script>/g;

/** The CSP sources of a finished document's inline scripts. */
export function scriptHashes(html: string): string[] {
  return [...html.matchAll(INLINE_SCRIPT)].map(
    ([, script = ""]) => `'sha256-${createHash("sha256").update(script).digest("base64")}'`,
  );
}
