import { type Server, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { RequestError } from "@hono/node-server";
import { REQUEST_TIMEOUT_MS } from "./bodies/uploads.ts";
import {
  CHECK_EVERY_MS,
  HEADER_BYTES_MAX,
  HEADERS_MAX,
  HEADERS_TIMEOUT_MS,
  KEEP_ALIVE_MS,
  LINGER_MS,
} from "./limits.ts";
import { completeHeaders, type PageSecurity } from "./security-headers.ts";

/** Node's own limits; bodies/limit-body.ts has those that depend on the kind of request. */
export const SERVER_OPTIONS = {
  maxHeaderSize: HEADER_BYTES_MAX,
  headersTimeout: HEADERS_TIMEOUT_MS,
  // Maximum for any request. Most get less: their bodies have time limits of their own.
  requestTimeout: REQUEST_TIMEOUT_MS,
  keepAliveTimeout: KEEP_ALIVE_MS,
  connectionsCheckingInterval: CHECK_EVERY_MS,
};

/** Node's error codes for unparsable requests; anything else is 400. */
const STATUS_BY_CODE: Record<string, number> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};
const REASONS: Record<number, string> = {
  400: "The request could not be read.",
  408: "The request took too long to arrive. Please try again.",
  413: "The request is too large.",
  500: "Something went wrong. Please try again in a moment.",
  431: `The address and the headers of a request may have ${HEADER_BYTES_MAX / 1024} KB. Please use a shorter address, or remove this site's cookies.`,
};

/**
 * Sends a readable response to requests that Node itself rejects, instead of an empty one, and sets
 * the header count limit. `onRejected` gets the status of each. Call it once, before the server has
 * connections.
 */
export function respondToRejected(
  server: Server,
  security: PageSecurity,
  onRejected: (status: number) => void,
): void {
  // One more than allowed, so that `rejectHeaders` detects an excess.
  server.maxHeadersCount = HEADERS_MAX + 1;
  const responding = new WeakSet<Duplex>();
  server.on("request", (request, response) => {
    responding.add(request.socket);
    response.once("close", () => responding.delete(request.socket));
  });
  server.on("clientError", (error: NodeJS.ErrnoException, socket: Duplex) => {
    // A response in progress cannot be replaced, and a reset connection is gone.
    if (error.code === "ECONNRESET" || !socket.writable || responding.has(socket)) {
      socket.destroy();
      return;
    }
    const status = STATUS_BY_CODE[error.code ?? ""] ?? 400;
    socket.end(toRejection(status, security));
    onRejected(status);
    setTimeout(() => socket.destroy(), LINGER_MS).unref();
  });
}

/**
 * Returns a handler for requests that Node accepts and the adapter does not, such as one without a
 * valid host: it responds with 400, and with 500 to any other error.
 */
export function respondToError(security: PageSecurity): (error: unknown) => Response {
  return (error) => {
    const status = error instanceof RequestError ? 400 : 500;
    return toResponse(status, security);
  };
}

function toRejection(status: number, security: PageSecurity): string {
  const { headers } = toResponse(status, security);
  const text = toText(status);
  headers.set("connection", "close");
  headers.set("content-length", String(Buffer.byteLength(text)));
  const lines = [...headers].map(([name, value]) => `${name}: ${value}`);
  return [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, "", text].join("\r\n");
}

function toResponse(status: number, security: PageSecurity): Response {
  const headers = { "content-type": "text/plain; charset=utf-8" };
  const response = new Response(toText(status), { status, headers });
  completeHeaders(security, [], response);
  return response;
}

const toText = (status: number) => `${REASONS[status]}\n`;
