import { randomBytes, timingSafeEqual } from "node:crypto";
import { parseCookie } from "cookie";
import {
  REMEMBER_TTL_SECONDS,
  SESSION_ABSOLUTE_TTL_SECONDS,
  SESSION_TTL_SECONDS,
} from "#domain/accounts.ts";
import { DomainError } from "#domain/errors.ts";
import { XSRF_COOKIE } from "../contract/accounts.ts";
import { inTransaction, type Sql } from "../db/client.ts";
import { sha256 } from "../hashes.ts";
import type { ApiDeps, SessionUser } from "./context.ts";
import { REMEMBER_COOKIE, SESSION_COOKIE, serializeCookie } from "./cookies.ts";
import type { TextCipher } from "./encryption.ts";
import {
  deleteSessions,
  deleteSessionsOf,
  getSession,
  insertSession,
  lockSessionUser,
  type SessionRow,
  touchSession,
} from "./session.queries.ts";

/** A session is renewed at most this often: its row, and its cookies in responses to reads. */
const TOUCH_EVERY_MS = 60_000;
/** Cookies are sent again for this long: a response may be dropped (server/pages/member.ts). */
const COOKIES_AGAIN_MS = 5_000;

type Options = {
  deps: Pick<ApiDeps, "database" | "now" | "config">;
  cipher: TextCipher;
  /** Reads the row of a session, once for all its concurrent requests. */
  readRow(idHash: Buffer, now: Date): Promise<SessionRow | null>;
};

/**
 * One request's session, modelled on Laravel Sanctum (docs/decisions/0008-sessions.md).
 *
 * A guest's session consists of the encrypted cookie alone: it holds an anti-forgery token and the
 * time, so a visitor who never signs in costs no row. A member's cookie holds a random id; the
 * table stores only its hash. "Remember me" is a separate credential with its own cookie and row,
 * which can only create a new session.
 */
export class RequestSession {
  user: SessionUser | null = null;
  /** Set while a staff member views the shop as `user`: the viewer, and the end of the view. */
  view: { viewer: SessionUser; until: Date } | null = null;
  /** True for a member's session that turned out to have ended after it was opened (`refresh`). */
  hasEnded = false;
  /** The row read with the session (`SessionRead`); undefined if there was none. */
  preloaded: unknown;
  /** Null until it is first needed. */
  #csrfToken: string | null = null;
  /** The id in the cookie; null for a guest. */
  #id: string | null = null;
  #rememberId: string | null = null;
  #rememberChange: "set" | "delete" | null = null;
  /** True while the browser has the cookies that a response would set, at most a minute old. */
  #hasCurrentCookies = false;
  /** Every id that this request has had: a transaction that reruns must end the same sessions. */
  readonly #seenIds = new Set<string>();
  readonly #options: Options;

  private constructor(options: Options) {
    this.#options = options;
  }

  /**
   * Reads the request's cookies. Anything expired, forged or unknown becomes a new guest session.
   */
  static async open(options: Options, cookieHeader: string | undefined): Promise<RequestSession> {
    const session = new RequestSession(options);
    const cookies = parseCookie(cookieHeader ?? "");
    const { cipher } = options;
    const decrypted = cipher.decrypt(SESSION_COOKIE, cookies[SESSION_COOKIE] ?? "");
    const remembered = cipher.decrypt(REMEMBER_COOKIE, cookies[REMEMBER_COOKIE] ?? "");
    session.#rememberId = remembered;
    const [kind, first = "", second = ""] = (decrypted ?? "").split(".");
    let isRecent = false;
    if (kind === "member") isRecent = await session.#resume(first);
    else if (kind === "guest") session.#resumeGuest(first, Number(second));
    if (!session.user && remembered) await session.#recall(remembered);
    session.#hasCurrentCookies =
      isRecent &&
      cipher.decryptNewest(XSRF_COOKIE, cookies[XSRF_COOKIE] ?? "") === session.csrfToken;
    return session;
  }

  /** The anti-forgery token from the session's cookie or row, or a new one. */
  get csrfToken(): string {
    this.#csrfToken ??= randomToken();
    return this.#csrfToken;
  }

  /** Throws csrf_mismatch unless `header` is this session's encrypted token, URL-decoded. */
  assertToken(header: string | undefined): void {
    const token = this.#options.cipher.decrypt(XSRF_COOKIE, header ?? "");
    const isSame = token !== null && timingSafeEqual(sha256(token), sha256(this.csrfToken));
    if (!isSame) throw new DomainError("csrf_mismatch");
  }

  /** Signs `userId` in under a new id and a new token; the old session ends. */
  async signIn(sql: Sql, userId: number, options: { isRemembered: boolean }): Promise<void> {
    await this.signOut(sql);
    await this.#start(sql, userId);
    if (!options.isRemembered) return;
    this.#rememberId = randomToken();
    this.#rememberChange = "set";
    await insertSession(sql, {
      idHash: sha256(this.#rememberId),
      userId,
      csrfToken: "",
      isRemembered: true,
      now: this.#now,
      expiresAt: after(this.#now, REMEMBER_TTL_SECONDS),
    });
  }

  /**
   * Reads a member's session again, long after it was opened, to update its user and view. One that
   * has ended meanwhile continues as a guest session.
   */
  async refresh(): Promise<void> {
    const row =
      this.idHash && (await getSession(this.#options.deps.database, this.idHash, this.#now));
    if (row && !row.isRemembered) return this.#setUser(row);
    this.hasEnded = true;
    this.#becomeGuest();
  }

  /** Returns true when "remember me" was chosen in this browser for this user. */
  async isRemembered(userId: number): Promise<boolean> {
    if (!this.#rememberId) return false;
    const { database } = this.#options.deps;
    const row = await getSession(database, sha256(this.#rememberId), this.#now);
    return row?.isRemembered === true && row.user.id === userId;
  }

  /** Ends all sessions of `userId` everywhere, and continues in this browser under a new id. */
  async renew(sql: Sql, userId: number, options: { isRemembered: boolean }): Promise<void> {
    await deleteSessionsOf(sql, userId);
    await this.signIn(sql, userId, options);
  }

  /** The stored hash of a member's session id, to bind data to this browser. */
  get idHash(): Buffer | null {
    return this.#id === null ? null : sha256(this.#id);
  }

  /** Ends the session and the remembered browser; continues as a new guest session. */
  async signOut(sql: Sql): Promise<void> {
    for (const id of [this.#id, this.#rememberId]) if (id) this.#seenIds.add(id);
    await deleteSessions(sql, [...this.#seenIds].map(sha256));
    if (this.#rememberId) this.#rememberChange = "delete";
    this.#rememberId = null;
    this.#becomeGuest();
  }

  #becomeGuest(): void {
    this.#hasCurrentCookies = false;
    this.#id = null;
    this.user = null;
    this.view = null;
    this.#csrfToken = null;
  }

  #setUser(row: SessionRow): void {
    this.user = row.view?.person ?? row.user;
    this.view = row.view && { viewer: row.user, until: row.view.until };
  }

  /** True when a response to a read need not set the cookies, because the browser has them. */
  get hasCurrentCookies(): boolean {
    return this.#hasCurrentCookies;
  }

  /** Returns the cookies to set: session and token, and "remember me" when it changed. */
  toSetCookieLines(): string[] {
    const { cipher, deps } = this.#options;
    const now = this.#now;
    const isSecure = deps.config.appUrl.startsWith("https:");
    const line = (
      name: string,
      text: string,
      { maxAgeSeconds, isHttpOnly = true }: { maxAgeSeconds: number; isHttpOnly?: boolean },
    ) =>
      serializeCookie(name, cipher.encrypt(name, text), {
        now,
        maxAgeSeconds,
        isHttpOnly,
        isSecure,
      });
    const own = this.#id ? `member.${this.#id}` : `guest.${this.csrfToken}.${now.getTime()}`;
    const lines = [
      line(SESSION_COOKIE, own, { maxAgeSeconds: SESSION_TTL_SECONDS }),
      line(XSRF_COOKIE, this.csrfToken, { maxAgeSeconds: SESSION_TTL_SECONDS, isHttpOnly: false }),
    ];
    if (this.#rememberChange === "set") {
      const life = { maxAgeSeconds: REMEMBER_TTL_SECONDS };
      lines.push(line(REMEMBER_COOKIE, this.#rememberId ?? "", life));
    } else if (this.#rememberChange === "delete") {
      lines.push(line(REMEMBER_COOKIE, "", { maxAgeSeconds: 0 }));
    }
    return lines;
  }

  get #now(): Date {
    return this.#options.deps.now();
  }

  #resumeGuest(csrfToken: string, encryptedAtMs: number): void {
    const ageMs = this.#now.getTime() - encryptedAtMs;
    if (csrfToken && ageMs < SESSION_TTL_SECONDS * 1000) this.#csrfToken = csrfToken;
  }

  /** Resumes a member's session; true if the browser has its cookies from the last minute. */
  async #resume(id: string): Promise<boolean> {
    const { database } = this.#options.deps;
    const now = this.#now;
    const row = await this.#options.readRow(sha256(id), now);
    if (!row || row.isRemembered) return false;
    this.#id = id;
    this.#setUser(row);
    if (!row.view) this.preloaded = row.preloaded;
    this.#csrfToken = row.csrfToken;
    const ageMs = now.getTime() - row.lastSeenAt.getTime();
    // In the future if the clock was ahead: the session would outlast its two hours by as much.
    if (Math.abs(ageMs) < TOUCH_EVERY_MS) return ageMs >= COOKIES_AGAIN_MS;
    const idle = after(now, SESSION_TTL_SECONDS);
    const absolute = after(row.createdAt, SESSION_ABSOLUTE_TTL_SECONDS);
    const expiresAt = idle < absolute ? idle : absolute;
    await touchSession(database, row.idHash, { now, expiresAt });
    return false;
  }

  async #recall(rememberId: string): Promise<void> {
    const idHash = sha256(rememberId);
    const user = await inTransaction(this.#options.deps.database, async (sql) => {
      await lockSessionUser(sql, idHash);
      const row = await getSession(sql, idHash, this.#now);
      if (!row?.isRemembered) return null;
      await this.#start(sql, row.user.id);
      return row.user;
    });
    this.user = user;
    if (user) return;
    this.#rememberId = null;
    this.#rememberChange = "delete";
  }

  async #start(sql: Sql, userId: number): Promise<void> {
    this.#hasCurrentCookies = false;
    this.#id = randomToken();
    this.#csrfToken = randomToken();
    await insertSession(sql, {
      idHash: sha256(this.#id),
      userId,
      csrfToken: this.csrfToken,
      isRemembered: false,
      now: this.#now,
      expiresAt: after(this.#now, SESSION_TTL_SECONDS),
    });
  }
}

/** Returns 256 random bits, in characters that do not include our separators. */
function randomToken(): string {
  return randomBytes(32).toString("base64url");
}

function after(time: Date, seconds: number): Date {
  return new Date(time.getTime() + seconds * 1000);
}
