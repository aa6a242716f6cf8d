import { createContext } from "react-router";
import type { MemberData } from "#app/api-client/accounts.server.ts";
import type { ApiTarget } from "#app/api-client/transport/transport.server.ts";

export type TextCipher = {
  /** `purpose` binds the text to one use. */
  encrypt(purpose: string, text: string): string;
  /** Null for what was not encrypted by us for this purpose. */
  decrypt(purpose: string, encrypted: string): string | null;
};

/** A guest's document with places for what is a member's: returns the member's document. */
export type MemberPage = (member: MemberData) => Buffer<ArrayBuffer>;

/** What the process hands to the web tier with each request (made by server.ts). */
export type WebRequest = {
  api: ApiTarget;
  requestId: string;
  clientIp: string;
  /** For the scripts of this response's Content-Security-Policy. */
  nonce: string;
  defaultLocale: string;
  /** Makes texts that browsers carry for us unreadable and unchangeable. */
  cipher: TextCipher;
  /** The same for all processes of the shop, whatever their machines' clocks say. */
  now(): Date;
  /** Before a step of milliseconds: lets requests that take less go in between. */
  takeTurn(): Promise<void>;
  logError(message: string, error: unknown): void;
  /** False for a request of the router's for data alone. */
  isDocument: boolean;
  /** Set by the layout: who reads the document. */
  member?: MemberData;
  /** Set when a part of the page besides header and hearts depends on who reads it. */
  isPersonal?: boolean;
  /** Set by a page that is another one for members who own this product. */
  ownable?: { id: string; slug: string };
  /** Set by the entry: makes of this guest's document the pages of members. */
  toMemberPage?: (html: Buffer<ArrayBuffer>) => MemberPage | null;
  /** Set by the entry: the finished document, which its response does without. */
  html?: string;
};

export const webRequestContext = createContext<WebRequest | null>(null);

/** Throws when the process forgot to set it: a bug, never a visitor's fault. */
export function requireWebRequest(context: {
  get(key: typeof webRequestContext): WebRequest | null;
}) {
  const webRequest = context.get(webRequestContext);
  if (!webRequest) throw new Error("webRequestContext is not set");
  return webRequest;
}
