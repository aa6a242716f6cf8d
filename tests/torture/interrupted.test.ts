import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { createLocalFiles } from "#api/providers/files/local-files.ts";
import { createUser } from "#tests/factories.ts";
import { withProductDatabase } from "#tests/setup/product/product-database.ts";
import { startProduct } from "#tests/setup/product/running-product.ts";
import { freePort } from "#tests/setup/servers/free-port.ts";

// The built programs are shut down, or killed, while they are working.

const root = fileURLToPath(new URL("../..", import.meta.url));
const fixture = join(root, "tests/fixtures/signal-at-call.mjs");
const folders: string[] = [];
const running: ChildProcess[] = [];

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "promptory-interrupted-"));
  folders.push(folder);
  return folder;
}

type Program = { child: ChildProcess; output(): string; end: Promise<number | string | null> };

/** Runs one of the build's programs on a data folder; `end` is its exit code or signal. */
function run(name: string, dataDir: string, args: string[] = [], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [join(root, "build/server", name), ...args], {
    cwd: root,
    env: {
      ...process.env,
      NODE_ENV: "production",
      HOST: "127.0.0.1",
      DATA_DIR: dataDir,
      SEED_DEMO: "0",
      LOG_LEVEL: "info",
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  running.push(child);
  let printed = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => {
      printed += chunk.toString();
    });
  }
  const end = once(child, "close").then(([code, signal]) => code ?? signal);
  return { child, output: () => printed, end } satisfies Program;
}

/** Runs a program that gets a signal in the middle of its work. */
function runInterrupted(
  name: string,
  dataDir: string,
  args: string[],
  at: { signal: string; call: string; path: string; when: "before" | "after" },
) {
  return run(name, dataDir, args, {
    NODE_OPTIONS: `--import ${fixture}`,
    SIGNAL: at.signal,
    SIGNAL_AT: at.call,
    SIGNAL_PATH: at.path,
    SIGNAL_WHEN: at.when,
  });
}

const isDatabaseRunning = (dataDir: string) => existsSync(join(dataDir, "postgres/postmaster.pid"));

afterEach(() => {
  for (const child of running.splice(0)) child.kill("SIGKILL");
});

describe("a process that is asked to shut down before it serves", () => {
  afterAll(() => {
    for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
  });

  it.each([
    {
      moment: "its database is being made",
      SEED_DEMO: "0",
      text: "Starting the embedded database",
    },
    {
      moment: "its schema is brought forward",
      SEED_DEMO: "0",
      text: "Migrating the database: 0003",
    },
    { moment: "its jobs begin", SEED_DEMO: "1", text: "Schema brought forward" },
    { moment: "its first page is being painted", SEED_DEMO: "1", text: "pictures for the demo" },
  ])("stops what it has started: $moment", async ({ SEED_DEMO, text }) => {
    const dataDir = makeFolder();
    const env = { SEED_DEMO, PORT: String(await freePort()) };
    const { child, output, end } = run("index.js", dataDir, [], env);
    await vi.waitUntil(() => output().includes(text), { timeout: 60_000, interval: 10 });
    child.kill("SIGTERM");
    expect(await end).toBe(0);
    expect(output()).not.toContain("Promptory is ready");
    expect(output()).not.toMatch(/seeding stopped|background job failed/);
    expect(isDatabaseRunning(dataDir)).toBe(false);
  });

  it("leaves no database behind when its port is taken", async () => {
    const dataDir = makeFolder();
    const first = await startProduct({ env: { SEED_DEMO: "0" } });
    const { port } = new URL(first.url);
    const { output, end } = run("index.js", dataDir, [], { PORT: port });
    expect(await end).toBe(1);
    expect(output()).toContain(`port ${port} is taken`);
    expect(isDatabaseRunning(dataDir)).toBe(false);
    await first.remove();
  });
});

describe("a backup or restore that is cut off", () => {
  let shop: string;
  let backups: string;
  let archive: string;
  let email: string;
  const image = "originals/aa/picture.png";

  beforeAll(async () => {
    shop = makeFolder();
    backups = makeFolder();
    archive = join(backups, "shop.tar");
    const product = await startProduct({ dataDir: shop, env: { SEED_DEMO: "0" } });
    await createLocalFiles(join(shop, "files")).put(image, Buffer.from("a picture"));
    email = (await withProductDatabase((database) => createUser(database), shop)).email;
    await product.stop();
    expect(await run("backup.js", shop, [archive]).end).toBe(0);
  });
  afterAll(() => {
    for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
  });

  const drafts = () => readdirSync(backups).filter((name) => name.endsWith(".draft"));
  const members = (dataDir: string) =>
    withProductDatabase((database) => database`SELECT email FROM users`, dataDir);

  it("a backup that is asked to shut down leaves no draft and no database behind", async () => {
    const at = { signal: "SIGTERM", call: "open", path: ".draft", when: "after" } as const;
    const { output, end } = runInterrupted("backup.js", shop, [join(backups, "a.tar")], at);
    expect([await end, output()]).toEqual([1, "stopped before it was done\n"]);
    expect(readdirSync(backups)).toEqual(["shop.tar"]);
    expect(isDatabaseRunning(shop)).toBe(false);
  });

  it("a backup that was killed leaves a draft, which goes with the next one an hour later", async () => {
    const at = { signal: "SIGKILL", call: "open", path: ".draft", when: "after" } as const;
    const target = join(backups, "monday.tar");
    expect(await runInterrupted("backup.js", shop, [target], at).end).toBe("SIGKILL");
    expect(drafts()).toHaveLength(1);
    // A draft may belong to a running backup, and this file, which only looks like one, to the
    // operator.
    writeFileSync(join(backups, "letter.draft"), "");
    expect(await run("backup.js", shop, [join(backups, "tuesday.tar")]).end).toBe(0);
    expect(drafts()).toHaveLength(2);
    for (const name of drafts()) utimesSync(join(backups, name), 0, Date.now() / 1000 - 3700);
    expect(await run("backup.js", shop, [target]).end).toBe(0);
    expect(readdirSync(backups).toSorted()).toEqual([
      "letter.draft",
      "monday.tar",
      "shop.tar",
      "tuesday.tar",
    ]);
  });

  it("a restore that was killed before its rows were there is run again", async () => {
    const dataDir = makeFolder();
    const at = { signal: "SIGKILL", call: "rename", path: "/files", when: "after" } as const;
    expect(await runInterrupted("restore.js", dataDir, [archive], at).end).toBe("SIGKILL");
    expect(existsSync(join(dataDir, "files", image))).toBe(true);

    const started = run("index.js", dataDir, [], { PORT: String(await freePort()) });
    expect(await started.end).toBe(1);
    expect(started.output()).toContain(
      "a restore was cut off before it was complete: run it again",
    );
    expect(isDatabaseRunning(dataDir)).toBe(false);

    const again = run("restore.js", dataDir, [archive]);
    expect([await again.end, again.output()]).toEqual([0, expect.stringContaining("Restored")]);
    const product = await startProduct({ dataDir, env: { SEED_DEMO: "0" } });
    expect([...(await members(dataDir))]).toEqual([{ email }]);
    expect(existsSync(join(dataDir, "files", image))).toBe(true);
    await product.stop();
  });

  it("a restore that was killed after its rows were there is complete", async () => {
    const dataDir = makeFolder();
    const path = "restore-in-progress";
    const at = { signal: "SIGKILL", call: "rm", path, when: "before" } as const;
    expect(await runInterrupted("restore.js", dataDir, [archive], at).end).toBe("SIGKILL");
    expect(existsSync(join(dataDir, path))).toBe(true);
    const again = run("restore.js", dataDir, [archive]);
    expect([await again.end, again.output()]).toEqual([1, expect.stringContaining("not empty")]);
    const product = await startProduct({ dataDir, env: { SEED_DEMO: "0" } });
    expect([...(await members(dataDir))]).toEqual([{ email }]);
    expect(existsSync(join(dataDir, "files", image))).toBe(true);
    expect(existsSync(join(dataDir, path))).toBe(false);
    await product.stop();
  });

  it("a restore that is asked to shut down leaves an empty shop", async () => {
    const dataDir = makeFolder();
    const at = {
      signal: "SIGTERM",
      call: "mkdir",
      path: "files.restoring",
      when: "after",
    } as const;
    const { output, end } = runInterrupted("restore.js", dataDir, [archive], at);
    expect([await end, output()]).toEqual([1, "stopped before it was done\n"]);
    expect(isDatabaseRunning(dataDir)).toBe(false);
    expect(await run("restore.js", dataDir, [archive]).end).toBe(0);
  });
});
