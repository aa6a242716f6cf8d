import { INTERNAL_HEADER } from "#api/http/client-ip.ts";
import type { ApiAgent } from "./api-agent.ts";
import { toDocumentedFetch } from "./documented.ts";
import type { TestApi } from "./test-api.ts";

const BOUNDARY = "a-boundary";
/** A form that every route can parse. */
const FORM = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="media"; filename="a.csv"\r\n\r\na\r\n--${BOUNDARY}--\r\n`;

/**
 * Begins a writing request of `agent`. Resolves when the server is waiting for the body (JSON, or a
 * form with a file), before any of it is sent. `finish` sends it and resolves to the response.
 */
export async function beginRequest(
  test: TestApi,
  agent: ApiAgent,
  {
    method,
    path,
    isForm = false,
    body = {},
  }: { method: string; path: string; isForm?: boolean; body?: unknown },
): Promise<{ finish(): Promise<Response> }> {
  const { appUrl, internalToken } = test.deps.config;
  const bytes = new TextEncoder().encode(isForm ? FORM : JSON.stringify(body));
  let send = () => {};
  const sent = new Promise<void>((resolve) => {
    send = resolve;
  });
  let begin = () => {};
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const stream = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        begin();
        await sent;
        controller.enqueue(bytes);
        controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  const init: RequestInit & { duplex: "half" } = {
    method,
    headers: {
      "content-type": isForm ? `multipart/form-data; boundary=${BOUNDARY}` : "application/json",
      "content-length": String(bytes.byteLength),
      cookie: agent.cookieHeader,
      "x-xsrf-token": decodeURIComponent(agent.cookies.get("XSRF-TOKEN") ?? ""),
      origin: appUrl,
      referer: `${appUrl}/`,
      "x-forwarded-for": agent.ip,
      [INTERNAL_HEADER]: internalToken,
    },
    body: stream,
    duplex: "half",
  };
  const response = Promise.resolve(toDocumentedFetch(test.api)(new Request(appUrl + path, init)));
  // A request that is rejected before its body is read gets its response immediately.
  await Promise.race([begun, response]);
  return {
    finish: () => {
      send();
      return response;
    },
  };
}
