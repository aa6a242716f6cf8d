import fs, { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { countUsers, registerUse, runExclusive } from "./run-folder.ts";

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "promptory-run-folder-"));
});
afterEach(async () => {
  repairDisk();
  await rm(dataDir, { recursive: true, force: true });
});

const log = () => {};
const stop = (work: () => Promise<string>) => runExclusive(dataDir, log, work, { isStop: true });

/** Makes these calls fail with `code` from now on, as on a disk that cannot be written to. */
function breakDisk(code: string, ...calls: ("writeFile" | "rm")[]): void {
  for (const call of calls) {
    const error = Object.assign(new Error(`${code}: ${call}`), { code });
    vi.spyOn(fs, call).mockRejectedValue(error);
  }
  syncBuiltinESMExports();
}

function repairDisk(): void {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
}

it("lets the last process stop the server on a full disk, and none start one", async () => {
  await runExclusive(dataDir, log, async () => {});
  breakDisk("ENOSPC", "writeFile");
  expect(await stop(async () => "stopped")).toBe("stopped");
  await expect(runExclusive(dataDir, log, async () => {})).rejects.toThrow("ENOSPC");
});

it("waits on a full disk for the process that has the turn, and leaves its turn to it", async () => {
  const steps: string[] = [];
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let begin = () => {};
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const holding = runExclusive(dataDir, log, async () => {
    begin();
    await released;
    steps.push("started");
  });
  await begun;
  breakDisk("ENOSPC", "writeFile");
  const stopping = stop(async () => String(steps.push("stopped")));
  // It has tried several times to take its turn.
  await vi.waitFor(() => expect(vi.mocked(fs.writeFile).mock.calls.length).toBeGreaterThan(2));
  expect(await readdir(join(dataDir, "postgres-run"))).toContain("turn");
  release();
  await Promise.all([holding, stopping]);
  expect(steps).toEqual(["started", "stopped"]);
});

it("ends its turn where its own file cannot be read, or not be removed", async () => {
  const turn = join(dataDir, "postgres-run", "turn");
  await runExclusive(dataDir, log, () => writeFile(turn, ""));
  expect(await readdir(join(dataDir, "postgres-run"))).toEqual([]);
  const work = async () => {
    breakDisk("EROFS", "writeFile", "rm");
    return "stopped";
  };
  expect(await stop(work)).toBe("stopped");
});

it("does not count itself where its own mark cannot be removed", async () => {
  const use = await runExclusive(dataDir, log, () => registerUse(dataDir));
  const other = await registerUse(dataDir);
  breakDisk("EROFS", "writeFile", "rm");
  await use.end();
  expect(await countUsers(dataDir, use)).toBe(1);
  repairDisk();
  await other.end();
  expect(await countUsers(dataDir, use)).toBe(0);
});
