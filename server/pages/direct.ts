import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerOptions,
} from "node:http";
import { hasBody, limitReading, rejectHeaders } from "../request-limits.ts";
import type { PageResponse } from "./kept-page.ts";
import type { PageCache } from "./page-cache.ts";
import { readSharedPage } from "./shared-page.ts";

/**
 * Makes the HTTP server. Kept pages leave from Node's own request to its response: the objects of
 * Fetch in between cost several times as much as sending a page. `listener` takes everything else,
 * and whatever is in any way unusual.
 */
export function createPageServer(
  options: ServerOptions,
  listener: RequestListener,
  pageCache: PageCache | null,
): Server {
  if (!pageCache) return createServer(options, listener);
  return createServer(options, (incoming, outgoing) => {
    const response = findKept(pageCache, incoming);
    if (!response) return listener(incoming, outgoing);
    const { status, headers, body } = response;
    outgoing.writeHead(status, body ? { ...headers, "content-length": body.byteLength } : headers);
    outgoing.end(body);
    limitReading(incoming);
  });
}

/** A page that is kept for this very request and ready to be sent; else null. */
function findKept(pageCache: PageCache, incoming: IncomingMessage): PageResponse | null {
  const { method = "", url = "", headers } = incoming;
  // Paths of keys are normalized. One that is not, such as "/en/../de", is the key of no page.
  const sharedPage = readSharedPage({
    method,
    path: url,
    host: null,
    cookie: headers.cookie ?? null,
    referer: headers.referer ?? null,
  });
  if (!sharedPage || sharedPage.hasSession || hasBody(incoming)) return null;
  const page = pageCache.get(sharedPage.key);
  if (!page || rejectHeaders({ incoming })) return null;
  return page.respondNow({
    encoding: headers["accept-encoding"] ?? null,
    ifNoneMatch: headers["if-none-match"] ?? null,
  });
}
