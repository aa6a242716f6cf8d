import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from "node:http";
import type { WebRequest } from "#app/middleware/web-context.ts";
import { compress, pickEncoding } from "../http/compression.ts";
import { hasBody, limitReading, rejectHeaders } from "../http/connection.ts";
import type { KeptPage } from "./kept-page.ts";
import { fillPage } from "./member.ts";
import type { PageCache } from "./page-cache.ts";
import { readSharedPage, type SharedPage } from "./shared-page.ts";

/**
 * Cached pages, and the source of members' data; if that is null, members are left to the listener.
 */
export type DirectPages = {
  pageCache: PageCache;
  toWebRequest: ((incoming: IncomingMessage) => WebRequest) | null;
};

/**
 * Creates the HTTP server. Cached pages are sent with Node's own request and response: converting
 * to Fetch objects costs several times as much as sending a page. `listener` handles everything
 * else, including unusual requests.
 */
export function createPageServer(
  options: ServerOptions,
  listener: RequestListener,
  pages: DirectPages | null,
): Server {
  if (!pages) return createServer(options, listener);
  return createServer(options, (incoming, outgoing) => {
    const found = findKept(pages.pageCache, incoming);
    if (!found) return listener(incoming, outgoing);
    if (!found.shared.hasSession) {
      if (!sendKept(found.page, incoming, outgoing)) listener(incoming, outgoing);
      return;
    }
    const web = pages.toWebRequest?.(incoming);
    if (!web) return listener(incoming, outgoing);
    sendFilled(found, web, { incoming, outgoing }).then(
      (isSent) => {
        if (!isSent) listener(incoming, outgoing);
      },
      (error: unknown) => {
        web.logError("a kept page could not be filled", error);
        if (outgoing.headersSent) outgoing.destroy();
        else listener(incoming, outgoing);
      },
    );
  });
}

type Found = { page: KeptPage; shared: SharedPage };
type Exchange = { incoming: IncomingMessage; outgoing: ServerResponse };

/** The cached page for exactly this request; null if there is none. */
function findKept(pageCache: PageCache, incoming: IncomingMessage): Found | null {
  const { method = "", url = "", headers } = incoming;
  // Keys have normalized paths: one like "/en/../de" has no page.
  const shared = readSharedPage({
    method,
    path: url,
    host: null,
    cookie: headers.cookie ?? null,
    referer: headers.referer ?? null,
  });
  if (!shared || hasBody(incoming)) return null;
  const page = pageCache.get(shared.key);
  if (!page || rejectHeaders({ incoming })) return null;
  return { page, shared };
}

/** Sends a cached page; false if it has yet to be compressed. */
function sendKept(page: KeptPage, incoming: IncomingMessage, outgoing: ServerResponse): boolean {
  const response = page.respondNow({
    encoding: incoming.headers["accept-encoding"] ?? null,
    ifNoneMatch: incoming.headers["if-none-match"] ?? null,
  });
  if (!response) return false;
  const { status, headers, body } = response;
  outgoing.writeHead(status, body ? { ...headers, "content-length": body.byteLength } : headers);
  outgoing.end(body);
  limitReading(incoming);
  return true;
}

/** Sends a member's page; false, with nothing sent, if it has to be rendered individually. */
async function sendFilled(
  { page, shared }: Found,
  web: WebRequest,
  { incoming, outgoing }: Exchange,
): Promise<boolean> {
  const { cookie = "", "accept-encoding": accepted = null } = incoming.headers;
  const filled = await fillPage(page, web, { path: shared.path, cookieHeader: cookie });
  if (!filled) return false;
  const encoding = pickEncoding(accepted);
  const body = encoding ? await compress(encoding, filled.html) : filled.html;
  const { headers, setCookies } = filled;
  outgoing.writeHead(200, {
    ...headers,
    ...(encoding ? { "content-encoding": encoding } : {}),
    "content-length": body.byteLength,
    ...(setCookies.length > 0 ? { "set-cookie": setCookies } : {}),
  });
  outgoing.end(body);
  limitReading(incoming);
  return true;
}
