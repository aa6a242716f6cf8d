import { promisify } from "node:util";
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from "node:zlib";

const COMPRESSIBLE =
  /^(?:text\/(?!event-stream)|application\/(?:json|manifest\+json|(?:\w+\+)?xml)|image\/svg)/;
/** Below this the header costs more than the compression saves. */
const BYTES_MIN = 512;
/**
 * The window is as large as a page (`1 << bits`): with the usual 4 MB, which no page fills, whatever is
 * longer than 64 KB has all of it made and cleared first, in several times as long.
 */
const toBrotliOptions = (quality: number, windowBits: number) => ({
  params: {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_LGWIN]: windowBits,
  },
});
/** A millisecond or two of another thread for a page. */
const USUAL = { br: toBrotliOptions(5, 18), gzip: {} };
/** A fifth of a millisecond, and an eighth more bytes. */
const HASTY = { br: toBrotliOptions(2, 16), gzip: { level: 1 } };
/** As long as this takes, nobody else is served. */
const HASTY_BYTES_MAX = 256 * 1024;

const usual = { br: promisify(brotliCompress), gzip: promisify(gzip) };
const hasty = { br: brotliCompressSync, gzip: gzipSync };
let running = 0;

/**
 * Compresses a body that is made fresh: on another thread, or, while one is at it already, at once and
 * less densely. To hand over and take back costs more than that, so a server that is busy serves twice
 * as many, and one that is not sends as little as it can.
 */
export async function compress(
  encoding: "br" | "gzip",
  body: Buffer<ArrayBuffer>,
): Promise<Buffer<ArrayBuffer>> {
  if (running > 0 && body.byteLength <= HASTY_BYTES_MAX) {
    return hasty[encoding](body, HASTY[encoding]);
  }
  running++;
  try {
    return await usual[encoding](body, USUAL[encoding]);
  } finally {
    running--;
  }
}

/** How a body is sent, by the names of HTTP. */
export type Encoding = "br" | "gzip" | "identity";

/** Which compression an Accept-Encoding header allows, the denser first; null for none. */
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
 * Compresses a response that is made fresh, in one piece and on another thread. `text` is its body
 * where that is known already; null for a body that is read from the response. A download is left as
 * it is: some are larger than memory, and made while they are read.
 */
export async function compressResponse(
  request: Request,
  response: Response,
  text: string | Buffer<ArrayBuffer> | null = null,
): Promise<Response> {
  const { headers, status } = response;
  const type = headers.get("content-type") ?? "";
  const hasBody = text !== null || response.body !== null;
  const isDownload = headers.get("content-disposition")?.startsWith("attachment") === true;
  if (!hasBody || isDownload || headers.has("content-encoding") || !COMPRESSIBLE.test(type)) {
    return text === null ? response : new Response(text, response);
  }
  const encoding = pickEncoding(request.headers.get("accept-encoding"));
  const responseHeaders = new Headers(headers);
  if (!/\baccept-encoding\b/i.test(headers.get("vary") ?? "")) {
    responseHeaders.append("vary", "Accept-Encoding");
  }
  const body = text ?? Buffer.from(await response.arrayBuffer());
  const plain = typeof body === "string" ? Buffer.from(body) : body;
  const isSmall = plain.byteLength < BYTES_MIN;
  if (encoding === null || isSmall)
    return new Response(plain, { status, headers: responseHeaders });
  responseHeaders.set("content-encoding", encoding);
  responseHeaders.delete("content-length");
  return new Response(await compress(encoding, plain), { status, headers: responseHeaders });
}
