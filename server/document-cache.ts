import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import { LRUCache } from "lru-cache";
import { pickEncoding } from "./compression.ts";
import { type PageSecurity, pageHeaders, scriptHashes } from "./security-headers.ts";

const compress = promisify(brotliCompress);

const DOCUMENTS_MAX = 500;
const FRESH_MS = 60_000;
/** What a kept page takes over of its first response; any other header may be one person's. */
const KEPT_HEADERS = ["content-type", "content-language", "referrer-policy", "x-robots-tag"];

type Document = { headers: Record<string, string>; html: Buffer; br: Buffer; isDense: boolean };
type Rendered = { document: Document } | { response: Response };

/** Brotli in 2 ms, and in 40 ms a tenth smaller: what fits a connection's first packets comes sooner. */
const QUICK = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };
const DENSE = { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } };

/**
 * Finished pages that are the same for every guest (design §7), looked up before any routing.
 * Scripts are allowed by their hash, so one copy serves everybody; plain and Brotli are both kept.
 * Its keys are those of guests' requests only (guest-page.ts).
 */
export class DocumentCache {
  readonly #documents = new LRUCache<string, Document>({ max: DOCUMENTS_MAX, ttl: FRESH_MS });
  /** Pages that are being rendered; each resolves to null when it turns out not to be public. */
  readonly #rendering = new Map<string, Promise<Document | null>>();
  #generation = 0;

  constructor(private readonly security: PageSecurity) {}

  /** A stored copy, or null. */
  get(key: string, request: Request): Response | null {
    const document = this.#documents.get(key);
    if (!document) return null;
    if (!document.isDense) void makeDense(document);
    return toResponse(document, request);
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
      const document = await running;
      return document ? toResponse(document, request) : own.render();
    }
    const rendering = this.#render(key, own);
    const shared = rendering.then(
      (rendered) => ("document" in rendered ? rendered.document : null),
      () => null,
    );
    this.#rendering.set(key, shared);
    try {
      const rendered = await rendering;
      return "document" in rendered ? toResponse(rendered.document, request) : rendered.response;
    } finally {
      if (this.#rendering.get(key) === shared) this.#rendering.delete(key);
    }
  }

  /** Drops every copy, also those still being rendered: a price, a text or a setting has changed. */
  clear(): void {
    this.#generation++;
    this.#documents.clear();
    this.#rendering.clear();
  }

  async #render(
    key: string,
    own: { nonce: string; render(): Promise<Response> },
  ): Promise<Rendered> {
    const generation = this.#generation;
    const response = await own.render();
    if (!isPublic(response)) return { response };
    const document = await toDocument(this.security, response, own.nonce);
    // A page rendered before a change must not be kept after it.
    if (generation === this.#generation) this.#documents.set(key, document);
    return { document };
  }
}

async function toDocument(
  security: PageSecurity,
  response: Response,
  nonce: string,
): Promise<Document> {
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

function toResponse(document: Document, request: Request): Response {
  const isBrotli = pickEncoding(request) === "br";
  const body = isBrotli ? document.br : document.html;
  return new Response(new Uint8Array(body), {
    headers: isBrotli ? { ...document.headers, "content-encoding": "br" } : document.headers,
  });
}

/** For a page that is asked for again: one that a crawler sees once is not worth the work. */
async function makeDense(document: Document): Promise<void> {
  document.isDense = true;
  document.br = await compress(document.html, DENSE);
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
