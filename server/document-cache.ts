import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import { LRUCache } from "lru-cache";
import { readConsent } from "#domain/consent.ts";
import { isLanguageChoice } from "#domain/locales.ts";
import { pickEncoding } from "./compression.ts";
import { type PageSecurity, pageHeaders, scriptHashes } from "./security-headers.ts";

const compress = promisify(brotliCompress);

const DOCUMENTS_MAX = 500;
const FRESH_MS = 60_000;
/** The only query parameters that make another page; any other is no reason for another copy. */
const QUERY_KEYS = new Set([
  "style",
  "category",
  "search",
  "sort",
  "page",
  "price_min",
  "price_max",
]);
const QUERY_LENGTH_MAX = 300;
/** A visitor with any of these sees pages of his own. */
const PERSONAL_COOKIE = /(?:^|;\s*)(?:[\w-]+[_-]session|remember_web_\w+|toast)=/;

type Document = { headers: Record<string, string>; html: Buffer; br: Buffer; isDense: boolean };

/** Brotli in 2 ms, and in 40 ms a tenth smaller: what fits a connection's first packets comes sooner. */
const QUICK = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };
const DENSE = { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } };

/**
 * Finished pages that are the same for every guest (design §7), looked up before any routing.
 * Scripts are allowed by their hash, so one copy serves everybody; plain and Brotli are both kept.
 */
export class DocumentCache {
  readonly #documents = new LRUCache<string, Document>({ max: DOCUMENTS_MAX, ttl: FRESH_MS });
  readonly #rendering = new Map<string, Promise<Response>>();
  #generation = 0;

  constructor(private readonly security: PageSecurity) {}

  /** The key of a request that any guest may share, or null. */
  keyOf(request: Request, url: URL): string | null {
    const cookies = request.headers.get("cookie") ?? "";
    if (request.method !== "GET" || PERSONAL_COOKIE.test(cookies)) return null;
    // The page is the same, but its answer remembers the choice.
    if (isLanguageChoice(request.headers.get("referer"), url)) return null;
    // Data and files are no documents, and a long file must not be read to its end before it goes.
    if (/\.[a-z]+$/.test(url.pathname) || url.search.length > QUERY_LENGTH_MAX) return null;
    const query = [...url.searchParams].filter(([key]) => QUERY_KEYS.has(key));
    if (query.length !== [...url.searchParams].length) return null;
    const sorted = query.map(([key, value]) => `${key}=${encodeURIComponent(value)}`).sort();
    // With the cookie notice and without it are two pages; what was answered makes no third.
    const notice = readConsent(cookies) === null ? "notice " : "";
    return `${notice}${url.pathname}?${sorted.join("&")}`;
  }

  /** A stored copy, or null. */
  get(key: string, request: Request): Response | null {
    const document = this.#documents.get(key);
    if (!document) return null;
    if (!document.isDense) void makeDense(document);
    const isBrotli = pickEncoding(request) === "br";
    const body = isBrotli ? document.br : document.html;
    return new Response(new Uint8Array(body), {
      headers: isBrotli ? { ...document.headers, "content-encoding": "br" } : document.headers,
    });
  }

  /**
   * Renders through `render` (once for all who ask meanwhile) and keeps the page when it is one
   * that every guest may have: 200, HTML, no cookie set, not private.
   */
  async fill(key: string, nonce: string, render: () => Promise<Response>): Promise<Response> {
    const running = this.#rendering.get(key);
    if (running) return (await running).clone();
    const rendering = this.#render(key, nonce, render);
    this.#rendering.set(key, rendering);
    try {
      return (await rendering).clone();
    } finally {
      this.#rendering.delete(key);
    }
  }

  /** Drops every copy: the catalogue, a price or a text has changed. */
  clear(): void {
    this.#generation++;
    this.#documents.clear();
  }

  async #render(key: string, nonce: string, render: () => Promise<Response>): Promise<Response> {
    const generation = this.#generation;
    const response = await render();
    if (!isForEverybody(response)) return response;
    const html = (await response.text()).replaceAll(` nonce="${nonce}"`, "");
    const headers = {
      ...Object.fromEntries(response.headers),
      ...pageHeaders(this.security, scriptHashes(html)),
      "cache-control": "private, max-age=0, must-revalidate",
      vary: "Accept-Encoding, Cookie",
    };
    const plain = Buffer.from(html);
    const br = await compress(plain, QUICK);
    // A page rendered before a change must not be kept after it.
    if (generation === this.#generation) {
      this.#documents.set(key, { headers, html: plain, br, isDense: false });
    }
    return new Response(new Uint8Array(plain), { headers });
  }
}

/** For a page that is asked for again: one that a crawler sees once is not worth the work. */
async function makeDense(document: Document): Promise<void> {
  document.isDense = true;
  document.br = await compress(document.html, DENSE);
}

function isForEverybody(response: Response): boolean {
  const { headers } = response;
  return (
    response.status === 200 &&
    (headers.get("content-type") ?? "").startsWith("text/html") &&
    !headers.has("set-cookie") &&
    !/private|no-store/.test(headers.get("cache-control") ?? "")
  );
}
