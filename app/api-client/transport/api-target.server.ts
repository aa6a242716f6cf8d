import type { ApiError } from "./api-error.server.ts";

/**
 * How requests reach the API: through the embedded API's `fetch`, or over the network to API_URL.
 */
export type ApiTarget = {
  fetch(request: Request): Promise<Response>;
  /** "https://api.example/api" without a trailing slash. */
  baseUrl: string;
  /** Our own public origin: the API trusts it as its frontend. */
  appUrl: string;
  /** Headers of every call, such as the authentication of the web tier. */
  headers: Record<string, string>;
  /** Origin of images whose URL is a path: the API's own in API_URL mode; "" when embedded. */
  storageBase: string;
  /** Base URL of images with a relative URL (spec §3 Offer); defaults to `storageBase`/storage. */
  storageUrl?: string;
  /** True for a third-party server (API_URL): stricter limits on time and size. */
  isRemote?: boolean;
  /** Additional origins to which a payment may lead (PAYMENT_ORIGINS). */
  paymentOrigins: readonly string[];
};

/** The parts of a call on which its errors depend: its path has no query. */
export type ApiCall = { method: string; path: string };

/** The parts of the browser's request that are passed on in calls to the API. */
export type BrowserRequest = {
  cookieHeader: string | null;
  clientIp: string;
  requestId: string;
  /** Set by the locale gate once it has read the path. */
  locale: string;
  /** True after a write: reads for its response bypass the cache and refresh it. */
  isFresh?: boolean;
  /** Shared by all clients of this browser request. */
  pageReads?: PageReads;
  /** May turn an error into a redirect (session over, forbidden), which is then thrown. */
  onError?: (error: ApiError, call: ApiCall) => unknown;
};

/** Time budget of all reads of a page: a slow server delays the page once, not per call. */
const PAGE_READS_MS = 8_000;

type KeptRead = { by: object; text: string; status: number; headers: Headers };

/**
 * What all attempts to make one requested page share (one per browser request): a member's page may
 * begin as the cached page for everybody and end as an individual one.
 */
export class PageReads {
  #until = performance.now() + PAGE_READS_MS;
  readonly #lost = new Set<string>();
  readonly #kept = new Map<string, KeptRead>();

  /** Milliseconds that are left for reads, at least one. */
  get leftMs(): number {
    return Math.max(1, Math.ceil(this.#until - performance.now()));
  }

  /** After a write everything is read anew, in a new budget. */
  restart(): void {
    this.#until = performance.now() + PAGE_READS_MS;
    this.#lost.clear();
    this.#kept.clear();
  }

  /** Records a read without a response: no other attempt waits for it again. */
  lose(path: string): void {
    this.#lost.add(path);
  }

  isLost(path: string): boolean {
    return this.#lost.has(path);
  }

  /** Keeps the response to a read for the other attempts; `by` is the client that made it. */
  keep(key: string, by: object, { status, headers }: Response, text: string): void {
    this.#kept.set(key, { by, text, status, headers });
  }

  /**
   * The response of another attempt to the same read, or null. A client's own reads are sent again:
   * it knows why it repeats one.
   */
  find(key: string, by: object): Response | null {
    const kept = this.#kept.get(key);
    return kept && kept.by !== by ? new Response(kept.text, kept) : null;
  }
}
