import { LRUCache } from "lru-cache";
import { type PageSecurity, pageHeaders, scriptHashes } from "../http/security-headers.ts";
import { countCachedPage } from "../http/turns.ts";
import { type ForMembers, KeptPage } from "./kept-page.ts";

const PAGES_MAX = 500;
/** For all pages together: anybody can request hundreds of long lists, each only once. */
export const PAGE_BYTES_MAX = 16 * 1024 * 1024;
const FRESH_MS = 60_000;
/** Headers of the first response that a cached page keeps; any other header may be personal. */
const KEPT_HEADERS = ["content-type", "content-language", "referrer-policy", "x-robots-tag"];

/** A response of the web tier; `html` is its body if that is a document, else null. */
export type RenderedPage = { response: Response; html: string | null; forMembers?: ForMembers };
/** How the page of one key is rendered for one request. */
export type PageRender = { nonce: string; render(): Promise<RenderedPage> };

/**
 * Finished pages that are the same for every guest (design §7), looked up before routing. Scripts
 * are allowed by hash, so one copy serves everybody. Keys belong to guests' requests only
 * (shared-page.ts).
 */
export class PageCache {
  readonly #pages = new LRUCache<string, KeptPage>({
    max: PAGES_MAX,
    maxSize: PAGE_BYTES_MAX,
    sizeCalculation: (page) => page.bytesMax,
    ttl: FRESH_MS,
  });
  /** Pages being rendered; each resolves to null if the page turns out not to be public. */
  readonly #rendering = new Map<string, Promise<KeptPage | null>>();
  /** Keys whose pages recently turned out not to be public. */
  readonly #unshared = new LRUCache<string, true>({ max: PAGES_MAX * 4, ttl: FRESH_MS });
  #generation = 0;
  /**
   * Counts since the start: cached pages sent, pages rendered and cached, responses that could not
   * be shared.
   */
  readonly counts = { hit: 0, rendered: 0, own: 0 };
  readonly #security: PageSecurity;

  constructor(security: PageSecurity) {
    this.#security = security;
  }

  /** Maximum size of all stored copies. */
  get bytes(): number {
    return this.#pages.calculatedSize;
  }

  /** The stored copy, or null. */
  get(key: string): KeptPage | null {
    const page = this.#pages.get(key);
    if (!page) return null;
    this.counts.hit++;
    countCachedPage();
    page.countHit();
    return page;
  }

  /**
   * The page of `key`, rendered once for all concurrent requests and cached, if it turns out to be
   * public. Otherwise the rendering only serves its own request, and all others are rendered
   * individually. Throws what `render` throws.
   */
  async fill(key: string, own: PageRender): Promise<KeptPage | RenderedPage> {
    const running = this.#rendering.get(key);
    if (running) return (await running) ?? own.render();
    const rendering = this.#render(key, own);
    const shared = rendering.then(
      (rendered) => (rendered instanceof KeptPage ? rendered : null),
      () => null,
    );
    this.#rendering.set(key, shared);
    try {
      return await rendering;
    } finally {
      if (this.#rendering.get(key) === shared) this.#rendering.delete(key);
    }
  }

  /**
   * True if a page of this key recently could not be shared, so that rendering it for the cache is
   * pointless.
   */
  isUnshared(key: string): boolean {
    return this.#unshared.has(key);
  }

  /** Drops every copy, including those being rendered: a price, a text or a setting has changed. */
  clear(): void {
    this.#generation++;
    this.#pages.clear();
    this.#unshared.clear();
    this.#rendering.clear();
  }

  async #render(key: string, own: PageRender): Promise<KeptPage | RenderedPage> {
    const generation = this.#generation;
    const rendered = await own.render();
    const { response, html } = rendered;
    if (html === null || !isPublic(response)) {
      this.#unshared.set(key, true);
      this.counts.own++;
      return rendered;
    }
    this.counts.rendered++;
    const scripts = scriptHashes(html, own.nonce);
    const headers = toKeptHeaders(this.#security, scripts, response.headers);
    // `replaceAll` copies the whole text even if there is nothing to replace.
    const shared = html.includes(own.nonce) ? html.replaceAll(` nonce="${own.nonce}"`, "") : html;
    const page = new KeptPage(shared, headers, rendered.forMembers);
    // A page rendered before a change must not be cached after it.
    if (generation === this.#generation) this.#pages.set(key, page);
    return page;
  }
}

function toKeptHeaders(
  security: PageSecurity,
  scripts: readonly string[],
  own: Headers,
): Record<string, string> {
  const headers: Record<string, string> = pageHeaders(security, scripts);
  for (const name of KEPT_HEADERS) {
    const value = own.get(name);
    if (value !== null) headers[name] = value;
  }
  headers["cache-control"] = "private, max-age=0, must-revalidate";
  headers.vary = "Accept-Encoding, Cookie";
  return headers;
}

/** Public means: status 200, HTML, sets no cookie, not private, no Vary. */
function isPublic({ status, headers }: Response): boolean {
  return (
    status === 200 &&
    (headers.get("content-type") ?? "").startsWith("text/html") &&
    !headers.has("set-cookie") &&
    !headers.has("vary") &&
    !/private|no-store|no-cache/i.test(headers.get("cache-control") ?? "")
  );
}
