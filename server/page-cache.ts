import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import { LRUCache } from "lru-cache";
import { pickEncoding } from "./compression.ts";
import { type PageSecurity, pageHeaders, scriptHashes } from "./security-headers.ts";

const compress = promisify(brotliCompress);

const PAGES_MAX = 500;
/** Of all pages together: anybody can ask for hundreds of long lists that nobody asks for again. */
export const PAGE_BYTES_MAX = 48 * 1024 * 1024;
const FRESH_MS = 60_000;
/** What a kept page takes over of its first response; any other header may be one person's. */
const KEPT_HEADERS = ["content-type", "content-language", "referrer-policy", "x-robots-tag"];

type CachedPage = { headers: Record<string, string>; html: Buffer; br: Buffer; isDense: boolean };
type Rendered = { page: CachedPage } | { response: Response };

/** Brotli in 2 ms, and in 40 ms a tenth smaller: what fits a connection's first packets comes sooner. */
const QUICK = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };
const DENSE = { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } };

/**
 * Finished pages that are the same for every guest (design §7), looked up before any routing.
 * Scripts are allowed by their hash, so one copy serves everybody; plain and Brotli are both kept.
 * Its keys are those of guests' requests only (guest-page.ts).
 */
export class PageCache {
  readonly #pages = new LRUCache<string, CachedPage>({
    max: PAGES_MAX,
    maxSize: PAGE_BYTES_MAX,
    sizeCalculation: ({ html, br }) => html.byteLength + br.byteLength,
    ttl: FRESH_MS,
  });
  /** Pages that are being rendered; each resolves to null when it turns out not to be public. */
  readonly #rendering = new Map<string, Promise<CachedPage | null>>();
  #generation = 0;

  constructor(private readonly security: PageSecurity) {}

  /** A stored copy, or null. */
  get(key: string, request: Request): Response | null {
    const page = this.#pages.get(key);
    if (!page) return null;
    if (!page.isDense) void makeDense(page);
    return toResponse(page, request);
  }

  /**
   * The page of `key`, rendered once for all who ask meanwhile and kept, when it turns out to be
   * one that every guest may have. One that does not is the response to its own request alone:
   * all others are rendered for themselves. Throws what `render` throws.
   */
  async fill(
    key: string,
    request: Request,
    own: { nonce: string; render(): Promise<Response> },
  ): Promise<Response> {
    const running = this.#rendering.get(key);
    if (running) {
      const page = await running;
      return page ? toResponse(page, request) : own.render();
    }
    const rendering = this.#render(key, own);
    const shared = rendering.then(
      (rendered) => ("page" in rendered ? rendered.page : null),
      () => null,
    );
    this.#rendering.set(key, shared);
    try {
      const rendered = await rendering;
      return "page" in rendered ? toResponse(rendered.page, request) : rendered.response;
    } finally {
      if (this.#rendering.get(key) === shared) this.#rendering.delete(key);
    }
  }

  /** Drops every copy, also those still being rendered: a price, a text or a setting has changed. */
  clear(): void {
    this.#generation++;
    this.#pages.clear();
    this.#rendering.clear();
  }

  async #render(
    key: string,
    own: { nonce: string; render(): Promise<Response> },
  ): Promise<Rendered> {
    const generation = this.#generation;
    const response = await own.render();
    if (!isPublic(response)) return { response };
    const page = await toCachedPage(this.security, response, own.nonce);
    // A page rendered before a change must not be kept after it.
    if (generation === this.#generation) this.#pages.set(key, page);
    return { page };
  }
}

async function toCachedPage(
  security: PageSecurity,
  response: Response,
  nonce: string,
): Promise<CachedPage> {
  const text = (await response.text()).replaceAll(` nonce="${nonce}"`, "");
  const headers: Record<string, string> = pageHeaders(security, scriptHashes(text));
  for (const name of KEPT_HEADERS) {
    const value = response.headers.get(name);
    if (value !== null) headers[name] = value;
  }
  headers["cache-control"] = "private, max-age=0, must-revalidate";
  headers.vary = "Accept-Encoding, Cookie";
  const html = Buffer.from(text);
  return { headers, html, br: await compress(html, QUICK), isDense: false };
}

function toResponse(page: CachedPage, request: Request): Response {
  const isBrotli = pickEncoding(request) === "br";
  const body = isBrotli ? page.br : page.html;
  return new Response(new Uint8Array(body), {
    headers: isBrotli ? { ...page.headers, "content-encoding": "br" } : page.headers,
  });
}

/** For a page that is asked for again: one that a crawler sees once is not worth the work. */
async function makeDense(page: CachedPage): Promise<void> {
  page.isDense = true;
  page.br = await compress(page.html, DENSE);
}

/** Public is what says nothing to the contrary: 200, HTML, no cookie set, not private, no Vary. */
function isPublic({ status, headers }: Response): boolean {
  return (
    status === 200 &&
    (headers.get("content-type") ?? "").startsWith("text/html") &&
    !headers.has("set-cookie") &&
    !headers.has("vary") &&
    !/private|no-store|no-cache/i.test(headers.get("cache-control") ?? "")
  );
}
