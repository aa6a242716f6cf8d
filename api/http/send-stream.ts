import { Readable } from "node:stream";
import { streamCsv } from "#domain/csv.ts";
import type { ApiContext } from "./context.ts";

/** Sends a file that is streamed while it is produced; always as a download, never cached. */
export function sendStream(c: ApiContext, stream: Readable, file: { name: string; type: string }) {
  // The stream types of Node and the DOM differ, but the object is the same.
  const body = Readable.toWeb(stream) as ReadableStream<Uint8Array>;
  return c.body(body, 200, {
    "content-type": file.type,
    "content-disposition": `attachment; filename="${file.name}"`,
    "cache-control": "private, no-store",
    "x-content-type-options": "nosniff",
  });
}

/** The content type of the streams that `openCsv` returns. */
export const CSV = "text/csv; charset=utf-8";

/** Returns rows as a streamed CSV, in bytes. */
export function openCsv(pages: AsyncIterable<readonly string[][]>): Readable {
  // Not in object mode, because a response body consists of bytes.
  return Readable.from(streamCsv(pages), { objectMode: false });
}
