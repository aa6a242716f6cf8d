import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";

export type ApiProxy = { url: string; close(): Promise<void> };

type Fetch = (request: Request) => Promise<Response>;

/**
 * Proxies another product's API as a remote one (API_URL), with some paths failing, to test what a
 * web tier does when part of its API is down. `wrap` may change requests and responses.
 */
export async function startApiProxy(
  target: string,
  isDown: { test(path: string): boolean },
  wrap: (fetch: Fetch) => Fetch = (fetch) => fetch,
): Promise<ApiProxy> {
  const send = wrap((request) => fetch(request));
  const server = createServer(async (request, response) => {
    const path = request.url ?? "/";
    if (isDown.test(path)) {
      response.writeHead(500, { "content-type": "application/json" });
      response.end(JSON.stringify({ message: "Server Error" }));
      return;
    }
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(Buffer.from(chunk));
    const headers = new Headers();
    for (const name of ["cookie", "content-type", "accept", "x-xsrf-token", "frontend-language"]) {
      const value = request.headers[name];
      if (typeof value === "string") headers.set(name, value);
    }
    // The target accepts requests from its own pages only.
    if (request.headers.origin) {
      headers.set("origin", target);
      headers.set("referer", `${target}/`);
    }
    const body = chunks.length > 0 ? Buffer.concat(chunks) : undefined;
    const { method } = request;
    const upstream = await send(
      new Request(target + path, { method, headers, body, redirect: "manual" }),
    );
    response.writeHead(upstream.status, {
      "content-type": upstream.headers.get("content-type") ?? "text/plain",
      "set-cookie": upstream.headers.getSetCookie(),
    });
    response.end(Buffer.from(await upstream.arrayBuffer()));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { url: `http://127.0.0.1:${portOf(server)}`, close: () => closeServer(server) };
}

function portOf(server: Server): number {
  // A server that listens on a port has an `AddressInfo`.
  return (server.address() as AddressInfo).port;
}

function closeServer(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}
