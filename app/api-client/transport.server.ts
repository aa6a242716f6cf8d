import { data } from "react-router";
import { ApiError, type NamedFailure, nameFailure, toApiError } from "./api-error.server.ts";
import { CookieJar } from "./cookie-jar.server.ts";
import { getPublicAnswer, preparePublicAnswer } from "./public-answers.server.ts";

/** How requests reach the API: the embedded one's `fetch`, or the network's towards API_URL. */
export type ApiTarget = {
  fetch(request: Request): Promise<Response>;
  /** "https://api.example/api" without a trailing slash. */
  baseUrl: string;
  /** Our own public origin: the API trusts it as its frontend. */
  appUrl: string;
  /** Headers of every call, such as the proof that it comes from the web tier. */
  headers: Record<string, string>;
  /** Relative picture addresses are made absolute with this in API_URL mode; "" when embedded. */
  storageBase: string;
};

const READ_TIMEOUT_MS = 8_000;
const DOWNLOAD_TIMEOUT_MS = 120_000;
const JSON_BYTES_MAX = 5_000_000;
/** Failures that the screen has words of its own for; any other is an error page. */
const SHOWN_CODES = new Set([
  "payment_unavailable",
  "generation_failed",
  "generation_busy",
  "storage_full",
]);

type Query = Record<string, string | number | null | undefined>;

/**
 * The only way from the web tier to the API, made once for each request of a browser.
 * Every method throws ApiError for a refusal (4xx, or `status: "ERROR"`), and a 502/503 answer
 * (react-router's `data`) when the API cannot be reached or fails.
 */
export class ApiClient {
  readonly jar: CookieJar;
  readonly storageBase: string;
  readonly appUrl: string;
  #csrf: Promise<void> | null = null;

  constructor(
    private readonly target: ApiTarget,
    private readonly call: {
      cookieHeader: string | null;
      clientIp: string;
      requestId: string;
      /** Set by the locale gate once the path has been read. */
      locale: string;
      /** True after a write: what is read for its answer must be as it is now, and is kept anew. */
      isFresh?: boolean;
      /** May turn a refusal into a redirect (session over, forbidden); what it returns is thrown. */
      onRefusal?: (error: ApiError, path: string) => unknown;
    },
  ) {
    this.jar = new CookieJar(call.cookieHeader, { isSecure: target.appUrl.startsWith("https:") });
    this.storageBase = target.storageBase;
    this.appUrl = target.appUrl;
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

  setLocale(locale: string): void {
    this.call.locale = locale;
  }

  /** GET; returns the parsed JSON. */
  async get(path: string, query: Query = {}): Promise<unknown> {
    return (await this.#readJson(await this.#send("GET", withQuery(path, query), {}), path)).body;
  }

  /**
   * GET of what is the same for everybody, sent without cookies; returns what `read` makes of the
   * parsed JSON. A response is kept only once `read` has taken it: one that parses but is broken
   * must not outlive the fault that made it.
   */
  async getPublic<Value>(
    path: string,
    query: Query,
    read: (body: unknown) => Value,
  ): Promise<Value> {
    const target = withQuery(path, query);
    const key = `${this.target.baseUrl} ${this.call.locale} ${target}`;
    const kept = this.call.isFresh ? null : getPublicAnswer(key);
    if (kept) return read(kept.body);
    const keep = preparePublicAnswer(key);
    const response = await this.#send("GET", target, { isGuest: true });
    const { body, text } = await this.#readJson(response, path);
    const value = read(body);
    keep(response, body, text);
    return value;
  }

  /** POST, PUT or DELETE with a JSON body; answers the parsed JSON. Never retried but after 419. */
  async send(method: "POST" | "PUT" | "DELETE", path: string, body: unknown): Promise<unknown> {
    return (await this.#readJson(await this.#write(method, path, { body }), path)).body;
  }

  /** POST of a form with files (multipart); answers the parsed JSON. */
  async sendForm(path: string, form: FormData): Promise<unknown> {
    const timeoutMs = DOWNLOAD_TIMEOUT_MS;
    return (await this.#readJson(await this.#write("POST", path, { body: form, timeoutMs }), path))
      .body;
  }

  async #write(method: string, path: string, options: { body: unknown; timeoutMs?: number }) {
    if (!this.jar.xsrfToken || !this.jar.sessionValue) await this.#refreshCsrf();
    const response = await this.#send(method, path, options);
    if (response.status !== 419) return response;
    // The token was refused before anything ran, so sending once more is safe.
    await this.#refreshCsrf();
    return this.#send(method, path, options);
  }

  /** GET of a file: the answer itself when it is one, else an ApiError of its JSON. */
  async download(path: string, query: Query): Promise<Response> {
    const timeoutMs = DOWNLOAD_TIMEOUT_MS;
    return this.#readFile(await this.#send("GET", withQuery(path, query), { timeoutMs }), path);
  }

  /** POST that answers a file. */
  async sendForFile(path: string, body: unknown): Promise<Response> {
    const timeoutMs = DOWNLOAD_TIMEOUT_MS;
    return this.#readFile(await this.#write("POST", path, { body, timeoutMs }), path);
  }

  async #readFile(response: Response, path: string): Promise<Response> {
    const type = response.headers.get("content-type") ?? "";
    if (response.ok && !type.includes("json")) return response;
    await this.#readJson(response, path);
    throw this.#unreachable(502);
  }

  #refreshCsrf(): Promise<void> {
    this.#csrf ??= this.#send("GET", new URL("/sanctum/csrf-cookie", this.target.baseUrl).href, {
      isMutation: true,
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
    options: { body?: unknown; isGuest?: boolean; isMutation?: boolean; timeoutMs?: number },
  ): Promise<Response> {
    const isMutation = options.isMutation ?? method !== "GET";
    const sentSession = this.jar.sessionValue;
    const request = new Request(path.startsWith("/") ? this.target.baseUrl + path : path, {
      method,
      headers: this.#headers(isMutation, options),
      body: toRequestBody(options.body),
      // A redirect of the API's is an answer we did not ask for, never a place to go.
      redirect: "manual",
      // Every cookie is set by hand, from the jar.
      credentials: "omit",
      signal: AbortSignal.timeout(options.timeoutMs ?? READ_TIMEOUT_MS),
    });
    let response: Response;
    try {
      response = await this.target.fetch(request);
    } catch {
      throw this.#unreachable(503);
    }
    if (!options.isGuest) this.jar.merge(response.headers, { isMutation, sentSession });
    return response;
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
    const isJson = options.body !== undefined && !(options.body instanceof FormData);
    if (isJson) headers.set("content-type", "application/json");
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

  async #readJson(response: Response, path: string): Promise<{ body: unknown; text: string }> {
    const text = await response.text();
    let body: unknown;
    try {
      body = text.length > JSON_BYTES_MAX ? undefined : text === "" ? null : JSON.parse(text);
    } catch {
      body = undefined;
    }
    if (response.status >= 500) {
      // Sent by our own table on purpose (a payment gateway that fails): the screen shows it.
      if (hasCode(body) && SHOWN_CODES.has(body.code)) {
        throw new ApiError(response.status, body.code, body.message);
      }
      const failure = response.status === 500 ? nameFailure(text) : undefined;
      throw this.#unreachable(response.status === 503 ? 503 : 502, failure);
    }
    if (!response.ok || (isObject(body) && body.status === "ERROR")) {
      const error = toApiError(response.status, body, response.headers);
      throw this.call.onRefusal?.(error, path) ?? error;
    }
    if (body === undefined) throw this.#unreachable(502);
    return { body, text };
  }

  #unreachable(status: 502 | 503, failure?: NamedFailure) {
    return data({ code: "unavailable", reference: this.call.requestId, failure }, { status });
  }
}

function toRequestBody(body: unknown): FormData | string | undefined {
  return body === undefined || body instanceof FormData ? body : JSON.stringify(body);
}

function withQuery(path: string, query: Query): string {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== "") search.set(key, String(value));
  }
  const text = search.toString();
  return text ? `${path}?${text}` : path;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

function hasCode(body: unknown): body is { code: string; message: string } {
  return isObject(body) && typeof body.code === "string" && typeof body.message === "string";
}
