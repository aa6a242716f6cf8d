import { createContext, createCookie, data, type RouterContextProvider } from "react-router";
import type { MemberData } from "#app/api-client/accounts.server.ts";
import type { PageReads } from "#app/api-client/transport/api-target.server.ts";
import type { ApiTarget } from "#app/api-client/transport/transport.server.ts";
import { UNREAD_FORMS, type UnreadCode } from "#domain/unread-forms.ts";

/** The values of one request, set by middleware: what loaders and actions get. */
export type Context = Readonly<RouterContextProvider>;

export type TextCipher = {
  /** `purpose` binds the encrypted text to one use. */
  encrypt(purpose: string, text: string): string;
  /** Null for anything that was not encrypted by us for this purpose. */
  decrypt(purpose: string, encrypted: string): string | null;
};

/** A guest's document with placeholders for member data: returns the member's document. */
export type MemberPage = (member: MemberData) => Buffer<ArrayBuffer>;

/** What the process passes to the web tier with each request (set by server.ts). */
export type WebRequest = {
  api: ApiTarget;
  requestId: string;
  clientIp: string;
  /** For the scripts of this response's Content-Security-Policy. */
  nonce: string;
  defaultLocale: string;
  /** Encrypts texts that are stored in browsers. */
  cipher: TextCipher;
  /** The same for all processes of the shop, regardless of their machines' clocks. */
  now(): Date;
  /** Reads of the API, shared by all attempts to make the requested page. */
  pageReads: PageReads;
  /** Waits for a turn of the event loop, so that shorter requests are served before rendering. */
  waitToRender(): Promise<void>;
  /** Announces that only about this many bytes of this request's body will be read. */
  readBeginning?(bytes: number): void;
  /** Reads the rest of this request's body, within its limits, and drops it; never throws. */
  readRest?(): Promise<void>;
  /** Why its body was not read to its end, once that is known. */
  unread?(): UnreadCode | null;
  logError(message: string, error: unknown): void;
  /** False if the router requests only data. */
  isDocument: boolean;
  /** The document's reader; set by the layout. */
  member?: MemberData;
  /** Set if a part of the page other than header and hearts depends on its reader. */
  isPersonal?: boolean;
  /** Set by a page that differs for members who own this product. */
  ownable?: { id: string; slug: string };
  /** Set by the entry: turns this guest's document into members' pages. */
  toMemberPage?: (html: Buffer<ArrayBuffer>) => MemberPage | null;
  /** Set by the entry: the finished document, which its response omits. */
  html?: string | undefined;
};

export const webRequestContext = createContext<WebRequest | null>(null);

/** Throws if the process did not set it, which is a bug, never a visitor's fault. */
export function requireWebRequest(context: Context): WebRequest {
  const webRequest = context.get(webRequestContext);
  if (!webRequest) throw new Error("webRequestContext is not set");
  return webRequest;
}

/** True if browsers reach the shop by https, so that its cookies are never sent without it. */
export function isHttpsShop(context: Context): boolean {
  return requireWebRequest(context).api.appUrl.startsWith("https:");
}

/**
 * A cookie of the web tier: sent to the whole site and to no other, hidden from scripts, and only
 * sent by https if the shop uses it. Without `maxAge` it ends with the browser's session.
 */
export function createOwnCookie(name: string, { maxAge }: { maxAge?: number } = {}) {
  const cookie = createCookie(name, { path: "/", httpOnly: true, sameSite: "lax" });
  const serialize = (context: Context, value: unknown, life: { maxAge?: number } = { maxAge }) =>
    cookie.serialize(value, { ...life, secure: isHttpsShop(context) });
  return {
    /** React Router's own, for libraries that read it. */
    cookie,
    /** Its value, which any visitor may have forged; null if there is none. */
    parse: (request: Request): Promise<unknown> =>
      cookie.parse(request.headers.get("cookie")).catch(() => null),
    /** The Set-Cookie line with this value. */
    serialize,
    /** The Set-Cookie line that removes it. */
    clear: (context: Context) => serialize(context, "", { maxAge: 0 }),
  };
}

/**
 * Throws the error page of a form whose body exceeded a limit or got no place in memory: 408, 413
 * or 503; else does nothing.
 */
export function throwUnread(context: Context): void {
  const code = context.get(webRequestContext)?.unread?.() ?? null;
  if (code !== null) throw data({ code }, { status: UNREAD_FORMS[code] });
}
