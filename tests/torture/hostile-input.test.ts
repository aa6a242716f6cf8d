import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ApiAgent } from "#tests/setup/api/api-agent.ts";
import { openRaw, type RawConnection, sendRaw, statusOf } from "#tests/setup/api/raw-client.ts";
import { type RunningProduct, startProduct } from "#tests/setup/product/running-product.ts";
import { freePort } from "#tests/setup/servers/free-port.ts";
import { createVerificationForm, fileOf } from "#tests/verification-factories.ts";
import { measureAttack, report } from "./measure.ts";

// The impact of one hostile client on all others: how long hostile requests delay /healthz, how
// much memory they add to the process, and when clients that never finish are disconnected. The
// figures are printed; the test fails on a wrong response, growing memory or a client that stays.

const MEMORY_MB_MAX = 50;
/**
 * While the largest pictures are decoded; with the decoder's cache it was 720 after six of them.
 */
const IMAGES_MB_MAX = 300;
const GONE_TIMEOUT_MS = 30_000;
/** Forms with files that are held at the same time, and the memory left after reading them. */
const HELD_MB_MAX = 120;
const FORM = "Content-Type: application/x-www-form-urlencoded";
const MULTIPART = "Content-Type: multipart/form-data; boundary=----------------------------x";

let product: RunningProduct;
let host: string;
beforeAll(async () => {
  product = await startProduct({
    env: { SEED_DEMO: "0", LOG_LEVEL: "warn" },
    port: await freePort(),
  });
  host = new URL(product.url).host;
  // Code is compiled on its first run, and those allocations stay: they must not be measured.
  for (const path of ["/en", "/en/login", "/en/products", "/api/products"]) {
    for (let time = 0; time < 20; time++) await fetch(product.url + path);
  }
});
afterAll(() => product.remove());

const measure = (attack: () => Promise<void>) => measureAttack(product, attack);

/** Registers a new member and returns their browser. */
async function register(): Promise<ApiAgent> {
  const agent = new ApiAgent(fetch, { appUrl: product.url });
  const password = "a long sentence as password";
  const email = `maker-${crypto.randomUUID()}@example.com`;
  const account = { email, password, password_confirmation: password, terms: true };
  expect((await agent.post("/api/register", account)).status).toBe(201);
  return agent;
}

const request = (method: string, path: string, headers: readonly string[], body = "") =>
  [`${method} ${path} HTTP/1.1`, `Host: ${host}`, "Connection: close", ...headers, "", body].join(
    "\r\n",
  );
const get = (path: string, ...headers: string[]) => request("GET", path, headers);
const post = (path: string, type: string, body: string) =>
  request("POST", path, [type, `Content-Length: ${Buffer.byteLength(body)}`], body);

/** Repeats `part` up to `bytes`. */
const fill = (part: string, bytes: number) => part.repeat(Math.floor(bytes / part.length));
const MB = 1_000_000;
/** Composing these takes seconds, if it is done at all. */
const ACCENTS = fill("\u0300\u0316", 120_000);
const PART =
  '------------------------------x\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n';

describe("1 MB of a hostile form", () => {
  const JSON_TYPE = "Content-Type: application/json";
  it.each([
    ["a list of empty values, to the API", "/api/newsletter/subscribe", FORM, fill("a[]&", MB)],
    ["a list of values, to no route", "/api/nope", FORM, fill("a[]=1&", MB)],
    ["one name again and again", "/api/contact", FORM, fill("a=1&", MB)],
    ["one long name", "/api/contact", FORM, fill("a[b]", MB)],
    ["percent signs", "/api/contact", FORM, `a=${fill("%", MB)}`],
    ["brackets in JSON", "/api/contact", JSON_TYPE, `{"a":${fill("[", MB)}`],
    ["a long list in JSON", "/api/contact", JSON_TYPE, `{"a":[${fill("[],", MB)}1]}`],
    ["many parts, to the API", "/api/user/verification", MULTIPART, fill(PART, MB)],
    ["a list, to a screen", "/en/login", FORM, fill("a[]&", MB)],
    ["one name, to a screen", "/en/newsletter", FORM, fill("email=a&", MB)],
    ["a long name, to a screen", "/en/login", FORM, `a${fill("[b]", MB)}=1`],
    ["many parts, to a screen", "/en/contact-us", MULTIPART, fill(PART, MB)],
    ["accents in a password, to a screen", "/en/register", FORM, `password=${ACCENTS}`],
    ["a long e-mail address, to a screen", "/en/login", FORM, `email=${fill("a.", MB)}&password=x`],
  ])("(%s) is rejected at once", async (name, path, type, body) => {
    let status = 0;
    const { blockedMs, addedMb } = await measure(async () => {
      for (let time = 0; time < 5; time++) {
        status = statusOf(await sendRaw(product.url, post(path, type, body)));
      }
    });
    report(`5 forms: ${name} -> ${status}`, { "ms blocked": blockedMs, "MB added": addedMb });
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(500);
  });
});

describe("16 KB of headers", () => {
  const ALMOST = 15_500;
  it.each([
    ["Accept-Language", () => get("/", `Accept-Language: ${fill("de-a,", ALMOST)}en`)],
    [
      "Accept-Language with weights",
      () => get("/", `Accept-Language: ${fill("x;q=0.1,", ALMOST)}en`),
    ],
    ["Cookie", () => get("/en", `Cookie: ${fill("a=1; ", ALMOST)}b=2`)],
    [
      "Cookie of a broken session",
      () => get("/en", `Cookie: promptory_session=${fill("%25", ALMOST)}`),
    ],
    ["Accept-Encoding", () => get("/en", `Accept-Encoding: ${fill("br;q=0,", ALMOST)}gzip`)],
    ["styles", () => get(`/en/products?${fill("style=s1&", ALMOST)}`)],
    ["categories", () => get(`/en/products?category=${fill("a,", ALMOST)}`)],
    ["parameters", () => get(`/en/products?${fill("a&", ALMOST)}`)],
    ["parameters of the API", () => get(`/api/products?${fill("style_slugs=a&", ALMOST)}`)],
    ["a redirect", () => get(`/en/login?redirect=/${fill("x", ALMOST)}`)],
    ["a path", () => get(`/en/${fill("a/", ALMOST)}`)],
    ["a search", () => get(`/en/products?search=${fill("%C3%BC", ALMOST)}`)],
    ["more than 16 KB", () => get("/en", `Cookie: ${fill("a=1; ", 120_000)}`)],
    ["3,000 headers", () => get("/en", ...Array.from({ length: 3_000 }, () => "a:1"))],
  ])("(%s) cost little", async (name, make) => {
    let response = "";
    const { blockedMs, addedMb } = await measure(async () => {
      for (let time = 0; time < 10; time++) response = await sendRaw(product.url, make());
    });
    const status = statusOf(response);
    const kb = response.length / 1024;
    report(`10 requests: ${name} -> ${status}`, {
      "ms blocked": blockedMs,
      "MB added": addedMb,
      "KB of responses": kb,
    });
    expect(status).toBeGreaterThanOrEqual(200);
    expect(status).toBeLessThan(500);
    expect(kb).toBeLessThan(300);
  });
});

describe("pictures as large as they may be", () => {
  /** 40 megapixels; 20 if the decoder must hold the whole image. */
  const SIDE_PX = 6_324;
  const WHOLE_SIDE_PX = 4_472;
  const plain = (channels: 3 | 4, sidePx = SIDE_PX) =>
    sharp({ create: { width: sidePx, height: sidePx, channels, background: "#c2311a" } });
  it.each([
    ["PNG", () => plain(4).png().toBuffer()],
    ["interlaced PNG", () => plain(4, WHOLE_SIDE_PX).png({ progressive: true }).toBuffer()],
    ["progressive JPEG", () => plain(3, WHOLE_SIDE_PX).jpeg({ progressive: true }).toBuffer()],
    ["turned JPEG", () => plain(3).withMetadata({ orientation: 6 }).jpeg().toBuffer()],
    [
      "WebP without loss",
      () => plain(4, WHOLE_SIDE_PX).webp({ lossless: true, effort: 0 }).toBuffer(),
    ],
  ])("(%s) are decoded one after the other, beside everything else", async (name, paint) => {
    const scan = await paint();
    const agent = await register();
    const file = () => fileOf(scan, "scan");
    const form = () =>
      createVerificationForm({
        document_front: file(),
        document_back: file(),
        address_document: file(),
      });
    const statuses: number[] = [];
    const { blockedMs, peakMb } = await measure(async () => {
      const sent = [await form(), await form()].map((body) =>
        agent.post("/api/user/verification", body),
      );
      for (const { status } of await Promise.all(sent)) statuses.push(status);
    });
    report(`6 scans: ${name}`, { "ms blocked": blockedMs, "MB added at most": peakMb });
    // One verification at a time: the second is sent while the first is under review.
    expect(statuses.toSorted()[0]).toBe(200);
    expect(peakMb).toBeLessThan(IMAGES_MB_MAX);
  });
});

it("20 unfinished uploads of a guest are let go, unread", async () => {
  const chunk = Buffer.alloc(19 * MB, "x");
  let connections: RawConnection[] = [];
  const startedAt = performance.now();
  const { blockedMs, addedMb } = await measure(async () => {
    connections = Array.from({ length: 20 }, (_, at) => {
      const path = at % 2 ? "/en/dashboard/verification" : "/en/dashboard/offers/create";
      const head = `POST ${path} HTTP/1.1\r\nHost: ${host}\r\n${MULTIPART}\r\nTransfer-Encoding: chunked\r\n\r\n`;
      const connection = openRaw(product.url, head);
      connection.socket.write(`${(chunk.length + 1).toString(16)}\r\n`);
      connection.socket.write(chunk);
      return connection;
    });
    await Promise.all(connections.map(({ closed }) => closed));
  });
  const seconds = (performance.now() - startedAt) / 1000;
  report("20 unfinished uploads of 19 MB", {
    "ms blocked": blockedMs,
    "MB added": addedMb,
    "s until they are gone": seconds,
  });
  expect(connections.map(({ received }) => statusOf(received()))).toEqual(Array(20).fill(302));
  expect(addedMb).toBeLessThan(MEMORY_MB_MAX);
});

it("60 unfinished uploads of a member wait in their sockets, but for a few", async () => {
  const { cookieHeader } = await register();
  const chunk = Buffer.alloc(18 * MB, "x");
  const head = [
    "POST /en/dashboard/verification HTTP/1.1",
    `Host: ${host}`,
    `Origin: ${product.url}`,
    `Cookie: ${cookieHeader}`,
    MULTIPART,
    `Content-Length: ${chunk.length + 100}`,
  ].join("\r\n");
  let sent: RawConnection[] = [];
  const { blockedMs, peakMb } = await measure(async () => {
    sent = Array.from({ length: 60 }, () => openRaw(product.url, `${head}\r\n\r\n`));
    for (const { socket } of sent) socket.write(chunk);
    await Promise.race(sent.map(({ closed }) => closed));
  });
  report("60 unfinished uploads of 18 MB", { "ms blocked": blockedMs, "MB added at most": peakMb });
  for (const { socket } of sent) socket.destroy();
  // The same member's waiting requests are disconnected.
  expect(sent.map(({ received }) => statusOf(received())).filter(Boolean)).toContain(503);
  expect(peakMb).toBeLessThan(HELD_MB_MAX);
});

it("slow clients are gone in time", async () => {
  const slow = (head: string, drip: string, count: number) =>
    Array.from({ length: count }, () => {
      const connection = openRaw(product.url, head);
      const dripping = setInterval(() => connection.socket.write(drip), 1_000);
      void connection.closed.then(() => clearInterval(dripping));
      connection.socket.once("close", () => clearInterval(dripping));
      return connection.closed;
    });
  const silent = () => Array.from({ length: 100 }, () => openRaw(product.url).closed);
  const body = (path: string) =>
    `POST ${path} HTTP/1.1\r\nHost: ${host}\r\n${FORM}\r\nContent-Length: 5000\r\n\r\n`;
  const kinds: Record<string, Promise<void>[]> = {
    "silent connections": silent(),
    "slow headers": slow(`GET /en HTTP/1.1\r\nHost: ${host}\r\nX: `, "x", 100),
    "slow bodies of a screen": slow(body("/en/login"), "a", 50),
    "slow bodies of the API": slow(body("/api/contact"), "a", 50),
    "slow uploads of guests": slow(
      `POST /en/dashboard/verification HTTP/1.1\r\nHost: ${host}\r\n${MULTIPART}\r\nTransfer-Encoding: chunked\r\n\r\n`,
      "1\r\nx\r\n",
      50,
    ),
  };
  const startedAt = performance.now();
  for (const [name, connections] of Object.entries(kinds)) {
    const isLate = new Promise<"late">((resolve) => {
      setTimeout(resolve, GONE_TIMEOUT_MS - (performance.now() - startedAt), "late").unref();
    });
    const gone = Promise.all(connections).then(() => "gone" as const);
    const seconds = gone.then(() => (performance.now() - startedAt) / 1000);
    expect(await Promise.race([gone, isLate]), name).toBe("gone");
    report(`${connections.length} ${name}`, { "s at most until they are gone": await seconds });
  }
  expect(product.output()).not.toContain('"level":50');
});
