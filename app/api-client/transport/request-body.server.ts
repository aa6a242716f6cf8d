import { isRecord } from "#domain/json.ts";

/** A body that is streamed, whatever its size. */
export type StreamedBody = {
  stream: ReadableStream<Uint8Array>;
  contentType: string;
  timeoutMs: number;
};

/** True for a body that is a stream. */
export function isStreamed(body: unknown): body is Omit<StreamedBody, "timeoutMs"> {
  return isRecord(body) && body.stream instanceof ReadableStream;
}

/** The body to send: a form or a stream unchanged, anything else as JSON. */
export function toRequestBody(body: unknown): BodyInit | undefined {
  if (isStreamed(body)) return body.stream;
  return body === undefined || body instanceof FormData ? body : JSON.stringify(body);
}
