import { promisify } from "node:util";
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from "node:zlib";

const COMPRESSIBLE =
  /^(?:text\/(?!event-stream)|application\/(?:json|manifest\+json|(?:\w+\+)?xml)|image\/svg)/;
/** Below this the header costs more than compression saves. */
const BYTES_MIN = 512;
/**
 * A page-sized window: the default of 4 MB, which no page fills, would be allocated and cleared for
 * every body above 64 KB, which takes several times as long.
 */
const toBrotliOptions = (quality: number, windowBits: number) => ({
  params: {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_LGWIN]: windowBits,
  },
});
/** Takes a page a millisecond or two in another thread. */
const DEFAULT_OPTIONS = { br: toBrotliOptions(5, 18), gzip: {} };
/** Takes a fifth of a millisecond, for an eighth more bytes. */
const FAST_OPTIONS = { br: toBrotliOptions(2, 16), gzip: { level: 1 } };
/** Nothing else is served while this runs, so larger bodies use the thread pool. */
const FAST_BYTES_MAX = 256 * 1024;

const compressInPool = { br: promisify(brotliCompress), gzip: promisify(gzip) };
const compressSync = { br: brotliCompressSync, gzip: gzipSync };
let running = 0;

/**
 * Compresses a dynamic body: in the thread pool or, while one is already being compressed there,
 * synchronously at a lower level. Handing it over costs more than that, so a busy server serves
 * twice as many pages, and an idle one sends as few bytes as possible.
 */
export async function compress(
  encoding: "br" | "gzip",
  body: Buffer<ArrayBuffer>,
): Promise<Buffer<ArrayBuffer>> {
  if (running > 0 && body.byteLength <= FAST_BYTES_MAX) {
    return compressSync[encoding](body, FAST_OPTIONS[encoding]);
  }
  running++;
  try {
    return await compressInPool[encoding](body, DEFAULT_OPTIONS[encoding]);
  } finally {
    running--;
  }
}

/** Content encodings by their HTTP names. */
export type Encoding = "br" | "gzip" | "identity";

/** The best encoding that an Accept-Encoding header allows; null if it allows none. */
export function pickEncoding(acceptEncoding: string | null): "br" | "gzip" | null {
  if (acceptEncoding === null) return null;
  const offers = acceptEncoding.toLowerCase().split(",");
  const accepted = offers.flatMap((offer) => {
    const [name = "", ...parameters] = offer.split(";").map((part) => part.trim());
    return parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter)) ? [] : [name];
  });
  return (["br", "gzip"] as const).find((known) => accepted.includes(known)) ?? null;
}

/**
 * Compresses a dynamic response in one piece, asynchronously. `text` is its body if already known;
 * null if the body is to be read from the response. Changes the response's headers. Downloads are
 * not compressed: some are larger than memory, and streamed.
 */
export async function compressResponse(
  request: Request,
  response: Response,
  text: string | Buffer<ArrayBuffer> | null = null,
): Promise<Response> {
  const { headers, status } = response;
  if (!varies(response)) return text === null ? response : new Response(text, response);
  if (!/\baccept-encoding\b/i.test(headers.get("vary") ?? "")) {
    headers.append("vary", "Accept-Encoding");
  }
  const etag = headers.get("etag");
  // Weak: the same for every encoding of a body.
  if (etag?.startsWith('"')) headers.set("etag", `W/${etag}`);
  const encoding = pickEncoding(request.headers.get("accept-encoding"));
  if (text === null) {
    // The body is only read if it gets compressed: reading takes longer than sending it. A HEAD or
    // a 304 has the headers of the full body.
    if (encoding === null || response.body === null) return response;
  } else if (encoding === null) return new Response(text, { status, headers });
  const body = text ?? Buffer.from(await response.arrayBuffer());
  const plain = typeof body === "string" ? Buffer.from(body) : body;
  if (plain.byteLength < BYTES_MIN) return new Response(plain, { status, headers });
  headers.set("content-encoding", encoding);
  headers.delete("content-length");
  return new Response(await compress(encoding, plain), { status, headers });
}

/** Whether the body, even if it is not sent, depends on the encodings that a client accepts. */
function varies({ headers, status }: Response): boolean {
  const isDownload = headers.get("content-disposition")?.startsWith("attachment") === true;
  if (isDownload || headers.has("content-encoding")) return false;
  const type = headers.get("content-type");
  return type === null ? status === 304 : COMPRESSIBLE.test(type);
}
