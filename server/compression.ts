import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const COMPRESSIBLE =
  /^(?:text\/(?!event-stream)|application\/(?:json|manifest\+json|(?:\w+\+)?xml)|image\/svg)/;
/** Below this the header costs more than the compression saves. */
const BYTES_MIN = 512;
const BROTLI = {
  params: { [constants.BROTLI_PARAM_QUALITY]: 5 },
};

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** How a request wants its response packed, the denser first; null for not at all. */
export function pickEncoding(request: Request): "br" | "gzip" | null {
  const offers = (request.headers.get("accept-encoding") ?? "").toLowerCase().split(",");
  const accepted = offers.flatMap((offer) => {
    const [name = "", ...parameters] = offer.split(";").map((part) => part.trim());
    return parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter)) ? [] : [name];
  });
  return (["br", "gzip"] as const).find((known) => accepted.includes(known)) ?? null;
}

/** Compresses a response that is made fresh, in one piece and on another thread. */
export async function compressResponse(request: Request, response: Response): Promise<Response> {
  const { headers, body, status } = response;
  const type = headers.get("content-type") ?? "";
  if (!body || headers.has("content-encoding") || !COMPRESSIBLE.test(type)) return response;
  const encoding = pickEncoding(request);
  const responseHeaders = new Headers(headers);
  if (!/\baccept-encoding\b/i.test(headers.get("vary") ?? "")) {
    responseHeaders.append("vary", "Accept-Encoding");
  }
  const plain = new Uint8Array(await response.arrayBuffer());
  const isSmall = plain.byteLength < BYTES_MIN;
  if (encoding === null || isSmall)
    return new Response(plain, { status, headers: responseHeaders });
  responseHeaders.set("content-encoding", encoding);
  responseHeaders.delete("content-length");
  const compressed = encoding === "br" ? await brotli(plain, BROTLI) : await zip(plain);
  return new Response(compressed, { status, headers: responseHeaders });
}
