import { Readable } from "node:stream";
import { constants, createBrotliCompress, createGzip } from "node:zlib";

const COMPRESSIBLE =
  /^(?:text\/(?!event-stream)|application\/(?:json|manifest\+json|xml)|image\/svg)/;

/** Compresses an answer that is made fresh; flushes each chunk, so nothing waits for the end. */
export function compressResponse(request: Request, response: Response): Response {
  const { headers, body } = response;
  const type = headers.get("content-type") ?? "";
  if (!body || headers.has("content-encoding") || !COMPRESSIBLE.test(type)) return response;
  const accepted = request.headers.get("accept-encoding") ?? "";
  const encoding = /\bbr\b/.test(accepted) ? "br" : /\bgzip\b/.test(accepted) ? "gzip" : null;
  const answer = new Headers(headers);
  answer.append("vary", "Accept-Encoding");
  if (encoding === null) return new Response(body, { status: response.status, headers: answer });
  answer.set("content-encoding", encoding);
  answer.delete("content-length");
  const compressor =
    encoding === "br"
      ? createBrotliCompress({
          flush: constants.BROTLI_OPERATION_FLUSH,
          params: { [constants.BROTLI_PARAM_QUALITY]: 4 },
        })
      : createGzip({ flush: constants.Z_SYNC_FLUSH });
  // The two stream worlds have types of their own for the same thing.
  const source = Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0]);
  source.on("error", (error) => compressor.destroy(error));
  const compressed = Readable.toWeb(source.pipe(compressor)) as ReadableStream<Uint8Array>;
  return new Response(compressed, { status: response.status, headers: answer });
}
