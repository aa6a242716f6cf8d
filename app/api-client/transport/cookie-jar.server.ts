import { parseCookie, parseSetCookie, stringifySetCookie } from "cookie";
import { XSRF_COOKIE } from "#api/contract/accounts.ts";

/**
 * The API's cookies among all those that a browser sends: its session (named by the server's app),
 * the anti-forgery token and "remember me". None of the browser's other cookies ever reach the API.
 */
const IS_REMEMBER_COOKIE = /^remember_web_[0-9a-f]+$/;
const IS_SESSION_COOKIE = /^[\w-]+[_-]session$/;

/**
 * The name of the API's session cookie: any name of that form until a csrf-cookie call has revealed
 * it. One per API, shared by all requests.
 */
export class SessionCookieName {
  #names: ReadonlySet<string> | null = null;

  /** Reads the names from a response of /sanctum/csrf-cookie; the latest response counts. */
  readFrom(headers: Headers): void {
    const names = headers
      .getSetCookie()
      .map((line) => parseSetCookie(line).name)
      .filter((name) => IS_SESSION_COOKIE.test(name));
    if (names.length > 0) this.#names = new Set(names);
  }

  matches(name: string): boolean {
    return this.#names?.has(name) ?? IS_SESSION_COOKIE.test(name);
  }
}

export type CookieJarOptions = {
  isSecure: boolean;
  /** The API's host and ours: cookies for any other domain are ignored. */
  hosts: readonly string[];
  sessionName: SessionCookieName;
};
const COOKIE_BYTES_MAX = 4096;

/** True for cookies that may sign somebody in: session and "remember me" cookies. */
export function isSessionCookie(name: string): boolean {
  return IS_SESSION_COOKIE.test(name) || IS_REMEMBER_COOKIE.test(name);
}

/**
 * The API's cookies during one browser request, shared by all its calls; changes are sent to the
 * browser once, at the end.
 */
export class CookieJar {
  readonly #values = new Map<string, string>();
  readonly #down = new Map<string, string>();
  #wroteSessionFrom: "stateful" | "read" | null = null;
  readonly #options: CookieJarOptions;

  constructor(cookieHeader: string | null, options: CookieJarOptions) {
    this.#options = options;
    // Values are passed on byte for byte: some servers sign them, and decoding would break the
    // signature.
    const keep = { decode: (value: string) => value };
    for (const [name, value] of Object.entries(parseCookie(cookieHeader ?? "", keep))) {
      if (value !== undefined && this.#isApiCookie(name)) this.#values.set(name, value);
    }
  }

  /** True for a browser with "remember me": its first call may start a session. */
  get isRemembered(): boolean {
    return [...this.#values.keys()].some((name) => IS_REMEMBER_COOKIE.test(name));
  }

  /** True if the browser (or an earlier call) has a session or "remember me" cookie. */
  get hasSession(): boolean {
    return [...this.#values.keys()].some(
      (name) => isSessionCookie(name) && this.#isApiCookie(name),
    );
  }

  /** The session cookie's value, by which late responses to older sessions are recognized. */
  get sessionValue(): string | null {
    const name = this.#sessionName();
    return name === null ? null : (this.#values.get(name) ?? null);
  }

  #sessionName(): string | null {
    for (const name of this.#values.keys()) if (this.#isSession(name)) return name;
    return null;
  }

  #isSession(name: string): boolean {
    return IS_SESSION_COOKIE.test(name) && this.#options.sessionName.matches(name);
  }

  #isApiCookie(name: string): boolean {
    return name === XSRF_COOKIE || IS_REMEMBER_COOKIE.test(name) || this.#isSession(name);
  }

  /** The anti-forgery token as its header requires it: URL-decoded. */
  get xsrfToken(): string | null {
    const value = this.#values.get(XSRF_COOKIE);
    if (value === undefined) return null;
    try {
      return decodeURIComponent(value);
    } catch {
      return null;
    }
  }

  /** The Cookie header for a call to the API; null if there is nothing to send. */
  toCookieHeader(): string | null {
    // Once the API's session name is known, cookies with other names are excluded.
    const pairs = [...this.#values]
      .filter(([name]) => this.#isApiCookie(name))
      .map(([name, value]) => `${name}=${value}`);
    return pairs.length > 0 ? pairs.join("; ") : null;
  }

  /**
   * Applies the cookies of a response as one group. Ignores those of a read that started under
   * another session, or that ends after a stateful call: they would undo a login or a logout.
   * Stateful calls are writes, and the GET of the token that they need.
   */
  merge(headers: Headers, call: { isStateful: boolean; sentSession: string | null }): void {
    const lines = headers.getSetCookie();
    if (lines.length === 0) return;
    if (!call.isStateful && this.#wroteSessionFrom === "stateful") return;
    if (!call.isStateful && call.sentSession !== this.sessionValue) return;
    this.#wroteSessionFrom = call.isStateful ? "stateful" : "read";
    for (const line of lines) this.#set(line);
  }

  /** Deletes the API's cookies here and in the browser, because the session has ended. */
  clear(): void {
    for (const name of this.#values.keys()) {
      this.#down.set(name, this.#serialize(name, "", { maxAge: 0 }));
    }
    this.#values.clear();
  }

  /** The Set-Cookie lines for the browser. */
  toSetCookieLines(): string[] {
    return [...this.#down.values()];
  }

  #set(line: string): void {
    const parsed = parseSetCookie(line, { decode: (value: string) => value });
    const { name, value = "", maxAge, expires, domain } = parsed;
    if (!this.#isExpected(name, domain) || name.length + value.length > COOKIE_BYTES_MAX) return;
    const isDeletion = maxAge === 0 || (expires !== undefined && expires.getTime() <= Date.now());
    if (isDeletion) this.#values.delete(name);
    else this.#values.set(name, value);
    this.#down.set(name, this.#serialize(name, isDeletion ? "" : value, { maxAge, expires }));
  }

  /**
   * Accepts only one session at a time: a session cookie with a name other than the current one is
   * ignored.
   */
  #isExpected(name: string, domain: string | undefined): boolean {
    if (!this.#isApiCookie(name) || !this.#isOurDomain(domain)) return false;
    const held = this.#isSession(name) ? this.#sessionName() : null;
    return held === null || held === name;
  }

  #isOurDomain(domain: string | undefined): boolean {
    const cookieDomain = domain?.replace(/^\./, "").toLowerCase() ?? "";
    if (cookieDomain === "") return true;
    return this.#options.hosts.some(
      (host) => host === cookieDomain || host.endsWith(`.${cookieDomain}`),
    );
  }

  /**
   * Domain is dropped (the API may be on another host), and every cookie is HttpOnly: no script of
   * ours needs the token, because the web tier sends it back.
   */
  #serialize(name: string, value: string, life: { maxAge?: number; expires?: Date }): string {
    return stringifySetCookie(
      {
        name,
        value,
        path: "/",
        httpOnly: true,
        sameSite: "lax",
        secure: this.#options.isSecure,
        ...life,
      },
      { encode: (text: string) => text },
    );
  }
}

const sessionNames = new WeakMap<object, SessionCookieName>();

/** The name of this API's session cookie: found once, for all requests. */
export function sessionNameOf(target: object): SessionCookieName {
  const name = sessionNames.get(target) ?? new SessionCookieName();
  sessionNames.set(target, name);
  return name;
}
