import { Readable } from "node:stream";
import type { ApiContext } from "./context.ts";

/** A file that is made while it is sent; it is saved, never shown, and nobody else keeps it. */
export function sendStream(c: ApiContext, stream: Readable, file: { name: string; type: string }) {
  // The types of Node's stream and of the DOM's differ; they are one object.
  const body = Readable.toWeb(stream) as ReadableStream<Uint8Array>;
  return c.body(body, 200, {
    "content-type": file.type,
    "content-disposition": `attachment; filename="${file.name}"`,
    "cache-control": "private, no-store",
    "x-content-type-options": "nosniff",
  });
}
