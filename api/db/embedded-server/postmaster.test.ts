import { spawn } from "node:child_process";
import { once } from "node:events";
import { copyFile, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { isAlive } from "#tests/setup/database/embedded-server.ts";
import { findPostmaster, stopPostmaster } from "./postmaster.ts";

let cluster: string;
beforeEach(async () => {
  cluster = await mkdtemp(join(tmpdir(), "promptory-postmaster-"));
});
afterEach(() => rm(cluster, { recursive: true, force: true }));

it("a server has stopped when its process has ended, not when its program is gone", async () => {
  // A server that exits loses /proc/PID/exe first; here, the process replaces its program instead.
  const program = join(cluster, "postgres");
  await copyFile("/bin/bash", program);
  const script = "trap 'exec sleep 1' INT; echo trapped; while :; do sleep 0.05; done";
  const server = spawn(program, ["-c", script], {
    cwd: cluster,
    stdio: ["ignore", "pipe", "ignore"],
  });
  await once(server.stdout, "data");
  await writeFile(join(cluster, "postmaster.pid"), `${server.pid}\n`);
  expect((await findPostmaster(cluster))?.pid).toBe(server.pid);

  await stopPostmaster(cluster);

  expect(isAlive(server.pid ?? 0)).toBe(false);
});
