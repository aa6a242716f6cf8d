import { mkdirSync, mkdtempSync, readdirSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createLocalFiles } from "#api/providers/files/local-files.ts";
import { SharedAssets } from "./shared-assets.ts";
import { StaticFiles } from "./static-files.ts";

const NAME = "/assets/to-other-B_-g1Zp.js";
const SCRIPT = "go();".repeat(400);

let folder: string;
let warnings: unknown[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "promptory-assets-"));
  warnings = [];
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A process of a build with these assets, using the shared file storage. */
function startBuild(name: string, assets: Record<string, string>) {
  mkdirSync(join(folder, name, "assets"), { recursive: true });
  for (const [path, text] of Object.entries(assets)) writeFileSync(join(folder, name, path), text);
  const staticFiles = new StaticFiles(join(folder, name), { isHttps: true });
  const files = createLocalFiles(join(folder, "files"));
  const log = { warn: (facts: unknown) => void warnings.push(facts) };
  const shared = new SharedAssets({ files, staticFiles, log });
  const get = async (path: string, headers: Record<string, string> = {}) => {
    const request = new Request(`http://localhost${path}`, { headers });
    return staticFiles.get(request, path) ?? (await shared.respond(request, path));
  };
  return { shared, staticFiles, get };
}

it("a build serves what a page of another asks for, as that one does", async () => {
  const [yesterday, today] = [startBuild("old", { [NAME]: SCRIPT }), startBuild("new", {})];
  await yesterday.shared.publish();
  const [own, shared] = [await yesterday.get(NAME), await today.get(NAME)];
  expect(await shared?.text()).toBe(SCRIPT);
  const headersOf = (response: Response | null | undefined) => {
    const { vary: _packed, ...headers } = Object.fromEntries(response?.headers ?? []);
    return headers;
  };
  expect(headersOf(shared)).toEqual(headersOf(own));
  const packed = await today.get(NAME, { "accept-encoding": "br" });
  expect(packed?.headers.get("content-encoding")).toBe("br");
  expect(warnings).toEqual([]);
});

it("a build that comes later is found, and nothing that nobody has", async () => {
  const old = startBuild("old", {});
  await old.shared.publish();
  const next = startBuild("new", { [NAME]: SCRIPT, "/secret.txt": "no asset" });
  await next.shared.publish();
  const later = startBuild("old", {});
  expect(await (await later.get(NAME))?.text()).toBe(SCRIPT);
  for (const path of ["/assets/none-1a2b.js", "/assets/../secret.txt", "/assets/", "/secret.txt"]) {
    expect(await later.get(path)).toBeNull();
  }
});

it("what is damaged is not served, and stored anew by the build that has it", async () => {
  const old = startBuild("old", { [NAME]: SCRIPT });
  await old.shared.publish();
  const stored = join(folder, "files", "assets");
  const [file = ""] = readdirSync(stored);
  truncateSync(join(stored, file), 100);
  expect(await startBuild("new", {}).get(NAME)).toBeNull();
  await startBuild("old", {}).shared.publish();
  expect(await (await startBuild("new", {}).get(NAME))?.text()).toBe(SCRIPT);
});

it("a process without its files starts, and says so", async () => {
  writeFileSync(join(folder, "files"), "no folder");
  const { shared, get } = startBuild("old", { [NAME]: SCRIPT });
  await shared.publish();
  expect(warnings).toHaveLength(1);
  expect(await (await get(NAME))?.text()).toBe(SCRIPT);
  expect(await get("/assets/none-1a2b.js")).toBeNull();
});

it("keeps no more than it may of other builds in memory", async () => {
  const big = "x".repeat(9 * 1024 * 1024);
  const names = ["/assets/a-1.js", "/assets/b-2.js"];
  const old = startBuild("old", { [names[0] ?? ""]: big, [names[1] ?? ""]: `${big}y` });
  await old.shared.publish();
  const { get, staticFiles } = startBuild("new", {});
  for (const name of names) expect((await get(name))?.status).toBe(200);
  const isKept = (path: string) => staticFiles.get(new Request("http://localhost/"), path) !== null;
  expect(names.map(isKept)).toEqual([false, true]);
});

it("a process whose disk was full stores its assets once there is space", async () => {
  writeFileSync(join(folder, "files"), "no folder");
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  try {
    const { shared } = startBuild("old", { [NAME]: SCRIPT });
    await shared.publish();
    vi.runOnlyPendingTimers();
    await expect.poll(() => warnings).toHaveLength(2);
    rmSync(join(folder, "files"));
    vi.runOnlyPendingTimers();
    // Each process of another build lists the stored assets when it first gets a request.
    const askAnother = async () => (await startBuild("new", {}).get(NAME))?.text();
    await expect.poll(askAnother).toBe(SCRIPT);
    expect(vi.getTimerCount()).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});
