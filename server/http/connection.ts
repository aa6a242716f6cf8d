import { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Http2Bindings, HttpBindings } from "@hono/node-server";
import { HEADERS_MAX, LINGER_MS, STALL_MS } from "./limits.ts";

/** The request's socket; missing for calls within the process and in tests. */
export type Connection = Partial<HttpBindings>;

/** The HTTP server's objects for a request, limited to HTTP/1 connections. */
export function toConnection(env: Partial<HttpBindings | Http2Bindings> = {}): Connection {
  const { incoming, outgoing } = env;
  const isOne = incoming instanceof IncomingMessage && outgoing instanceof ServerResponse;
  return isOne ? { incoming, outgoing } : {};
}

/**
 * Runs `handle`. Afterwards a connection with an unread body is closed, with `Connection: close`:
 * the rest of the body would be parsed as the next request. A client that does not read its
 * response is disconnected.
 */
export async function withConnectionLimits(
  { incoming, outgoing }: Connection,
  handle: () => Promise<Response>,
): Promise<Response> {
  const response = await handle();
  if (!incoming || !outgoing) return response;
  if (hasBody(incoming) && !incoming.complete) closeAfterResponse({ incoming, outgoing });
  limitReading(incoming);
  return response;
}

/** Node does not limit how long a client takes to read its response. */
export function limitReading({ socket }: IncomingMessage): void {
  if (socket.timeout !== STALL_MS) socket.setTimeout(STALL_MS);
}

const HOST = "host";

/** The response to more headers than HEADERS_MAX (431), or to two hosts (400); null otherwise. */
export function rejectHeaders({ incoming }: Connection): Response | null {
  const rawHeaders = incoming?.rawHeaders ?? [];
  if (rawHeaders.length > HEADERS_MAX * 2) {
    return new Response("The request has too many headers.", { status: 431 });
  }
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? "";
    if (name.length === HOST.length && name.toLowerCase() === HOST) hosts++;
  }
  return hosts > 1 ? new Response("The request names two hosts.", { status: 400 }) : null;
}

/** Whether a request declares a body. */
export const hasBody = ({ headers }: NonNullable<Connection["incoming"]>) =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;

/**
 * Sends `Connection: close`, and then discards the rest of the body for a moment: closing
 * immediately would reset the connection before the client has read the response.
 */
function closeAfterResponse({ incoming, outgoing }: Required<Connection>): void {
  outgoing.shouldKeepAlive = false;
  const { socket } = incoming;
  socket.destroySoon = () => {
    socket.destroySoon = () => {};
    discardInChunks(socket);
    socket.end();
    setTimeout(() => socket.destroy(), LINGER_MS).unref();
  };
}

/**
 * Discards the rest of a body, one chunk per turn of the event loop: a flowing stream reads
 * megabytes per turn, and twenty of them would block everybody else.
 */
function discardInChunks(socket: Socket): void {
  const drop = () => {
    // Without this listener the HTTP parser ignores further data.
    socket.removeAllListeners("data");
    socket.on("data", () => {
      socket.pause();
      setImmediate(() => socket.resume());
    });
  };
  if (socket.readableFlowing === false) {
    // The parser has paused the socket, and only its own listener would resume it.
    socket.once("resume", drop);
    socket.resume();
  } else drop();
}

/** True when the client disconnected before its request was complete. */
export function isAborted({ incoming }: Connection): boolean {
  return incoming?.destroyed === true && !incoming.complete;
}
