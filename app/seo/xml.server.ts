import { escapeHtml } from "#domain/escape-html.ts";

/** Characters that XML 1.0 cannot contain in any form. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones to be removed.
const IMPOSSIBLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/** Escapes text for an element or a quoted attribute. */
export function escapeXml(text: string): string {
  return escapeHtml(text.replace(IMPOSSIBLE, ""));
}

export const XML_HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n';
const CHUNK_LENGTH = 64 * 1024;

/**
 * A response whose body is generated on demand, as fast as it is read: long files need no memory.
 */
export function streamXml(pieces: Iterable<string>, headers: Record<string, string>): Response {
  const encoder = new TextEncoder();
  const iterator = pieces[Symbol.iterator]();
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      let chunk = "";
      while (chunk.length < CHUNK_LENGTH) {
        const next = iterator.next();
        if (next.done) {
          if (chunk) controller.enqueue(encoder.encode(chunk));
          controller.close();
          return;
        }
        chunk += next.value;
      }
      controller.enqueue(encoder.encode(chunk));
    },
  });
  return new Response(body, { headers });
}
