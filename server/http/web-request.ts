import type { Logger } from "pino";
import { PageReads } from "#app/api-client/transport/api-target.server.ts";
import type { ApiTarget } from "#app/api-client/transport/transport.server.ts";
import type { TextCipher, WebRequest } from "#app/middleware/web-context.ts";
import { isLocaleShaped } from "#domain/locales.ts";
import type { Config } from "../config/config.ts";
import type { LimitedBody } from "./bodies/limited-body.ts";
import { type Connection, isAborted } from "./connection.ts";
import { createReference } from "./reference.ts";
import { waitForTurn } from "./turns.ts";
import { findUnread } from "./unread-forms.ts";

/** The parts of the process that the web tier uses. */
export type WebParts = {
  config: Pick<Config, "trustProxy" | "defaultLocale">;
  log: Logger;
  apiTarget: ApiTarget;
  cipher: TextCipher;
  now(): Date;
};

/** The context of a request for the web tier. `nonce` is for the scripts of its response. */
export function createWebRequest(
  { config, log, apiTarget, cipher, now }: WebParts,
  connection: Connection,
  {
    forwardedFor,
    nonce,
    body = null,
  }: { forwardedFor: string | undefined; nonce: string; body?: LimitedBody | null },
): WebRequest {
  const requestId = createReference();
  return {
    api: apiTarget,
    requestId,
    clientIp: clientIpOf(connection, { trustProxy: config.trustProxy, forwardedFor }),
    nonce,
    isDocument: true,
    defaultLocale: config.defaultLocale,
    cipher,
    now,
    pageReads: pageReadsOf(connection),
    readBeginning: (bytes) => body?.readBeginning(bytes),
    readRest: async () => body?.drain(),
    unread: () => findUnread(body),
    waitToRender: () => waitForTurn("render"),
    logError: (message, error) => {
      // A client that disconnects in the middle of a form must not be able to fill the log.
      if (isAborted(connection)) log.info({ requestId }, "the client went away");
      else log.error({ err: error, requestId }, message);
    },
  };
}

const pageReads = new WeakMap<object, PageReads>();

function pageReadsOf({ incoming }: Connection): PageReads {
  const reads = (incoming && pageReads.get(incoming)) ?? new PageReads();
  if (incoming) pageReads.set(incoming, reads);
  return reads;
}

/** The address that the proxy in front of us appended last, if there is one; else the socket's. */
export function clientIpOf(
  { incoming }: Connection,
  { trustProxy, forwardedFor }: { trustProxy: boolean; forwardedFor: string | undefined },
): string {
  const forwarded = trustProxy ? forwardedFor?.split(",").at(-1)?.trim() : undefined;
  // In tests and in calls from the process itself there is no socket.
  return forwarded || (incoming?.socket.remoteAddress ?? "127.0.0.1");
}

/** A path that no page can have is rewritten to the "not found" screen, in its language. */
export function toNotFound(request: Request): Request {
  const url = new URL(request.url);
  if (!isImpossiblePath(url.pathname)) return request;
  const [, first = ""] = url.pathname.split("/");
  const locale = isLocaleShaped(first) ? `/${first}` : "";
  url.pathname = `${locale}/404${url.pathname.endsWith(".data") ? ".data" : ""}`;
  url.search = "";
  return new Request(url, { headers: request.headers, signal: request.signal });
}

/** Line breaks, other control characters, and Unicode line separators. */
const IMPOSSIBLE_CHARACTER = /[\p{Cc}\u2028\u2029]/u;

/**
 * True for a path that no page can have: invalid percent-encoding, or a character that is not
 * allowed in a header (a page may redirect to what its path names).
 */
function isImpossiblePath(pathname: string): boolean {
  try {
    return IMPOSSIBLE_CHARACTER.test(decodeURIComponent(pathname));
  } catch {
    return true;
  }
}
