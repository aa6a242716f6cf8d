import { data } from "react-router";
import { ApiError, type Unavailability } from "./api-error.server.ts";
import {
  type ApiCall,
  type ApiTarget,
  type BrowserRequest,
  PageReads,
} from "./api-target.server.ts";
import { limitBody, orNullIfEmpty } from "./body-text.server.ts";
import { CircuitOpen } from "./circuit-breaker.server.ts";
import { CookieJar, type SessionCookieName, sessionNameOf } from "./cookie-jar.server.ts";
import { readJsonBody, type UnavailabilityDetails } from "./json-body.server.ts";
import { readMessage } from "./messages.server.ts";
import {
  clearPublicCache,
  type PublicRead,
  publicLifeMs,
  readPublic,
} from "./public-cache.server.ts";
import { type Query, withQuery } from "./query.ts";
import { isStreamed, type StreamedBody, toRequestBody } from "./request-body.server.ts";

export type { ApiCall, ApiTarget };

const READ_TIMEOUT_MS = 8_000;
/** For transferring files to or from another server's API. */
export const DOWNLOAD_TIMEOUT_MS = 120_000;
const FILE_BYTES_MAX = 64_000_000;

type SendOptions = {
  body?: unknown;
  isGuest?: boolean;
  /** True if it may start a session: every write, and the GET of its token. */
  isStateful?: boolean;
  isCsrf?: boolean;
  timeoutMs?: number;
  locale?: string;
};

/**
 * The web tier's only access to the API, created once per browser request. Every method throws
 * ApiError for an error (4xx, or a rejection inside a 2xx), and a 502/503 response (react-router's
 * `data`) if the API cannot be reached, fails, or redirects. After a write that was sent, the
 * latter marks its outcome as unclear (`isOutcomeUnclear`).
 */
export class ApiClient {
  readonly jar: CookieJar;
  readonly storageBase: string;
  readonly storageUrl: string;
  readonly appUrl: string;
  readonly paymentOrigins: readonly string[];
  /** True once a write of this request may have been executed without confirmation. */
  hasUnclearWrite = false;
  readonly #target: ApiTarget;
  readonly #call: BrowserRequest;
  readonly #sessionName: SessionCookieName;
  #csrf: Promise<void> | null = null;
  #localeCodes: ReadonlyMap<string, string> = new Map();
  readonly #reads: PageReads;

  constructor(target: ApiTarget, call: BrowserRequest) {
    this.#target = target;
    this.#call = call;
    this.#reads = call.pageReads ?? new PageReads();
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
    return this.#call.requestId;
  }

  get locale(): string {
    return this.#call.locale;
  }

  /** A URL of the API as a path for `get` and `download`; null for any other URL. */
  toApiPath(address: string): string | null {
    const base = new URL(this.#target.baseUrl);
    const url = URL.canParse(address, base.href) ? new URL(address, base) : null;
    const isOurs = url?.origin === base.origin || url?.origin === this.appUrl;
    if (!url || !isOurs || !url.pathname.startsWith(`${base.pathname}/`)) return null;
    return url.pathname.slice(base.pathname.length) + url.search;
  }

  /** True when the browser sent a form: reads for its response must be current. */
  get isWriting(): boolean {
    return this.#call.isFresh === true;
  }

  setLocale(locale: string): void {
    this.#call.locale = locale;
  }

  /** The server's codes by our locales: "pt_BR" for "pt-br". */
  setLocaleCodes(codes: ReadonlyMap<string, string>): void {
    this.#localeCodes = codes;
  }

  localeCodeOf(locale: string): string {
    return this.#localeCodes.get(locale) ?? locale;
  }

  /** GET; returns the parsed JSON. */
  async get(path: string, query: Query = {}): Promise<unknown> {
    return (await this.#redirectErrors(this.#read(withQuery(path, query)), path)).body;
  }

  /**
   * GET of data that is the same for everybody, sent without cookies; returns the result of `read`
   * on the parsed JSON, cached or fetched (public-cache.server.ts). Only what `read` has accepted
   * is cached: a malformed response must not outlive its cause.
   */
  async getPublic<Value>({ path, query = {}, ...use }: PublicRead<Value>): Promise<Value> {
    const target = withQuery(path, query);
    const { locale = this.#call.locale } = use;
    const keyLocale = use.isLocalized === false ? "" : locale;
    const key = [this.#target.baseUrl, keyLocale, use.name ?? "", target].join(" ");
    const load = async () => {
      const { body, text, response } = await this.#read(target, { isGuest: true, locale });
      return { value: use.read(body), size: text.length, freshMs: publicLifeMs(response) };
    };
    const isFresh = this.isWriting;
    const reading = readPublic(key, load, { isReference: use.isReference === true, isFresh });
    // The key includes the reader's name, and therefore determines the type.
    return (await this.#redirectErrors(reading, path)) as Value;
  }

  /** The parsed JSON of a read. Another server's response to an earlier attempt is used again. */
  async #read(path: string, options: SendOptions = {}) {
    const cookies = options.isGuest ? null : this.jar.toCookieHeader();
    const key = [path, options.locale ?? this.#call.locale, cookies].join(" ");
    const kept = this.#target.isRemote ? this.#reads.find(key, this) : null;
    const sentSession = this.jar.sessionValue;
    if (kept && !options.isGuest) this.jar.merge(kept.headers, { isStateful: false, sentSession });
    const response = kept ?? (await this.#send("GET", path, options));
    const { body, text } = await this.#readJson(response, { isGuest: options.isGuest ?? false });
    if (this.#target.isRemote && !kept) this.#reads.keep(key, this, response, text);
    return { body, text, response };
  }

  /**
   * POST, PUT or DELETE with a JSON body; never retried except after 419. A 2xx that does not
   * reject it (rejection.server.ts) is success: returns the parsed JSON, or null if it is not JSON.
   */
  async send(method: "POST" | "PUT" | "DELETE", path: string, body: unknown): Promise<unknown> {
    const response = await this.#write(method, path, { body });
    return this.#readWritten(response, path, method);
  }

  /** POST of a form with files (multipart); reads the response as `send` does. */
  async sendForm(path: string, form: FormData): Promise<unknown> {
    const timeoutMs = DOWNLOAD_TIMEOUT_MS;
    const response = await this.#write("POST", path, { body: form, timeoutMs });
    return this.#readWritten(response, path, "POST");
  }

  /**
   * POST of a body that can only be read once, so it is never sent again; otherwise like `send`.
   */
  async sendStream(path: string, { timeoutMs, ...body }: StreamedBody): Promise<unknown> {
    await this.#refreshCsrf();
    const response = await this.#send("POST", path, { body, timeoutMs });
    return this.#readWritten(response, path, "POST");
  }

  async #write(method: string, path: string, options: { body: unknown; timeoutMs?: number }) {
    if (!this.jar.xsrfToken || !this.jar.sessionValue) await this.#refreshCsrf();
    let response = await this.#send(method, path, options);
    // The token was rejected before anything ran, so sending once more is safe.
    if (response.status === 419) {
      await this.#refreshCsrf();
      response = await this.#send(method, path, options);
    }
    // The next form offers the new record: change notifications may be late.
    if (response.ok && /^\/staff\/(?!.*\/preview$)/.test(path)) clearPublicCache();
    return response;
  }

  /** GET (or HEAD) of a file. Throws an ApiError made from the JSON of any other response. */
  async download(path: string, query: Query, method: "GET" | "HEAD" = "GET"): Promise<Response> {
    const timeoutMs = DOWNLOAD_TIMEOUT_MS;
    return this.#readFile(await this.#send(method, withQuery(path, query), { timeoutMs }), path);
  }

  /** POST that returns a file or, with 202, JSON about a file that is not ready yet. */
  async sendForFile(
    path: string,
    body: unknown,
  ): Promise<{ file: Response } | { accepted: unknown }> {
    const timeoutMs = DOWNLOAD_TIMEOUT_MS;
    const response = await this.#write("POST", path, { body, timeoutMs });
    if (response.status !== 202) return { file: await this.#readFile(response, path) };
    return { accepted: await this.#readWritten(response, path, "POST") };
  }

  async #readWritten(response: Response, path: string, method: string): Promise<unknown> {
    const read = this.#readJson(response, { isWrite: true });
    return (await this.#redirectErrors(read, path, method)).body;
  }

  async #readFile(response: Response, path: string): Promise<Response> {
    const type = response.headers.get("content-type") ?? "";
    const isFile = response.ok && !type.includes("json");
    if (isFile) return this.#target.isRemote ? this.#checkFile(response, type) : response;
    // JSON instead of a file explains why there is none, regardless of its status (spec §7).
    const { body } = await this.#redirectErrors(this.#readJson(response, { isFile: true }), path);
    throw new ApiError(422, "rejected", readMessage(body));
  }

  /** A "file" from another server may be its sign-in page, or nothing at all. */
  async #checkFile(response: Response, type: string): Promise<Response> {
    const isPage = /^(?:text\/html|application\/xhtml)/i.test(type);
    const file = isPage ? null : await orNullIfEmpty(limitBody(response, FILE_BYTES_MAX));
    if (file) return file;
    // Not awaited: a server may send for as long as it likes.
    if (isPage) void response.body?.cancel().catch(() => null);
    throw new ApiError(502, "rejected", null);
  }

  #refreshCsrf(): Promise<void> {
    this.#csrf ??= this.#send("GET", new URL("/sanctum/csrf-cookie", this.#target.baseUrl).href, {
      isStateful: true,
      isCsrf: true,
    })
      .then(async (response) => void (await response.body?.cancel()))
      .finally(() => {
        this.#csrf = null;
      });
    return this.#csrf;
  }

  async #send(method: string, path: string, options: SendOptions): Promise<Response> {
    const isStateful = options.isStateful ?? !isRead(method);
    const sentSession = this.jar.sessionValue;
    const init: RequestInit & { duplex: "half" } = {
      method,
      headers: this.#headers(isStateful, options),
      body: toRequestBody(options.body),
      // Missing from the DOM's types; Node requires it with a stream.
      duplex: "half",
      // A redirect by the API is an unexpected response, and never followed.
      redirect: "manual",
      // Every cookie is set by hand, from the jar.
      credentials: "omit",
      // The API in this process ignores the signal, whose timer would outlive the request by
      // seconds.
      signal: this.#target.isRemote
        ? AbortSignal.timeout(options.timeoutMs ?? this.#timeoutOf(method))
        : null,
    };
    const request = new Request(path.startsWith("/") ? this.#target.baseUrl + path : path, init);
    const isUnclear = !isRead(method);
    if (!isUnclear && this.#reads.isLost(path)) throw this.#unreachable(503);
    let response: Response;
    try {
      response = await this.#target.fetch(request);
    } catch (error) {
      if (!isUnclear) this.#reads.lose(path);
      // A request that was never sent has not been executed.
      throw this.#unreachable(503, { isUnclear: isUnclear && !(error instanceof CircuitOpen) });
    } finally {
      if (isUnclear) this.#reads.restart();
    }
    if (options.isCsrf) this.#sessionName.readFrom(response.headers);
    if (!options.isGuest) this.jar.merge(response.headers, { isStateful, sentSession });
    if (response.status < 300 || response.status > 399) return response;
    await response.body?.cancel();
    throw this.#unreachable(502, { isUnclear });
  }

  /** In milliseconds. Our own API is in this process: if it is slow, everything is. */
  #timeoutOf(method: string): number {
    if (!isRead(method)) return READ_TIMEOUT_MS;
    return Math.min(READ_TIMEOUT_MS, this.#reads.leftMs);
  }

  #headers(isStateful: boolean, options: SendOptions): Headers {
    const headers = new Headers({
      ...this.#target.headers,
      accept: "application/json",
      "x-requested-with": "XMLHttpRequest",
      "frontend-language": this.localeCodeOf(options.locale ?? this.#call.locale),
      "x-request-id": this.#call.requestId,
      "x-forwarded-for": this.#call.clientIp,
    });
    // A form's content type contains its boundary, which the request sets.
    const { body } = options;
    if (isStreamed(body)) headers.set("content-type", body.contentType);
    else if (body !== undefined && !(body instanceof FormData)) {
      headers.set("content-type", "application/json");
    }
    const cookies = options.isGuest ? null : this.jar.toCookieHeader();
    // Without a session a read stays stateless: no cookies set, nothing to mix up.
    if ((cookies && this.jar.hasSession) || isStateful) {
      headers.set("origin", this.#target.appUrl);
      headers.set("referer", `${this.#target.appUrl}/`);
      if (cookies) headers.set("cookie", cookies);
      const token = this.jar.xsrfToken;
      if (isStateful && token) headers.set("x-xsrf-token", token);
    }
    return headers;
  }

  /**
   * A rejection of this browser's own request may become a redirect, for example to the login page.
   */
  async #redirectErrors<Value>(
    reading: Promise<Value>,
    path: string,
    method = "GET",
  ): Promise<Value> {
    try {
      return await reading;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      throw this.#call.onError?.(error, { method, path }) ?? error;
    }
  }

  #readJson(
    response: Response,
    kind: { isWrite?: boolean; isFile?: boolean; isGuest?: boolean } = {},
  ) {
    return readJsonBody(response, { ...kind, unreachable: this.#unreachable.bind(this) });
  }

  #unreachable(status: 502 | 503, about: UnavailabilityDetails = {}) {
    this.hasUnclearWrite ||= about.isUnclear === true;
    const unavailability: Unavailability = {
      code: "unavailable",
      reference: this.#call.requestId,
      ...about,
    };
    return data(unavailability, { status });
  }
}

const isRead = (method: string) => method === "GET" || method === "HEAD";
