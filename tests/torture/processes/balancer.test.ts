import { once } from "node:events";
import { createServer, type IncomingMessage, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { afterEach, expect, it } from "vitest";
import { REDIRECT_LENGTH_MAX } from "#domain/redirects.ts";
import { LOCATION_LENGTH_MAX } from "#server/http/limits.ts";
import { type Balancer, startBalancer } from "#tests/setup/servers/nginx.ts";

// The load balancer of docs/operations.md in front of two processes that respond as the shop may:
// slowly, with 503, or not at all any more.

/**
 * The page of a guest who adds a favourite, with a long address: on the way to the sign-in and
 * back, each of its percent signs is encoded again, and a cookie contains the address too.
 */
const LONG_PATH = `/uk/products?search=${"%D0%B6".repeat(300)}`.slice(0, REDIRECT_LENGTH_MAX);
const LONG_HEADERS = {
  location: `/uk/login?redirect=${encodeURIComponent(LONG_PATH)}`,
  "set-cookie": `pending_favorite=${btoa(JSON.stringify({ product: "product-1", from: LONG_PATH }))}`,
};

/** The longest address that a redirect may have, beside cookies; `fetch` gives up on more. */
const LONGEST_HEADERS = {
  location: `/en?${"a".repeat(LOCATION_LENGTH_MAX - 4)}`,
  "set-cookie": ["one", "two"].map((name) => `${name}=${"a".repeat(3_500)}`),
};
const BEHIND_LIMIT_BYTES = 26 * 1024 * 1024;

/** Longer than nginx waits for a response by default. */
const SLOW_MS = 62_000;

let balancer: Balancer;
let processes: Server[] = [];
/** The status of each process, by index. */
let readiness: number[];

async function start(): Promise<void> {
  readiness = [200, 200];
  processes = readiness.map((_status, index) =>
    createServer(async (request, response) => {
      if (request.url === "/slow") await wait(SLOW_MS);
      if (request.url === "/longest") response.writeHead(303, LONGEST_HEADERS);
      else if (request.url === "/long") response.writeHead(303, LONG_HEADERS);
      else if (Number(request.headers["content-length"]) > BEHIND_LIMIT_BYTES) {
        response.writeHead(413, { connection: "close" });
        response.end(`${request.method} ${request.url} of ${request.headers.host} is too large`);
        return;
      } else
        response.statusCode = request.url?.startsWith("/readyz") ? (readiness[index] ?? 0) : 200;
      response.end("responded");
    }),
  );
  for (const server of processes) {
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  }
  balancer = await startBalancer(processes.map((server) => (server.address() as AddressInfo).port));
}

afterEach(async () => {
  await balancer.stop();
  for (const server of processes) server.close();
});

const get = async (path: string) => (await fetch(balancer.url + path)).status;

async function readMany(count: number): Promise<number[]> {
  const statuses: number[] = [];
  for (let turn = 0; turn < count; turn++) statuses.push(await get("/en"));
  return [...new Set(statuses)];
}

it("waits for slow responses, and asks the processes for others meanwhile", async () => {
  await start();
  const slow = Array.from({ length: 4 }, async () => {
    const response = await fetch(`${balancer.url}/slow`, { method: "POST" });
    return response.status;
  });
  const isOver = Promise.all(slow).then(() => true);
  while (!(await Promise.race([isOver, wait(500, false)]))) {
    expect(await readMany(4), balancer.errors()).toEqual([200]);
  }
  expect(await Promise.all(slow)).toEqual([200, 200, 200, 200]);
  expect(await readMany(20)).toEqual([200]);
  expect(balancer.errors()).toBe("");
});

it("passes on redirects with a long address, and the cookie beside it", async () => {
  await start();
  const response = await fetch(`${balancer.url}/long`, { redirect: "manual" });
  expect(response.status, balancer.errors()).toBe(303);
  expect(response.headers.get("location")).toBe(LONG_HEADERS.location);
  expect(balancer.errors()).toBe("");
});

it("takes no process for broken that sends the longest headers", async () => {
  await start();
  for (let turn = 0; turn < 4; turn++) {
    const response = await fetch(`${balancer.url}/longest`, { redirect: "manual" });
    expect(response.status, balancer.errors()).toBe(303);
    expect(response.headers.get("location")).toBe(LONGEST_HEADERS.location);
  }
  expect(await readMany(10), balancer.errors()).toEqual([200]);
});

it("keeps no body on its disk that no screen would take", async () => {
  await start();
  const body = new Uint8Array(BEHIND_LIMIT_BYTES);
  for (const path of ["/en/login", "/api/login", "/en/staff/orders?page=2"]) {
    const response = await fetch(balancer.url + path, { method: "POST", body });
    expect(response.status).toBe(413);
    // The process's response to a request of this length, whose body it never gets.
    const { host } = new URL(balancer.url);
    expect(await response.text()).toBe(`POST ${path} of ${host} is too large`);
  }
  expect(await readMany(10), balancer.errors()).toEqual([200]);
});

it.each([
  "/api/staff/imports",
  "/en/staff/imports",
  "/pt-br/staff/imports.data",
])("passes on %s as it arrives", async (path) => {
  await start();
  const { port } = new URL(balancer.url);
  const upload = request({ port, path, method: "POST" });
  upload.write("the start of an import");
  // A process that rejects the upload responds before the rest of it is sent.
  const [response] = (await once(upload, "response")) as [IncomingMessage];
  expect(response.statusCode).toBe(200);
  upload.destroy();
});

it("takes nothing out when somebody looks at /readyz while the database is away", async () => {
  await start();
  readiness = [503, 503];
  expect(await Promise.all([get("/readyz"), get("/readyz"), get("/readyz")])).toEqual([
    503, 503, 503,
  ]);
  expect(await readMany(10), balancer.errors()).toEqual([200]);
});

it("leaves one that is gone at once", async () => {
  await start();
  const [gone] = processes;
  const closed = new Promise((resolve) => gone?.close(resolve));
  gone?.closeAllConnections();
  await closed;
  expect(await readMany(50), balancer.errors()).toEqual([200]);
  const attempts = balancer.errors().split("\n").filter(Boolean);
  expect(attempts.length).toBeLessThan(5);
});
