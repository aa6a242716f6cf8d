import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import type { MemberPage, WebRequest } from "#app/middleware/web-context.ts";
import { compress, type Encoding, pickEncoding } from "../compression.ts";

const brotli = promisify(brotliCompress);

/** In 40 ms a tenth smaller: what fits a connection's first packets comes sooner. */
const DENSE = { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } };
/** So often a page has been asked for again when it is worth that: one of hundreds seen twice is not. */
const DENSE_AT_HITS = 4;
/** One at a time, or a crowd that asks for hundreds of pages would keep every thread busy with it. */
let isMakingDense = false;

/** What a rendered document says about members. */
export type ForMembers = {
  toMemberPage(html: Buffer<ArrayBuffer>): MemberPage | null;
  ownable?: WebRequest["ownable"];
};

/** What leaves for a client: a status, headers and bytes, for Node and for Fetch alike. */
export type PageResponse = {
  status: 200 | 304;
  headers: Record<string, string>;
  body: Buffer<ArrayBuffer> | null;
};

/**
 * A finished page and its compressed copies, each made when it is first asked for and then shared.
 * No request copies any of them.
 */
export class KeptPage {
  readonly html: Buffer<ArrayBuffer>;
  /** Headers of the pages that are made of it for members. */
  readonly memberHeaders: Record<string, string>;
  readonly #headers: Record<Encoding, Record<string, string>>;
  readonly #notModified: Record<string, string>;
  readonly #etag: string;
  readonly #bodies = new Map<Encoding, Buffer<ArrayBuffer> | Promise<Buffer<ArrayBuffer>>>();
  #hits = 0;
  #isDense = false;
  #memberPage: MemberPage | null | undefined;

  /** Takes the document, all headers that its responses share, and what it is for members. */
  constructor(
    html: string,
    headers: Record<string, string>,
    private readonly forMembers: ForMembers = { toMemberPage: () => null },
  ) {
    this.html = Buffer.from(html);
    // Weak: one for the page, however it is compressed.
    this.#etag = `W/"${createHash("sha256").update(this.html).digest("base64url").slice(0, 22)}"`;
    const own = { ...headers, etag: this.#etag };
    this.#notModified = own;
    this.memberHeaders = {
      ...headers,
      vary: "Accept-Encoding",
      "cache-control": "private, no-store",
    };
    this.#headers = {
      identity: own,
      br: { ...own, "content-encoding": "br" },
      gzip: { ...own, "content-encoding": "gzip" },
    };
    this.#bodies.set("identity", this.html);
  }

  /** Makes the page of one member; null for a page that is made for each of them anew. */
  get memberPage(): MemberPage | null {
    if (this.#memberPage === undefined) {
      this.#memberPage = this.forMembers.toMemberPage(this.html);
    }
    return this.#memberPage;
  }

  /** The product whose owners need a page of their own. */
  get ownable() {
    return this.forMembers.ownable;
  }

  /** An upper bound of what it holds: its copies are a fifth of it, and a fourth together at most. */
  get bytesMax(): number {
    return Math.ceil(this.html.byteLength * 1.25);
  }

  /** The response at once, or null when its body has yet to be compressed (`respond`). */
  respondNow(accept: { encoding: string | null; ifNoneMatch: string | null }): PageResponse | null {
    if (this.#isCurrent(accept.ifNoneMatch)) {
      return { status: 304, headers: this.#notModified, body: null };
    }
    const encoding = pickEncoding(accept.encoding) ?? "identity";
    const body = this.#bodies.get(encoding);
    if (!(body instanceof Buffer)) return null;
    return { status: 200, headers: this.#headers[encoding], body };
  }

  /** The response to a request with these headers. */
  async respond(request: Pick<Request, "headers">): Promise<Response> {
    const { headers } = request;
    const accept = {
      encoding: headers.get("accept-encoding"),
      ifNoneMatch: headers.get("if-none-match"),
    };
    if (!this.#isCurrent(accept.ifNoneMatch)) await this.#compress(pickEncoding(accept.encoding));
    const response = this.respondNow(accept);
    if (!response) throw new Error("a page was compressed and is not there");
    return new Response(response.body, response);
  }

  /** Counts that it is asked for again: sooner or later it is compressed as densely as can be. */
  countHit(): void {
    this.#hits++;
    if (this.#isDense || isMakingDense || this.#hits < DENSE_AT_HITS) return;
    this.#isDense = true;
    isMakingDense = true;
    void brotli(this.html, DENSE)
      .then((body) => this.#bodies.set("br", body))
      .finally(() => {
        isMakingDense = false;
      });
  }

  #isCurrent(ifNoneMatch: string | null): boolean {
    return ifNoneMatch?.includes(this.#etag) ?? false;
  }

  async #compress(encoding: "br" | "gzip" | null): Promise<void> {
    if (encoding === null || this.#bodies.has(encoding)) {
      await this.#bodies.get(encoding ?? "identity");
      return;
    }
    const making = compress(encoding, this.html);
    this.#bodies.set(encoding, making);
    const body = await making;
    // A denser one may have been made meanwhile.
    if (this.#bodies.get(encoding) === making) this.#bodies.set(encoding, body);
  }
}
