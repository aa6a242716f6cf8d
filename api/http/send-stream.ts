import { Readable } from "node:stream";
import { streamCsv } from "#domain/csv.ts";
import type { ApiContext } from "./context.ts";

/** A file that is streamed while it is produced; always a download, never cached. */
export function sendStream(c: ApiContext, stream: Readable, file: { name: string; type: string }) {
  // Node's and the DOM's stream types differ, but the object is the same.
  const body = Readable.toWeb(stream) as ReadableStream<Uint8Array>;
  return c.body(body, 200, {
    "content-type": file.type,
    "content-disposition": `attachment; filename="${file.name}"`,
    "cache-control": "private, no-store",
    "x-content-type-options": "nosniff",
  });
}

/** The content type of what `openCsv` opens. */
export const CSV = "text/csv; charset=utf-8";

/** Rows as a streamed CSV, in bytes. */
export function openCsv(pages: AsyncIterable<readonly string[][]>): Readable {
  // Not in object mode: the body of a response is bytes, not texts.
  return Readable.from(streamCsv(pages), { objectMode: false });
}
