import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createPageServer } from "./direct.ts";
import { PageCache } from "./page-cache.ts";

const SECURITY = { imageOrigins: [], formOrigins: [], isHttps: false, isDevelopment: false };
const HTML = "<!doctype html><p>kept</p>";

const pageCache = new PageCache(SECURITY);
const server = createPageServer({}, (_request, response) => response.end("listener"), pageCache);
let port = 0;

beforeAll(async () => {
  for (const key of ["notice /en", "/en", "notice /de", "notice /fr"]) {
    const headers = { "content-type": "text/html; charset=utf-8" };
    const render = async () => ({ response: new Response(null, { headers }), html: HTML });
    await pageCache.fill(key, { nonce: "n", render });
  }
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  port = (server.address() as AddressInfo).port;
});
afterAll(() => server.close());

/** Sends the lines as they are and returns all that comes back. */
async function send(...lines: string[]): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  socket.end([...lines, "Connection: close", "", ""].join("\r\n"));
  let text = "";
  for await (const chunk of socket) text += chunk;
  return text;
}
const get = (path: string, ...headers: string[]) =>
  send(`GET ${path} HTTP/1.1`, "Host: shop.example", ...headers);

describe("a kept page", () => {
  it.each([
    ["a guest", "/en", []],
    ["a guest who chose about cookies", "/en", ["Cookie: cookies-consent=all"]],
    ["a guest on the way within a language", "/en", ["Referer: http://shop.example/en/products"]],
  ])("is sent to %s without the listener", async (_name, path, headers) => {
    const response = await get(path, ...headers);
    expect(response).toMatch(/^HTTP\/1.1 200 /);
    expect(response.toLowerCase()).toContain(`content-length: ${HTML.length}`);
    expect(response).toContain("content-security-policy");
    expect(response.endsWith(HTML)).toBe(true);
  });

  it("is not sent again to those who have it", async () => {
    const [, etag] = /etag: (.*)\r\n/i.exec(await get("/en")) ?? [];
    const response = await get("/en", `If-None-Match: ${etag}`);
    expect(response).toMatch(/^HTTP\/1.1 304 /);
    expect(response).not.toContain("kept");
  });

  it.each([
    ["a path that is not normalized", "/de/../en", []],
    ["another host in the path", "//shop.example/en", []],
    ["an address with its host", "http://shop.example/en", []],
    ["a file", "/en.txt", []],
    ["a member", "/en", ["Cookie: promptory_session=x"]],
    ["somebody with a message", "/en", ["Cookie: toast=x"]],
    ["a choice of language", "/de", ["Referer: http://shop.example/en"]],
    ["a body", "/en", ["Content-Length: 2"]],
    ["a body of unknown length", "/en", ["Transfer-Encoding: chunked"]],
    ["too many headers", "/en", Array.from({ length: 101 }, (_, index) => `X-${index}: 1`)],
    ["a compression that has yet to be made", "/fr", ["Accept-Encoding: br"]],
  ])("is left to the listener for %s", async (_name, path, headers) => {
    expect(await get(path, ...headers)).toContain("listener");
  });

  it.each(["HEAD", "POST", "PUT", "OPTIONS"])("is left to the listener for %s", async (method) => {
    const response = await send(`${method} /en HTTP/1.1`, "Host: a", "Content-Length: 0");
    expect(response).toMatch(/^HTTP\/1.1 200 /);
    expect(response).not.toContain("kept");
  });

  it("leaves connections that end to the response's own header", async () => {
    server.prependOnceListener("request", (_request, response) => {
      response.setHeader("connection", "close");
    });
    const response = await fetch(`http://127.0.0.1:${port}/en`, {
      headers: { "accept-encoding": "identity" },
    });
    expect(response.headers.get("connection")).toBe("close");
    expect(await response.text()).toBe(HTML);
  });
});
