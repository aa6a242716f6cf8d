import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { pino } from "pino";
import { afterEach, expect, it } from "vitest";
import { serveMetrics } from "./metrics-server.ts";

const log = pino({ level: "silent" });
const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

async function serve(token: string | null, read = async () => "up 1\n") {
  const settings = { port: 0, host: "127.0.0.1", token };
  const server = await serveMetrics({ settings, read, log });
  servers.push(server);
  const { port } = server.address() as AddressInfo;
  const get = (path: string, init?: RequestInit) => fetch(`http://127.0.0.1:${port}${path}`, init);
  return { port, get };
}

it("serves the metrics, and nothing else", async () => {
  const { get } = await serve(null);
  const response = await get("/metrics");
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toContain("version=0.0.4");
  expect(await response.text()).toBe("up 1\n");
  expect((await get("/")).status).toBe(404);
  expect((await get("/metrics", { method: "POST" })).status).toBe(405);
});

it("serves them only to requests with the token, if there is one", async () => {
  const { get } = await serve("a-token-of-24-characters");
  const send = async (authorization?: string) =>
    (await get("/metrics", { headers: authorization ? { authorization } : {} })).status;
  expect(await send()).toBe(401);
  expect(await send("Bearer a-token-of-24-character")).toBe(401);
  expect(await send("Basic a-token-of-24-characters")).toBe(401);
  expect(await send("Bearer a-token-of-24-characters")).toBe(200);
});

it("says 500 when they cannot be read, and rejects a port that is taken", async () => {
  const { get, port } = await serve(null, () => Promise.reject(new Error("broken")));
  expect((await get("/metrics")).status).toBe(500);
  const settings = { port, host: "127.0.0.1", token: null };
  await expect(serveMetrics({ settings, read: async () => "", log })).rejects.toMatchObject({
    message: expect.stringContaining(`METRICS_PORT: port ${port} is taken`),
    cause: { code: "EADDRINUSE" },
  });
});
