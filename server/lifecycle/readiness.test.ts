import { createServer } from "node:http";
import { afterEach, describe, expect, it, vi } from "vitest";
import { freePort } from "#tests/setup/servers/free-port.ts";
import { type Dependency, Readiness, remoteApi } from "./readiness.ts";

const works: Dependency = { name: "files", check: async () => {} };
const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
  vi.restoreAllMocks();
});

describe("readiness", () => {
  it("needs every dependency, and names the one that fails", async () => {
    const broken = { name: "database", check: async () => Promise.reject(new Error("is away")) };
    await new Readiness([works]).assertReady();
    await expect(new Readiness([works, broken]).assertReady()).rejects.toThrow("database: is away");
  });

  it("says of each dependency whether it is there, also while the process stops", async () => {
    const broken = { name: "database", check: async () => Promise.reject(new Error("is away")) };
    const readiness = new Readiness([works, broken]);
    const states = [
      { name: "files", isReady: true },
      { name: "database", isReady: false },
    ];
    expect(await readiness.listStates()).toEqual(states);
    readiness.stop();
    expect(await readiness.listStates()).toEqual(states);
  });

  it("does not wait for a stuck dependency, nor start a second check beside it", async () => {
    let count = 0;
    let finish = () => {};
    const stuck = {
      name: "disk",
      check: () => {
        count += 1;
        return new Promise<void>((resolve) => {
          finish = resolve;
        });
      },
    };
    const readiness = new Readiness([works, stuck], { deadlineMs: 20, resultMs: 0 });
    const asked = [readiness.assertReady(), readiness.assertReady()];
    for (const one of asked) await expect(one).rejects.toThrow("disk: no response in time");
    await expect(readiness.assertReady()).rejects.toThrow("disk: no response in time");
    expect(count).toBe(1);
    finish();
    await expect.poll(() => readiness.assertReady().catch(() => {})).toBeUndefined();
    await expect(readiness.assertReady()).rejects.toThrow("disk: no response in time");
    expect(count).toBe(2);
  });

  it("checks once for all who ask within a second, and again afterwards", async () => {
    let now = 0;
    vi.spyOn(performance, "now").mockImplementation(() => now);
    const check = vi.fn(async () => {});
    const readiness = new Readiness([{ name: "files", check }]);
    for (; now < 1_000; now += 100) await readiness.assertReady();
    expect(check).toHaveBeenCalledTimes(1);
    await readiness.assertReady();
    expect(check).toHaveBeenCalledTimes(2);
  });

  it("is over as soon as the process stops", async () => {
    const readiness = new Readiness([works]);
    readiness.assertStaying();
    readiness.stop();
    expect(() => readiness.assertStaying()).toThrow("the process is stopping");
    await expect(readiness.assertReady()).rejects.toThrow("the process is stopping");
  });

  it("takes another API for alive by any response that is not its own failure", async () => {
    let status = 200;
    const server = createServer((_, response) => response.writeHead(status).end("{}"));
    const port = await freePort();
    await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
    const url = `http://127.0.0.1:${port}/api`;
    closers.push(() => server.close());
    const readiness = new Readiness([remoteApi(url)], { resultMs: 0 });
    for (status of [200, 302, 401, 404]) await readiness.assertReady();
    status = 503;
    await expect(readiness.assertReady()).rejects.toThrow("API_URL: it responds with 503");
    server.close();
    server.closeAllConnections();
    await expect(readiness.assertReady()).rejects.toThrow("API_URL: ");
  });

  it("takes another API for unavailable that stops in the middle of its response", async () => {
    const server = createServer((_, response) => response.writeHead(200).write("{"));
    const port = await freePort();
    await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
    closers.push(() => void [server.close(), server.closeAllConnections()]);
    const dependency = remoteApi(`http://127.0.0.1:${port}/api`);
    const readiness = new Readiness([dependency], { deadlineMs: 200 });
    await expect(readiness.assertReady()).rejects.toThrow("API_URL: no response in time");
  });
});
