import type { ApiError } from "./api-error.server.ts";
import type { PageReads } from "./page-reads.server.ts";

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
