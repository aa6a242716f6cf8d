/** How requests reach the API: the embedded one's `fetch`, or the network's towards API_URL. */
export type ApiTarget = {
  fetch(request: Request): Promise<Response>;
  /** "https://api.example/api" without a trailing slash. */
  baseUrl: string;
  /** Our own public origin: the API trusts it as its frontend. */
  appUrl: string;
  /** Headers of every call, such as the proof that it comes from the web tier. */
  headers: Record<string, string>;
  /** Origin of pictures whose address is a path: the API's own in API_URL mode; "" when embedded. */
  storageBase: string;
  /** Base of pictures with a relative address (spec §3 Offer); `storageBase`/storage unless set. */
  storageUrl?: string;
  /** True for a server of somebody else's (API_URL): how long it may take, and how much it may send. */
  isRemote?: boolean;
  /** Origins besides our own that a payment may lead to (PAYMENT_ORIGINS). */
  paymentOrigins: readonly string[];
};
