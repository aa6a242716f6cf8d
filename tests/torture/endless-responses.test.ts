import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type RunningProduct, startProduct } from "#tests/setup/product/running-product.ts";
import { measureAttack, report } from "./measure.ts";

// A shop in front of an API whose responses and files never end: both the bytes that it reads and
// the memory that it holds are bounded.

const MEMORY_MB_MAX = 50;
const VISITORS = 6;
/** Per page: the circuit breaker lets only a few of many requests through. */
const ROUNDS = 10;
const PATHS = ["/en", "/en/products", "/de/products/a", "/en/contact-us", "/en/dashboard"];
const DOWNLOAD = "/en/dashboard/orders/1/download";
const SESSION = "shop_session=s; XSRF-TOKEN=t";
const MEMBER = { email: "a@b.test", balance: 0 };
/** The memory limits that `npm start` and the container image set. */
const AS_STARTED = {
  NODE_OPTIONS: "--max-semi-space-size=8 --max-old-space-size=256",
  MALLOC_ARENA_MAX: "2",
};
const CHUNK = Buffer.alloc(64 * 1024, "A");

let isEndless = false;
let sentBytes = 0;
const api = createServer((request, response) => {
  request.resume();
  const { pathname } = new URL(request.url ?? "/", "http://api.test");
  if (pathname.endsWith("/download")) return sendForever(response, "application/zip", "PK");
  const type = "application/json";
  // Only a member may download, so the profile's response is complete.
  if (pathname === "/api/user/profile") {
    return void response
      .writeHead(200, { "content-type": type })
      .end(JSON.stringify({ status: "OK", payload: MEMBER }));
  }
  if (isEndless) return sendForever(response, type, '{"status":"OK","data":[{"title":"');
  response.writeHead(404, { "content-type": type }).end('{"message":"Not found."}');
});

function sendForever(response: ServerResponse, type: string, start: string): void {
  response.writeHead(200, { "content-type": type });
  response.write(start);
  const more = () => {
    do sentBytes += CHUNK.length;
    while (!response.destroyed && response.write(CHUNK));
  };
  response.on("drain", more);
  more();
}

let shop: RunningProduct;
beforeAll(async () => {
  await new Promise<void>((resolve) => api.listen(0, "127.0.0.1", resolve));
  const { port } = api.address() as AddressInfo;
  shop = await startProduct({
    env: { API_URL: `http://127.0.0.1:${port}/api`, LOG_LEVEL: "silent", ...AS_STARTED },
  });
  // Code is compiled on its first run, and those allocations stay: they must not be measured.
  for (let time = 0; time < 20; time++) await readAll();
});
afterAll(async () => {
  await shop.remove();
  api.closeAllConnections();
  await new Promise((resolve) => api.close(resolve));
});

const load = (path: string, signal?: AbortSignal) =>
  fetch(shop.url + path, { headers: { cookie: SESSION }, redirect: "manual", signal });
const read = async (path: string) => {
  const response = await load(path);
  await response.arrayBuffer().catch(() => null);
  return response.status;
};
const readAll = () => Promise.all(PATHS.map((path) => read(path)));

it("adds less than 50 MB while pages are read", async () => {
  isEndless = true;
  const statuses = new Set<number>();
  const { blockedMs, addedMb, peakMb } = await measureAttack(shop, async () => {
    const visitors = Array.from({ length: VISITORS }, async (_visitor, nth) => {
      for (let round = 0; round < ROUNDS; round++) {
        for (const path of PATHS) {
          // Never a cached page.
          statuses.add(await read(`${path}?q=${nth}-${round}`));
        }
      }
    });
    await Promise.all(visitors);
  });
  report(`${VISITORS * ROUNDS * PATHS.length} pages, ${sentBytes / 1e6} MB sent to the shop`, {
    ...{ "ms blocked": blockedMs, "MB added": addedMb, "MB at most": peakMb },
  });
  isEndless = false;
  expect([...statuses].filter((status) => ![200, 302, 404, 502, 503].includes(status))).toEqual([]);
  expect(peakMb).toBeLessThan(MEMORY_MB_MAX);
});

it("adds less than 50 MB while files are downloaded, also by those who do not read them", async () => {
  sentBytes = 0;
  const { blockedMs, addedMb, peakMb } = await measureAttack(shop, async () => {
    const slow = Array.from({ length: VISITORS }, async () => {
      const end = new AbortController();
      expect((await load(DOWNLOAD, end.signal)).status).toBe(200);
      return end;
    });
    const ends = await Promise.all(slow);
    expect(await read(DOWNLOAD)).toBe(200);
    for (const end of ends) end.abort();
  });
  report(`${VISITORS + 1} downloads, ${sentBytes / 1e6} MB sent to the shop`, {
    ...{ "ms blocked": blockedMs, "MB added": addedMb, "MB at most": peakMb },
  });
  expect(sentBytes).toBeGreaterThan(64_000_000);
  expect(peakMb).toBeLessThan(MEMORY_MB_MAX);
});
