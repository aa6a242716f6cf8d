import pLimit from "p-limit";

/** Larger than most responses. */
const SMALL_BYTES = 128_000;
const LARGE_READS_MAX = 6;

const limitLargeReads = pLimit(LARGE_READS_MAX);

/**
 * Reads a response's body as text; stops reading above `bytesMax` and returns null. Throws any
 * error of the body stream: a dropped connection, bad gzip, a timeout.
 *
 * Pages read several responses at once, and there are many visitors. Therefore only six responses
 * at a time are read beyond 128 KB: a server whose responses never end cannot fill the memory.
 * While a response waits, the deadline of its request keeps running.
 */
export async function readBodyText(response: Response, bytesMax: number): Promise<string | null> {
  if (!response.body) return "";
  const reader = response.body.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  /** Reads up to `bytes` in total; false if there are more. */
  const readUpTo = async (bytes: number): Promise<boolean> => {
    while (size <= bytes) {
      const part = await reader.read();
      if (part.done) return true;
      size += part.value.byteLength;
      chunks.push(part.value);
    }
    return false;
  };
  const isSmall = await readUpTo(Math.min(SMALL_BYTES, bytesMax));
  if (isSmall || (await limitLargeReads(() => readUpTo(bytesMax)))) {
    return new TextDecoder().decode(Buffer.concat(chunks, size));
  }
  await reader.cancel();
  return null;
}

/**
 * The same response with a body stream that fails after `bytesMax`: an endless file must not be
 * streamed forever.
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

/**
 * The same response once its body has begun; null if it has no body or an empty one, as a 204 does.
 * Throws any error of the body stream before that.
 */
export async function orNullIfEmpty(response: Response): Promise<Response | null> {
  const reader = response.body?.getReader();
  let first = await reader?.read();
  while (first?.done === false && first.value.byteLength === 0) first = await reader?.read();
  if (!reader || !first || first.done) return null;
  const { value } = first;
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(value),
    async pull(controller) {
      const part = await reader.read();
      if (part.done) controller.close();
      else controller.enqueue(part.value);
    },
    cancel: (reason) => reader.cancel(reason),
  });
  return new Response(body, response);
}
