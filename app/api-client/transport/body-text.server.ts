/**
 * Reads a response's body as text; null above `bytesMax`, after which it stops reading. Throws any
 * error of the body stream: a dropped connection, bad gzip, a timeout.
 */
export async function readBodyText(response: Response, bytesMax: number): Promise<string | null> {
  if (!response.body) return "";
  const reader = response.body.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    size += part.value.byteLength;
    if (size > bytesMax) {
      await reader.cancel();
      return null;
    }
    chunks.push(part.value);
  }
  return new TextDecoder().decode(Buffer.concat(chunks, size));
}

/**
 * The same response, whose body stream fails after `bytesMax`: an endless file must not be streamed
 * forever.
 */
export function limitBody(response: Response, bytesMax: number): Response {
  if (!response.body) return response;
  let size = 0;
  const limiter = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      size += chunk.byteLength;
      if (size > bytesMax) controller.error(new Error(`the file has more than ${bytesMax} bytes`));
      else controller.enqueue(chunk);
    },
  });
  return new Response(response.body.pipeThrough(limiter), response);
}
