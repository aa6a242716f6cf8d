import { data } from "react-router";
import { ApiError, type Unavailability } from "./api-error.server.ts";
import type { ApiTarget } from "./api-target.server.ts";
import { limitBody } from "./body-text.server.ts";
import { CircuitOpen } from "./circuit-breaker.server.ts";
import { CookieJar, type SessionCookieName, sessionNameOf } from "./cookie-jar.server.ts";
import { readJsonBody, type UnavailabilityDetails } from "./json-body.server.ts";
import { readMessage } from "./messages.server.ts";
import { clearPublicCache, publicLifeMs, readPublic } from "./public-cache.server.ts";
import { type Query, withQuery } from "./query.ts";
import { isStreamed, type StreamedBody, toRequestBody } from "./request-body.server.ts";

export type { ApiTarget };

const READ_TIMEOUT_MS = 8_000;
const DOWNLOAD_TIMEOUT_MS = 120_000;
/** For all reads of one page together: a server that wakes up slowly delays it once, not call by call. */
const PAGE_READS_MS = 8_000;
const FILE_BYTES_MAX = 64_000_000;

/** A read that is the same for everybody. */
export type PublicRead<Value> = {
  path: string;
  query?: Query;
  /** Where one address is read in two ways, the name of the second: it is part of the cache's key. */
  name?: string;
  /** Data that many pages need, such as menus and texts: rather an expired copy than none. */
  isReference?: boolean;
  /** False for what is the same in all locales. */
  isLocalized?: boolean;
  /** What becomes of the parsed JSON; shared between requests and frozen. */
  read(body: unknown): Value;
};

/**
 * The only way from the web tier to the API, made once for each request of a browser.
 * Every method throws ApiError for an error (4xx, or `status: "ERROR"`), and a 502/503 response
 * (react-router's `data`) when the API cannot be reached, fails, or redirects. After a write that
 * was sent, the latter says that its outcome is unclear (`isOutcomeUnclear`).
 */
export class ApiClient {
  readonly jar: CookieJar;
  readonly storageBase: string;
  readonly storageUrl: string;
  readonly appUrl: string;
  readonly paymentOrigins: readonly string[];
  readonly #sessionName: SessionCookieName;
  #csrf: Promise<void> | null = null;
  #hasUnclearWrite = false;
  /** When the reads of this page must be over; a write begins them anew. */
  #readsUntil = performance.now() + PAGE_READS_MS;

  constructor(
    private readonly target: ApiTarget,
    private readonly call: {
      cookieHeader: string | null;
      clientIp: string;
      requestId: string;
      /** Set by the locale gate once the path has been read. */
      locale: string;
      /** True after a write: what is read for its response must be as it is now, and is kept anew. */
      isFresh?: boolean;
      /** May turn an error into a redirect (session over, forbidden); what it returns is thrown. */
      onError?: (error: ApiError, path: string) => unknown;
    },
  ) {
    this.#sessionName = sessionNameOf(target);
    this.jar = new CookieJar(call.cookieHeader, {
      isSecure: target.appUrl.startsWith("https:"),
      hosts: [new URL(target.baseUrl).hostname, new URL(target.appUrl).hostname],
      sessionName: this.#sessionName,
    });
    this.storageBase = target.storageBase;
    this.storageUrl = target.storageUrl ?? `${target.storageBase}/storage`;
    this.appUrl = target.appUrl;
    this.paymentOrigins = target.paymentOrigins;
  }

  get requestId(): string {
    return this.call.requestId;
  }

  get locale(): string {
    return this.call.locale;
  }

  /** An address of the API's as a path for `get` and `download`; null for any other address. */
  toApiPath(address: string): string | null {
    const base = new URL(this.target.baseUrl);
    const url = URL.canParse(address, base.href) ? new URL(address, base) : null;
    const isOurs = url?.origin === base.origin || url?.origin === this.appUrl;
    if (!url || !isOurs || !url.pathname.startsWith(`${base.pathname}/`)) return null;
    return url.pathname.slice(base.pathname.length) + url.search;
  }

  /** True when the browser sent a form: what is read for its response must be as it is now. */
  get isWriting(): boolean {
    return this.call.isFresh === true;
  }

  /** True once a write of this request may have been done without our knowing. */
  get hasUnclearWrite(): boolean {
    return this.#hasUnclearWrite;
  }

  setLocale(locale: string): void {
    this.call.locale = locale;
  }

  /** GET; returns the parsed JSON. */
  async get(path: string, query: Query = {}): Promise<unknown> {
    const response = await this.#send("GET", withQuery(path, query), {});
    return (await this.#redirectErrors(this.#readJson(response), path)).body;
  }

  /**
   * GET of what is the same for everybody, sent without cookies; returns what `read` makes of the
   * parsed JSON, from the cache of public data or anew (public-cache.server.ts). Only what `read`
   * has accepted is stored: a response that parses but is broken must not outlive its fault.
   */
  async getPublic<Value>({ path, query = {}, ...use }: PublicRead<Value>): Promise<Value> {
    const target = withQuery(path, query);
    const locale = use.isLocalized === false ? "" : this.call.locale;
    const key = [this.target.baseUrl, locale, use.name ?? "", target].join(" ");
    const load = async () => {
      const response = await this.#send("GET", target, { isGuest: true });
      const { body, text } = await this.#readJson(response);
      return { value: use.read(body), size: text.length, freshMs: publicLifeMs(response) };
    };
    const isFresh = this.isWriting;
    const reading = readPublic(key, load, { isReference: use.isReference === true, isFresh });
    // The key names the reader, and with it the type.
    return (await this.#redirectErrors(reading, path)) as Value;
  }

  /**
   * POST, PUT or DELETE with a JSON body; never retried except after 419. A 2xx without
   * `status: "ERROR"` is success whatever its body holds (spec §7): returns the parsed JSON, or
   * null for a body that is none.
   */
  async send(method: "POST" | "PUT" | "DELETE", path: string, body: unknown): Promise<unknown> {
    const response = await this.#write(method, path, { body });
    return (await this.#redirectErrors(this.#readJson(response, { isWrite: true }), path)).body;
  }

  /** POST of a form with files (multipart); reads the response as `send` does. */
  async sendForm(path: string, form: FormData): Promise<unknown> {
    const timeoutMs = DOWNLOAD_TIMEOUT_MS;
    const response = await this.#write("POST", path, { body: form, timeoutMs });
    return (await this.#redirectErrors(this.#readJson(response, { isWrite: true }), path)).body;
  }

  /** POST of a body that can be read only once, and so is never sent again; else as `send`. */
  async sendStream(path: string, { timeoutMs, ...body }: StreamedBody): Promise<unknown> {
    await this.#refreshCsrf();
    const response = await this.#send("POST", path, { body, timeoutMs });
    return (await this.#redirectErrors(this.#readJson(response, { isWrite: true }), path)).body;
  }

  async #write(method: string, path: string, options: { body: unknown; timeoutMs?: number }) {
    if (!this.jar.xsrfToken || !this.jar.sessionValue) await this.#refreshCsrf();
    let response = await this.#send(method, path, options);
    // The token was rejected before anything ran, so sending once more is safe.
    if (response.status === 419) {
      await this.#refreshCsrf();
      response = await this.#send(method, path, options);
    }
    // The next form offers what this one has made: changes in a row are reported late.
    if (response.ok && /^\/staff\/(?!.*\/preview$)/.test(path)) clearPublicCache();
    return response;
  }

  /** GET of a file: the response itself when it is one, else an ApiError of its JSON. */
  async download(path: string, query: Query): Promise<Response> {
    const timeoutMs = DOWNLOAD_TIMEOUT_MS;
    return this.#readFile(await this.#send("GET", withQuery(path, query), { timeoutMs }), path);
  }

  /** POST that returns a file; or, with 202, JSON about one that is not ready yet. */
  async sendForFile(
    path: string,
    body: unknown,
  ): Promise<{ file: Response } | { accepted: unknown }> {
    const timeoutMs = DOWNLOAD_TIMEOUT_MS;
    const response = await this.#write("POST", path, { body, timeoutMs });
    if (response.status !== 202) return { file: await this.#readFile(response, path) };
    const read = this.#readJson(response, { isWrite: true });
    return { accepted: (await this.#redirectErrors(read, path)).body };
  }

  async #readFile(response: Response, path: string): Promise<Response> {
    const type = response.headers.get("content-type") ?? "";
    const isFile = response.ok && !type.includes("json");
    if (isFile) return this.target.isRemote ? limitBody(response, FILE_BYTES_MAX) : response;
    // JSON where a file was asked for says why there is none, whatever its status (spec §7).
    const { body } = await this.#redirectErrors(this.#readJson(response, { isFile: true }), path);
    throw new ApiError(422, "rejected", readMessage(body));
  }

  #refreshCsrf(): Promise<void> {
    this.#csrf ??= this.#send("GET", new URL("/sanctum/csrf-cookie", this.target.baseUrl).href, {
      isMutation: true,
      isCsrf: true,
    })
      .then(async (response) => void (await response.body?.cancel()))
      .finally(() => {
        this.#csrf = null;
      });
    return this.#csrf;
  }

  async #send(
    method: string,
    path: string,
    options: {
      body?: unknown;
      isGuest?: boolean;
      isMutation?: boolean;
      isCsrf?: boolean;
      timeoutMs?: number;
    },
  ): Promise<Response> {
    const isMutation = options.isMutation ?? method !== "GET";
    const sentSession = this.jar.sessionValue;
    const init: RequestInit & { duplex: "half" } = {
      method,
      headers: this.#headers(isMutation, options),
      body: toRequestBody(options.body),
      // The DOM's types do not know it; Node asks for it with a stream.
      duplex: "half",
      // A redirect of the API's is a response we did not ask for, never a place to go.
      redirect: "manual",
      // Every cookie is set by hand, from the jar.
      credentials: "omit",
      // The API in this process ignores it, and its timer would outlive the request by seconds.
      signal: this.target.isRemote
        ? AbortSignal.timeout(options.timeoutMs ?? this.#timeoutOf(method))
        : null,
    };
    const url = path.startsWith("/") ? this.target.baseUrl + path : path;
    const request = new Request(url, init);
    const isUnclear = method !== "GET";
    let response: Response;
    try {
      response = await this.target.fetch(request);
    } catch (error) {
      // What was never sent has not been done.
      throw this.#unreachable(503, { isUnclear: isUnclear && !(error instanceof CircuitOpen) });
    } finally {
      if (isUnclear) this.#readsUntil = performance.now() + PAGE_READS_MS;
    }
    if (options.isCsrf) this.#sessionName.learn(response.headers);
    if (!options.isGuest) this.jar.merge(response.headers, { isMutation, sentSession });
    if (response.status < 300 || response.status > 399) return response;
    await response.body?.cancel();
    throw this.#unreachable(502, { isUnclear });
  }

  /** Milliseconds that another server is waited for. */
  #timeoutOf(method: string): number {
    if (method !== "GET") return READ_TIMEOUT_MS;
    const left = Math.ceil(this.#readsUntil - performance.now());
    return Math.min(READ_TIMEOUT_MS, Math.max(1, left));
  }

  #headers(isMutation: boolean, options: { body?: unknown; isGuest?: boolean }): Headers {
    const headers = new Headers({
      ...this.target.headers,
      accept: "application/json",
      "x-requested-with": "XMLHttpRequest",
      "frontend-language": this.call.locale,
      "x-request-id": this.call.requestId,
      "x-forwarded-for": this.call.clientIp,
    });
    // A form's own type names its boundary; the request writes it.
    const { body } = options;
    if (isStreamed(body)) headers.set("content-type", body.contentType);
    else if (body !== undefined && !(body instanceof FormData)) {
      headers.set("content-type", "application/json");
    }
    const cookies = options.isGuest ? null : this.jar.toCookieHeader();
    // Without a session a read stays stateless: no cookies set, nothing to mix up.
    if ((cookies && this.jar.hasSession) || isMutation) {
      headers.set("origin", this.target.appUrl);
      headers.set("referer", `${this.target.appUrl}/`);
      if (cookies) headers.set("cookie", cookies);
      const token = this.jar.xsrfToken;
      if (isMutation && token) headers.set("x-xsrf-token", token);
    }
    return headers;
  }

  /** A rejection of this browser's own request may be a redirect instead, such as to the login page. */
  async #redirectErrors<Value>(reading: Promise<Value>, path: string): Promise<Value> {
    try {
      return await reading;
    } catch (error) {
      throw error instanceof ApiError ? (this.call.onError?.(error, path) ?? error) : error;
    }
  }

  #readJson(response: Response, kind: { isWrite?: boolean; isFile?: boolean } = {}) {
    return readJsonBody(response, { ...kind, unreachable: this.#unreachable.bind(this) });
  }

  #unreachable(status: 502 | 503, about: UnavailabilityDetails = {}) {
    this.#hasUnclearWrite ||= about.isUnclear === true;
    const unavailability: Unavailability = {
      code: "unavailable",
      reference: this.call.requestId,
      ...about,
    };
    return data(unavailability, { status });
  }
}
