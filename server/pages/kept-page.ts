import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import { isCurrentCopy } from "#api/http/entity-tags.ts";
import type { MemberPage, WebRequest } from "#app/middleware/web-context.ts";
import { compress, type Encoding, pickEncoding } from "../http/compression.ts";

const brotli = promisify(brotliCompress);

/** Takes 90 ms and saves an eighth, which leaves less data for a connection's first packets. */
const DENSE = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
/**
 * The number of requests after which that pays off; it does not for hundreds of pages requested
 * only twice.
 */
const DENSE_AT_HITS = 4;
/** Only one at a time, or a burst of requests for hundreds of pages would occupy every thread. */
let isMakingDense = false;

/** A rendered document's data about members. */
export type ForMembers = {
  toMemberPage(html: Buffer<ArrayBuffer>): MemberPage | null;
  ownable?: WebRequest["ownable"];
};

/** A complete response: status, headers and bytes, for Node and Fetch. */
export type PageResponse = {
  status: 200 | 304;
  headers: Record<string, string>;
  body: Buffer<ArrayBuffer> | null;
};

/**
 * A finished page and its compressed copies, each created on first request and then shared. No
 * request copies any of them.
 */
export class KeptPage {
  readonly html: Buffer<ArrayBuffer>;
  /** Headers of the pages made from it for members. */
  readonly memberHeaders: Record<string, string>;
  readonly #headers: Record<Encoding, Record<string, string>>;
  readonly #notModified: Record<string, string>;
  readonly #etag: string;
  readonly #bodies = new Map<Encoding, Buffer<ArrayBuffer> | Promise<Buffer<ArrayBuffer>>>();
  readonly #forMembers: ForMembers;
  #hits = 0;
  #isDense = false;
  #memberPage: MemberPage | null | undefined;

  /** Takes the document, all headers that its responses share, and its member data. */
  constructor(
    html: string,
    headers: Record<string, string>,
    forMembers: ForMembers = { toMemberPage: () => null },
  ) {
    this.#forMembers = forMembers;
    this.html = Buffer.from(html);
    // Weak: the same for every encoding of a page.
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

  /**
   * Creates one member's page from it; null if it must be rendered for each member individually.
   */
  get memberPage(): MemberPage | null {
    if (this.#memberPage === undefined) {
      this.#memberPage = this.#forMembers.toMemberPage(this.html);
    }
    return this.#memberPage;
  }

  /** The product whose owners need a different page. */
  get ownable() {
    return this.#forMembers.ownable;
  }

  /**
   * An upper bound of its memory: the page, plus two compressed copies of up to a quarter each if
   * it is short.
   */
  get bytesMax(): number {
    return Math.ceil(this.html.byteLength * 1.6);
  }

  /**
   * The response if it is available immediately, or null if its body must be compressed first
   * (`respond`).
   */
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

  /** Counts a request: after enough of them the page is compressed at the maximum level. */
  countHit(): void {
    this.#hits++;
    if (this.#isDense || isMakingDense || this.#hits < DENSE_AT_HITS) return;
    this.#isDense = true;
    isMakingDense = true;
    void brotli(this.html, DENSE)
      .then(
        (body) => this.#bodies.set("br", body),
        // The usual copy stays; an unhandled rejection would stop the process.
        () => null,
      )
      .finally(() => {
        isMakingDense = false;
      });
  }

  #isCurrent(ifNoneMatch: string | null): boolean {
    return isCurrentCopy(ifNoneMatch, this.#etag);
  }

  async #compress(encoding: "br" | "gzip" | null): Promise<void> {
    if (encoding === null || this.#bodies.has(encoding)) {
      await this.#bodies.get(encoding ?? "identity");
      return;
    }
    const making = compress(encoding, this.html);
    this.#bodies.set(encoding, making);
    // A better one may have been created meanwhile.
    const isLatest = () => this.#bodies.get(encoding) === making;
    try {
      const body = await making;
      if (isLatest()) this.#bodies.set(encoding, body);
    } catch (error) {
      // The next request tries again.
      if (isLatest()) this.#bodies.delete(encoding);
      throw error;
    }
  }
}
