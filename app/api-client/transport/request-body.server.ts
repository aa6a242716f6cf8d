import { isRecord } from "./json.server.ts";

/** A body that is passed on as it comes, however large it is. */
export type StreamedBody = {
  stream: ReadableStream<Uint8Array>;
  contentType: string;
  timeoutMs: number;
};

/** True for a body that is a stream. */
export function isStreamed(body: unknown): body is Omit<StreamedBody, "timeoutMs"> {
  return isRecord(body) && body.stream instanceof ReadableStream;
}

/** What is sent of a body: a form or a stream as it is, anything else as JSON. */
export function toRequestBody(body: unknown): BodyInit | undefined {
  if (isStreamed(body)) return body.stream;
  return body === undefined || body instanceof FormData ? body : JSON.stringify(body);
}
