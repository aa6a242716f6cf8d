import { once } from "node:events";
import { type AddressInfo, connect } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { MemberData } from "#app/api-client/accounts.server.ts";
import { createWebRequest } from "#tests/setup/api/web-request.ts";
import { PageCache } from "./page-cache.ts";
import { createPageServer } from "./page-server.ts";

const SECURITY = { imageOrigins: [], formOrigins: [], isHttps: false, isDevelopment: false };
const HTML = "<!doctype html><p>kept</p>";
const BROKEN = "broken@example.com";

const pageCache = new PageCache(SECURITY);
/** The profile that the API returns for the session; null if the API fails. */
let profile: object | null = null;
const toWebRequest = () =>
  createWebRequest(async ({ url }) => {
    if (url.endsWith("/settings")) {
      return Response.json({ status: "OK", payload: { features: ["profile_extras"] } });
    }
    if (!profile) throw new Error("the API is away");
    const headers = { "set-cookie": "promptory_session=next; path=/" };
    return Response.json({ status: "OK", payload: profile }, { headers });
  });
const pages = { pageCache, toWebRequest };
const server = createPageServer({}, (_request, response) => response.end("listener"), pages);
let port = 0;

beforeAll(async () => {
  for (const key of ["notice /en", "/en", "notice /de", "notice /fr"]) {
    const headers = { "content-type": "text/html; charset=utf-8" };
    const render = async () => ({ response: new Response(null, { headers }), html: HTML });
    await pageCache.fill(key, { nonce: "n", render });
  }
  const toMemberPage = (html: Buffer) => (member: MemberData) => {
    if (member.user?.email === BROKEN) throw new Error("this account cannot be rendered");
    return Buffer.from(`${html}<p>${member.user?.email} ${member.favorites}</p>`);
  };
  const forMembers = { toMemberPage, ownable: { id: "9", slug: "a-product" } };
  const headers = { "content-type": "text/html; charset=utf-8" };
  const render = async () => ({
    response: new Response(null, { headers }),
    html: HTML,
    forMembers,
  });
  await pageCache.fill("notice /en/products/a-product", { nonce: "n", render });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  port = (server.address() as AddressInfo).port;
});
afterAll(() => server.close());

/** Sends the lines unchanged and returns the whole response. */
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
    [
      "a guest from a newsletter",
      "/en?utm_source=mail&mc_eid=%",
      ["Referer: https://mail.example/"],
    ],
  ])("is sent to %s without the listener", async (_name, path, headers) => {
    const response = await get(path, ...headers);
    expect(response).toMatch(/^HTTP\/1.1 200 /);
    expect(response.toLowerCase()).toContain(`content-length: ${HTML.length}`);
    expect(response).toContain("content-security-policy");
    expect(response.endsWith(HTML)).toBe(true);
  });

  it("is not sent again to those who have it", async () => {
    const [, etag] = /etag: (.*)\r\n/i.exec(await get("/en")) ?? [];
    for (const path of ["/en", "/en?fbclid=x"]) {
      const response = await get(path, `If-None-Match: ${etag}`);
      expect(response).toMatch(/^HTTP\/1.1 304 /);
      expect(response).not.toContain("kept");
    }
  });

  it.each([
    ["a path that is not normalized", "/de/../en", []],
    ["another host in the path", "//shop.example/en", []],
    ["an address with its host", "http://shop.example/en", []],
    ["a file", "/en.txt", []],
    ["a parameter of another page", "/en?utm_source=mail&again=7", []],
    ["a member of a page without places", "/en", ["Cookie: promptory_session=x"]],
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

describe("a kept page of a member", () => {
  const path = "/en/products/a-product";
  const session = "Cookie: promptory_session=x";
  const member = { id: 7, email: "buyer@example.com", balance: "12.50", is_email_verified: true };
  const known = { ...member, favorite_ids: [3, 5], owns_product: false };

  it.each([
    path,
    `${path}?utm_source=mail`,
  ])("is filled with what is theirs, for them alone, and their session goes on: %s", async (url) => {
    profile = known;
    const response = await get(url, session);
    expect(response).toMatch(/^HTTP\/1.1 200 /);
    expect(response.endsWith(`${HTML}<p>buyer@example.com 3,5</p>`)).toBe(true);
    const headers = response.toLowerCase();
    expect(headers).toContain("cache-control: private, no-store\r\n");
    expect(headers).toContain("set-cookie: promptory_session=next; path=/; httponly");
    expect(headers).toContain("vary: accept-encoding\r\n");
    expect(headers).toContain("content-security-policy");
    expect(headers).not.toContain("etag");
  });

  it("is compressed as the browser takes it", async () => {
    profile = known;
    for (const encoding of ["br", "gzip"]) {
      const headers = { cookie: "promptory_session=x", "accept-encoding": encoding };
      const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers });
      expect(response.headers.get("content-encoding")).toBe(encoding);
      expect(await response.text()).toBe(`${HTML}<p>buyer@example.com 3,5</p>`);
    }
  });

  it.each([
    ["who owns its product", { ...known, owns_product: true }],
    ["as whom the staff sees the shop", { ...known, viewed_until: 4_000_000_000 }],
    ["whom the API cannot name", null],
  ])("is left to the listener for one %s", async (_name, said) => {
    profile = said;
    expect(await get(path, session)).toContain("listener");
  });

  it("is left to the listener when it cannot be filled", async () => {
    profile = { ...known, email: BROKEN };
    expect(await get(path, session)).toContain("listener");
  });

  it("is left to the listener where nothing fills it", async () => {
    profile = known;
    const bare = createPageServer({}, (_request, response) => response.end("listener"), {
      pageCache,
      toWebRequest: null,
    });
    bare.listen(0, "127.0.0.1");
    await once(bare, "listening");
    const { port: barePort } = bare.address() as AddressInfo;
    const headers = { cookie: "promptory_session=x" };
    const response = await fetch(`http://127.0.0.1:${barePort}${path}`, { headers });
    expect(await response.text()).toBe("listener");
    bare.close();
  });
});
