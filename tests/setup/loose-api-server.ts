import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createRandom } from "#tests/mocks/loosen.ts";
import { toLooseFetch } from "./loose-api.ts";

export type LooseApi = { url: string; close(): Promise<void> };

/** What a web tier sends that our own API, at another address, must see as its own site's. */
const PASSED = ["cookie", "content-type", "accept", "x-xsrf-token", "frontend-language"];

/** The API of the product at `target` as another team would have built it (loose-api.ts). */
export async function startLooseApi(target: string, seed: number): Promise<LooseApi> {
  const send = toLooseFetch((request) => fetch(request), createRandom(seed));
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(Buffer.from(chunk));
    const headers = new Headers();
    for (const name of PASSED) {
      const value = request.headers[name];
      if (typeof value === "string") headers.set(name, value);
    }
    if (request.headers.origin) {
      headers.set("origin", target);
      headers.set("referer", `${target}/`);
    }
    const body = chunks.length > 0 ? Buffer.concat(chunks) : undefined;
    const { method } = request;
    const upstream = await send(
      new Request(target + request.url, { method, headers, body, redirect: "manual" }),
    );
    const sent: Record<string, string | string[]> = {
      "content-type": upstream.headers.get("content-type") ?? "text/plain",
      "set-cookie": upstream.headers.getSetCookie(),
    };
    response.writeHead(upstream.status, sent);
    response.end(Buffer.from(await upstream.arrayBuffer()));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // It listens on a port, so this is an address of the network's.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
