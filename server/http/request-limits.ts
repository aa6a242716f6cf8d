import { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Http2Bindings, HttpBindings } from "@hono/node-server";
import { BODY_BYTES_MAX } from "#api/http/body.ts";
import { networkOf, normalizeIp } from "#api/http/client-ip.ts";
import { FORM_FIELDS_MAX, multipartBoundary } from "#api/http/form-body.ts";
import type { Upload } from "#api/noun.ts";
import { RETRY_AFTER_SECONDS } from "#domain/errors.ts";
import { UNREAD_FORMS, type UnreadCode } from "#domain/unread-forms.ts";
import type { AllPlaces } from "./bodies/body-places.ts";
import {
  type BodyFailure,
  type BodyLimits,
  LimitedBody,
  type TakePlace,
} from "./bodies/limited-body.ts";
import { findUpload, uploadTimeoutMs } from "./bodies/uploads.ts";
import {
  BODY_TIMEOUT_MS,
  FORM_BYTES_MAX,
  FREE_BODY_BYTES_MAX,
  HEADERS_MAX,
  LINGER_MS,
  STALL_MS,
  UPLOAD_BYTES_MAX,
} from "./limits.ts";

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

type BodyOf = {
  kind: "web" | "api";
  /** The client's real address, not a claimed one. */
  clientIp: string;
  places: AllPlaces;
};

/**
 * The request with its body limited by kind: a screen's form, a form with files, or, for the API,
 * whose routes have their own limits, only the time. A large one waits for its place before it is
 * read. `body` is null for a request without one; otherwise call its `release` once there is a
 * response.
 */
export function limitBody(
  request: Request,
  connection: Connection,
  of: BodyOf,
): { request: Request; body: LimitedBody | null } {
  const { method, headers, url } = request;
  const { incoming } = connection;
  const isEmpty = incoming ? !hasBody(incoming) : request.body === null;
  // The adapter gives these no body, and a Request with TRACE cannot be created.
  const isBodiless = method === "GET" || method === "HEAD" || method === "TRACE";
  if (isBodiless || isEmpty) return { request, body: null };
  const boundary = multipartBoundary(headers.get("content-type") ?? "");
  const upload = boundary === null ? undefined : findUpload(new URL(url).pathname);
  const limits = limitsOf(boundary, upload, of.kind);
  const bytes = Number(headers.get("content-length") ?? Number.NaN);
  const open = () => request.body ?? new Blob().stream();
  const body = new LimitedBody(open, limits, placeFor(bytes, limits.bytesMax, { ...of, upload }));
  if (bytes > limits.bytesMax) body.failure = "tooLarge";
  // The DOM's types lack `duplex`, which Node requires with a stream.
  const init: RequestInit & { duplex: "half" } = {
    method,
    headers,
    // Not read above, because reading it makes the adapter create a whole Request.
    signal: request.signal,
    body: body.stream,
    duplex: "half",
  };
  return { request: new Request(url, init), body };
}

function limitsOf(
  boundary: string | null,
  upload: Upload | undefined,
  kind: BodyOf["kind"],
): BodyLimits {
  const timeoutMs = upload ? uploadTimeoutMs(upload) : BODY_TIMEOUT_MS;
  if (kind === "api") return { bytesMax: Number.POSITIVE_INFINITY, timeoutMs, separator: null };
  const separator =
    boundary === null
      ? { text: "&", max: FORM_FIELDS_MAX - 1 }
      : // The last one ends the form and starts no part.
        { text: `--${boundary}`, max: FORM_FIELDS_MAX + 1 };
  const uploadMax = Math.max(UPLOAD_BYTES_MAX, upload?.bytesMax ?? 0);
  return { bytesMax: upload ? uploadMax : FORM_BYTES_MAX, timeoutMs, separator };
}

/**
 * How a body gets its place; null if it needs none because it is short or streamed. A body of
 * unknown length (NaN) may have as many bytes as its limit allows.
 */
function placeFor(
  bytes: number,
  bytesMax: number,
  { upload, clientIp, places }: BodyOf & { upload: Upload | undefined },
): TakePlace | null {
  if (upload?.isStreamed) return null;
  const most = Math.min(bytesMax, upload ? UPLOAD_BYTES_MAX : BODY_BYTES_MAX);
  const held = Number.isNaN(bytes) ? most : bytes;
  if (held <= FREE_BODY_BYTES_MAX) return null;
  const client = networkOf(normalizeIp(clientIp) ?? clientIp);
  return (beginningBytes) => {
    // Only the beginning of a guest's upload is read, so it keeps no member's upload waiting.
    const kind = upload && beginningBytes === null ? places.uploads : places.others;
    return kind.enter(client, Math.min(held, beginningBytes ?? held));
  };
}

const UNREAD: Partial<Record<BodyFailure, UnreadCode>> = {
  tooLarge: "form_too_large",
  tooSlow: "form_too_slow",
  noPlace: "form_busy",
};

/** Why a form was not read to its end; null if it was, or if its sender has disconnected. */
export const findUnread = (body: LimitedBody | null): UnreadCode | null =>
  (body?.failure && UNREAD[body.failure]) ?? null;

const TEXTS: Record<UnreadCode, string> = {
  form_too_large: "The form is too large.",
  form_too_slow: "The form took too long to arrive. Please try again.",
  form_busy: "Too many large forms are arriving. Please go back and try again in a minute.",
};

/**
 * The response to a screen's form: `own`, a page that says why the form was not read, or the same
 * message as plain text if no action was reached.
 */
export function respondToForm(body: LimitedBody | null, own: Response): Response {
  const code = findUnread(body);
  if (code === null) return own;
  const status = UNREAD_FORMS[code];
  const response = own.status === status ? own : new Response(TEXTS[code], { status });
  if (code === "form_busy") response.headers.set("retry-after", String(RETRY_AFTER_SECONDS));
  return response;
}
