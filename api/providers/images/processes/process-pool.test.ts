import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { getPriority, tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import ts from "typescript";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { ProcessPool } from "./process-pool.ts";

const folder = mkdtempSync(join(tmpdir(), "promptory-pool-"));
/** The file to which the stuck process writes its id. */
const stuckFile = join(folder, "stuck");
const programFile = join(folder, "program.mjs");
/** A program that exits immediately; each start adds a dot to the other file. */
const brokenFile = join(folder, "broken.mjs");
const startsFile = join(folder, "starts");

/**
 * A program that returns its process's id; some requests make it end, or never end, in various
 * ways.
 */
const PROGRAM = `
  import { writeFileSync } from "node:fs";
  import { serveParent } from "./parent.js";
  serveParent(async (request) => {
    const { pid, env, execArgv } = process;
    if (request === "throw") throw new Error("the brush broke");
    if (request === "exit") process.exit(3);
    if (/^SIG/.test(request)) process.kill(pid, request);
    if (request === "never" || request === "loop") writeFileSync("${stuckFile}", String(pid));
    if (request === "never") return new Promise(() => {});
    if (request === "loop") for (;;);
    if (request === "waste") for (const all = []; ; ) all.push(new Array(1e6));
    return { request, pid, env, execArgv };
  });`;
const BROKEN_PROGRAM = `
  import { appendFileSync } from "node:fs";
  appendFileSync("${startsFile}", ".");
  process.exit(4);`;
/**
 * A server with one process, which it leaves idle or, with the argument `loop`, in an endless loop.
 */
const SERVER = `
  import { ProcessPool } from "./process-pool.js";
  const pool = new ProcessPool(new URL("./program.mjs", import.meta.url), 1, { deadlineMs: 60_000 });
  const { pid } = await pool.run("one");
  process.stdout.write(String(pid));
  if (process.argv[2] === "loop") void pool.run("loop");`;
/** A server whose processes have little memory. */
const SMALL_SERVER = `
  import { ProcessPool } from "./process-pool.js";
  const limits = { deadlineMs: 60_000, heapMbMax: 32 };
  const pool = new ProcessPool(new URL("./program.mjs", import.meta.url), 1, limits);
  const reason = await pool.run("waste").catch((error) => error.message);
  process.stdout.write(reason + " " + (await pool.run("after")).request);`;
/** A server that has opened as many files as it may. */
const FULL_SERVER = `
  import { closeSync, openSync } from "node:fs";
  import { ProcessPool } from "./process-pool.js";
  const files = [];
  try { for (;;) files.push(openSync("/dev/null")); } catch {}
  closeSync(files.pop());
  const pool = new ProcessPool(new URL("./program.mjs", import.meta.url), 1, { deadlineMs: 60_000 });
  const code = await pool.run("one").catch((error) => error.code);
  files.forEach(closeSync);
  process.stdout.write(code + " " + (await pool.run("two")).request);`;

type Reply = { request: string; pid: number; env: NodeJS.ProcessEnv; execArgv: string[] };

beforeAll(() => {
  const compilerOptions = {
    module: ts.ModuleKind.ESNext,
    target: ts.ScriptTarget.ES2022,
    rewriteRelativeImportExtensions: true,
  };
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  for (const name of ["child-process", "parent", "process-pool"]) {
    const source = readFileSync(join(import.meta.dirname, `${name}.ts`), "utf8");
    const { outputText } = ts.transpileModule(source, { compilerOptions });
    writeFileSync(join(folder, `${name}.js`), outputText);
  }
  writeFileSync(programFile, PROGRAM);
  writeFileSync(brokenFile, BROKEN_PROGRAM);
  writeFileSync(join(folder, "server.mjs"), SERVER);
  writeFileSync(join(folder, "small-server.mjs"), SMALL_SERVER);
  writeFileSync(join(folder, "full-server.mjs"), FULL_SERVER);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let pool: ProcessPool<string, Reply> | undefined;
const DEADLINE_MS = 60_000;
const open = (size: number, heapMbMax?: number) => {
  const options = { deadlineMs: DEADLINE_MS, heapMbMax };
  const opened = new ProcessPool<string, Reply>(pathToFileURL(programFile), size, options);
  pool = opened;
  return { run: (request: string) => opened.run(request), close: () => opened.close() };
};
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  rmSync(stuckFile, { force: true });
  return pool?.close();
});

/** True once the process has ended, even if its parent has not collected its exit status. */
function isGone(pid: number): boolean {
  const { stdout } = spawnSync("ps", ["-o", "stat=", "-p", String(pid)], { encoding: "utf8" });
  return stdout === "" || stdout.startsWith("Z");
}

describe("a pool of processes", () => {
  it("returns each request, on no more processes than it may have", async () => {
    const { run } = open(2);
    const requests = Array.from({ length: 30 }, (_, index) => `picture ${index}`);
    const replies = await Promise.all(requests.map((request) => run(request)));
    expect(replies.map(({ request }) => request)).toEqual(requests);
    const pids = new Set(replies.map(({ pid }) => pid));
    expect(pids.size).toBeLessThanOrEqual(2);
    expect(pids.has(process.pid)).toBe(false);
  });

  it("serves the requests that wait in order of arrival", async () => {
    const { run } = open(1);
    const served: string[] = [];
    const requests = ["one", "two", "three"];
    await Promise.all(requests.map((request) => run(request).then(() => served.push(request))));
    expect(served).toEqual(requests);
  });

  it("keeps its processes for the next requests, and ends them when they are idle", async () => {
    const { run } = open(1);
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const { pid } = await run("one");
    expect((await run("two")).pid).toBe(pid);
    vi.advanceTimersByTime(20_000);
    await expect.poll(() => isGone(pid)).toBe(true);
    expect((await run("three")).pid).not.toBe(pid);
  });

  it.each([
    ["exit", "a process stopped with code 3"],
    ["throw", "a process stopped with code 1"],
    ["SIGSEGV", "a process was ended by SIGSEGV"],
    ["SIGKILL", "a process was ended by SIGKILL"],
  ])("loses one request alone when a process ends by %s", async (request, message) => {
    const { run } = open(1);
    const before = await run("before");
    const [dead, after] = await Promise.allSettled([run(request), run("after")]);
    expect(dead).toMatchObject({ status: "rejected", reason: { message } });
    expect(after).toMatchObject({ status: "fulfilled", value: { request: "after" } });
    expect((await run("later")).pid).not.toBe(before.pid);
  });

  it("loses nothing when a process has ended while it was idle", async () => {
    const { run } = open(1);
    const { pid } = await run("before");
    process.kill(pid, "SIGKILL");
    // Blocks the event loop, so that the end of the process cannot be noticed.
    while (!isGone(pid));
    const replies = await Promise.all([run("one"), run("two")]);
    expect(replies.map(({ request }) => request)).toEqual(["one", "two"]);
  });

  it("loses nothing when a process ends before it has begun what it was sent", async () => {
    const { run } = open(1);
    const { pid } = await run("before");
    process.kill(pid, "SIGSTOP");
    const reply = run("one");
    process.kill(pid, "SIGKILL");
    expect(await reply).toMatchObject({ request: "one" });
  });

  it("loses nothing when all its idle processes have ended, and it does not know yet", async () => {
    const { run } = open(3);
    const replies = await Promise.all(["a", "b", "c"].map((request) => run(request)));
    const pids = new Set(replies.map(({ pid }) => pid));
    expect(pids.size).toBe(3);
    for (const pid of pids) process.kill(pid, "SIGKILL");
    // Blocks the event loop until they have ended, so that no event of them is handled.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
    const later = await Promise.all(["one", "two"].map((request) => run(request)));
    expect(later.map(({ request }) => request)).toEqual(["one", "two"]);
  });

  it("gives up a request when two processes end before they have begun it", async () => {
    pool = new ProcessPool(pathToFileURL(brokenFile), 1, { deadlineMs: DEADLINE_MS });
    await expect(pool.run("one")).rejects.toThrow("a process stopped with code 4");
    expect(readFileSync(startsFile, "utf8")).toBe("..");
  });

  it("ends a process that needs more memory than it may have, which reports it", () => {
    // Uses a server of its own, whose output is separate from this process's.
    const { stdout, stderr } = spawnSync(process.execPath, ["small-server.mjs"], {
      cwd: folder,
      encoding: "utf8",
    });
    expect(stdout).toBe("a process was ended by SIGABRT after");
    expect(stderr).toContain("JavaScript heap out of memory");
  });

  it.each([
    "never",
    "loop",
  ])("kills a process that is asked for %s, and goes on", async (request) => {
    const { run } = open(1);
    const before = await run("before");
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const ends = Promise.allSettled([run(request), run("after")]);
    await expect.poll(() => existsSync(stuckFile)).toBe(true);
    vi.advanceTimersByTime(DEADLINE_MS);
    const [late, after] = await ends;
    expect(late).toMatchObject({ reason: { message: `no result within ${DEADLINE_MS} ms` } });
    expect(after).toMatchObject({ status: "fulfilled", value: { request: "after" } });
    await expect.poll(() => isGone(before.pid)).toBe(true);
  });

  it("lets nobody wait when it is closed, and leaves no process", async () => {
    const { run, close } = open(1);
    const { pid } = await run("one");
    const ends = Promise.allSettled([run("never"), run("waiting")]);
    await close();
    expect((await ends).map((end) => end.status)).toEqual(["rejected", "rejected"]);
    await expect(run("too late")).rejects.toThrow("closed");
    expect(isGone(pid)).toBe(true);
  });

  it("rejects requests when the system starts no process", async () => {
    const nowhere = new URL("data:text/javascript,");
    pool = new ProcessPool(nowhere, 1, { deadlineMs: DEADLINE_MS });
    const ends = await Promise.allSettled([pool.run("one"), pool.run("two")]);
    expect(ends.map((end) => end.status)).toEqual(["rejected", "rejected"]);
  });

  it("harms no other process when one cannot be started for too many open files", () => {
    // In its own process group: a signal to process 0 would also end this process.
    const { status, stdout } = spawnSync(
      "setsid",
      ["--wait", "sh", "-c", 'ulimit -n 64; exec "$0" full-server.mjs', process.execPath],
      { cwd: folder, encoding: "utf8" },
    );
    expect({ status, stdout }).toEqual({ status: 0, stdout: "EMFILE two" });
  });

  it("starts no process for a request that it repeats when it is closed meanwhile", async () => {
    const { run, close } = open(1);
    const { pid } = await run("before");
    process.kill(pid, "SIGKILL");
    while (!isGone(pid));
    const ends = Promise.allSettled([run("one")]);
    await close();
    expect(await ends).toMatchObject([{ status: "rejected" }]);
    const children = spawnSync("pgrep", ["-P", String(process.pid), "-f", programFile]);
    expect(children.stdout.toString()).toBe("");
  });
});

describe("one of its processes", () => {
  it("has none of the server's secrets, nor its limits", async () => {
    vi.stubEnv("SESSION_SECRET", "a secret");
    vi.stubEnv("DATABASE_URL", "postgres://shop:secret@localhost/shop");
    vi.stubEnv("NODE_OPTIONS", "--max-old-space-size=256");
    vi.stubEnv("MALLOC_ARENA_MAX", "2");
    const { env, execArgv } = await open(1, 99).run("one");
    const { NODE_CHANNEL_FD, NODE_CHANNEL_SERIALIZATION_MODE, ...rest } = env;
    expect(rest.MALLOC_ARENA_MAX).toBe("2");
    for (const name of Object.keys(rest)) {
      expect(name).toMatch(
        /^(PATH|HOME|TZ|LANG|NODE_ENV|LD_LIBRARY_PATH|(LC|MALLOC|FONTCONFIG)_.*)$/,
      );
    }
    expect(execArgv).toEqual(["--max-old-space-size=99"]);
  });

  it("leaves the processor to pages", async () => {
    const { pid } = await open(1).run("one");
    expect(getPriority(pid)).toBe(Math.min(19, getPriority() + 5));
  });

  it.each(["SIGINT", "SIGTERM"] as const)("goes on after %s", async (signal) => {
    const { run } = open(1);
    const { pid } = await run("one");
    process.kill(pid, signal);
    expect((await run("two")).pid).toBe(pid);
  });

  it("does not keep the server alive when it is idle, and ends with it", async () => {
    const { server, pid } = await startServer("idle");
    expect(server.exitCode ?? (await once(server, "exit"))[0]).toBe(0);
    await expect.poll(() => isGone(pid)).toBe(true);
  });

  it("ends when the server is killed, even in an endless loop", async () => {
    const { server, pid } = await startServer("loop");
    await expect.poll(() => existsSync(stuckFile)).toBe(true);
    expect(isGone(pid)).toBe(false);
    server.kill("SIGKILL");
    await expect.poll(() => isGone(pid)).toBe(true);
  });

  async function startServer(how: string) {
    const server = spawn(process.execPath, [join(folder, "server.mjs"), how], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const [pid] = await once(server.stdout, "data");
    return { server, pid: Number(pid) };
  }
});
