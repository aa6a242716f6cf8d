import { BODY_BYTES_MAX } from "#api/http/body.ts";
import { networkOf, normalizeIp } from "#api/http/client-ip.ts";
import { FORM_FIELDS_MAX, multipartBoundary, partSeparator } from "#api/http/form-body.ts";
import type { Upload } from "#api/noun.ts";
import { type Connection, hasBody } from "../connection.ts";
import {
  BODY_TIMEOUT_MS,
  FORM_BYTES_MAX,
  FREE_BODY_BYTES_MAX,
  UPLOAD_BYTES_MAX,
} from "../limits.ts";
import type { AllPlaces } from "./body-places.ts";
import { type BodyLimits, LimitedBody, type TakePlace } from "./limited-body.ts";
import { findUpload, uploadTimeoutMs } from "./uploads.ts";

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
      ? { text: "&", max: FORM_FIELDS_MAX - 1, headersBytesMax: null }
      : partSeparator(boundary);
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
