import { parseSetCookie } from "cookie";
import type { z } from "zod";
import { isAuthSchema } from "#api/contract/accounts.ts";
import { errorSchema } from "#api/contract/envelope.ts";
import { INTERNAL_HEADER } from "#api/http/client-ip.ts";

/** Handles requests: the API in this process, or a server behind fetch. */
export type Fetcher = (request: Request) => Response | Promise<Response>;

export type AgentOptions = {
  appUrl: string;
  /** The address that rate limits see; by default each agent has its own. */
  ip?: string;
  locale?: string;
  /** Identifies the agent as the web tier, so that its `ip` is trusted. */
  internalToken?: string;
};

export type RequestOptions = {
  headers?: Record<string, string>;
  /** False: sends no Origin or Referer, like a foreign page or a script. */
  isStateful?: boolean;
};

let agentsMade = 0;

/**
 * A browser behind our web tier, as the API sees it: keeps cookies, sends Origin and Referer,
 * fetches the anti-forgery token before the first write and echoes it.
 */
export class ApiAgent {
  readonly cookies = new Map<string, string>();
  readonly ip: string;

  constructor(
    private readonly fetcher: Fetcher,
    private readonly options: AgentOptions,
  ) {
    agentsMade += 1;
    this.ip =
      options.ip ?? `10.${(agentsMade >> 16) & 255}.${(agentsMade >> 8) & 255}.${agentsMade & 255}`;
  }

  get(path: string, options: RequestOptions = {}): Promise<ApiResponse> {
    return this.request("GET", path, undefined, options);
  }

  post(path: string, body: unknown = {}, options: RequestOptions = {}): Promise<ApiResponse> {
    return this.#write("POST", path, body, options);
  }

  put(path: string, body: unknown = {}, options: RequestOptions = {}): Promise<ApiResponse> {
    return this.#write("PUT", path, body, options);
  }

  delete(path: string, body: unknown = {}, options: RequestOptions = {}): Promise<ApiResponse> {
    return this.#write("DELETE", path, body, options);
  }

  fetchToken(): Promise<ApiResponse> {
    return this.request("GET", "/sanctum/csrf-cookie");
  }

  /** The cookies as a browser would send them. */
  get cookieHeader(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  }

  async isSignedIn(): Promise<boolean> {
    return (await this.get("/api/is-auth")).as(isAuthSchema).authenticated;
  }

  /** Copies the cookies of another agent, as a thief of its session would. */
  takeCookiesOf(other: ApiAgent): this {
    for (const [name, value] of other.cookies) this.cookies.set(name, value);
    return this;
  }

  /** Sends one request: a string or a form goes out unchanged, anything else as JSON. */
  async request(
    method: string,
    path: string,
    body?: unknown,
    options: RequestOptions = {},
  ): Promise<ApiResponse> {
    const isStateful = options.isStateful !== false;
    const headers = new Headers({ accept: "application/json", "x-forwarded-for": this.ip });
    if (this.options.locale) headers.set("frontend-language", this.options.locale);
    if (this.options.internalToken) headers.set(INTERNAL_HEADER, this.options.internalToken);
    const isForm = body instanceof FormData;
    if (body !== undefined && !isForm) headers.set("content-type", "application/json");
    if (isStateful) {
      headers.set("origin", this.options.appUrl);
      headers.set("referer", `${this.options.appUrl}/`);
    }
    if (isStateful && this.cookies.size > 0) {
      headers.set(
        "cookie",
        [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; "),
      );
      const token = this.cookies.get("XSRF-TOKEN");
      if (token && method !== "GET") headers.set("x-xsrf-token", decodeURIComponent(token));
    }
    for (const [name, value] of Object.entries(options.headers ?? {})) headers.set(name, value);
    const raw = await this.fetcher(
      new Request(this.options.appUrl + path, {
        method,
        headers,
        body:
          typeof body === "string" || body === undefined || isForm ? body : JSON.stringify(body),
      }),
    );
    const response = await ApiResponse.read(raw);
    for (const line of response.setCookies) this.#keep(line);
    return response;
  }

  async #write(method: string, path: string, body: unknown, options: RequestOptions) {
    const needsToken = options.isStateful !== false && !this.cookies.has("XSRF-TOKEN");
    if (needsToken) await this.fetchToken();
    return this.request(method, path, body, options);
  }

  #keep(line: string): void {
    const cookie = parseSetCookie(line, { decode: (value: string) => value });
    if (cookie.maxAge === 0) this.cookies.delete(cookie.name);
    else this.cookies.set(cookie.name, cookie.value ?? "");
  }
}

/** A response whose body has been read completely. */
export class ApiResponse {
  private constructor(
    readonly status: number,
    readonly headers: Headers,
    readonly bytes: Buffer,
  ) {}

  static async read(response: Response): Promise<ApiResponse> {
    const bytes = Buffer.from(await response.arrayBuffer());
    return new ApiResponse(response.status, response.headers, bytes);
  }

  get text(): string {
    return this.bytes.toString("utf8");
  }

  /** The parsed JSON, for `toEqual` and `toMatchObject`; null if the body is empty. */
  get body(): unknown {
    return this.text === "" ? null : JSON.parse(this.text);
  }

  get setCookies(): string[] {
    return this.headers.getSetCookie();
  }

  /** Parses the JSON with the contract's schema; throws if it does not match. */
  as<Schema extends z.ZodType>(schema: Schema): z.infer<Schema> {
    return schema.parse(this.body);
  }

  /** The body of a rejected request; throws if the response is not an error. */
  get error() {
    return this.as(errorSchema);
  }

  /** The status and code of a rejected request; throws if the response is not an error. */
  get rejection() {
    return [this.status, this.error.code];
  }

  /** The names of the fields that have an error. */
  get invalidFields(): string[] {
    return Object.keys(this.error.errors ?? {});
  }

  /** The errors of a form by field; throws if the response is not a 422. */
  get fieldErrors() {
    if (this.status !== 422) throw new Error(`the form was not rejected: ${this.status}`);
    return this.error.errors;
  }
}
