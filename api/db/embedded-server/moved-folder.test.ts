import { cp, mkdir, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { requireOwner } from "../../../scripts/lib/database-folder.mjs";
import { claimFolder } from "./moved-folder.ts";

let base: string;
let dataDir: string;
let folder: string;
beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), "promptory-moved-"));
  dataDir = join(base, "data");
  folder = join(base, "system");
  await mkdir(dataDir);
  await mkdir(folder);
});
afterEach(() => rm(base, { recursive: true, force: true }));

const owner = async () => JSON.parse(await readFile(join(folder, "owner.json"), "utf8"));

it("a moved database serves the data folder that moved it, and no copy of that", async () => {
  await claimFolder(folder, dataDir);
  await claimFolder(folder, dataDir);
  expect(() => requireOwner(folder, dataDir)).not.toThrow();

  const copy = join(base, "copy");
  await cp(dataDir, copy, { recursive: true });
  const message = new RegExp(`belongs to ${dataDir}, and ${copy} is a copy .* restore a backup`);
  await expect(claimFolder(folder, copy)).rejects.toThrow(message);
  expect(() => requireOwner(folder, copy)).toThrow(message);
  expect((await owner()).dataDir).toBe(dataDir);
});

it("a renamed data folder takes its database along", async () => {
  await claimFolder(folder, dataDir);
  const renamed = join(base, "renamed");
  await rename(dataDir, renamed);
  expect(() => requireOwner(folder, renamed)).not.toThrow();
  await claimFolder(folder, renamed);
  expect((await owner()).dataDir).toBe(renamed);
});

it("a copy in the place of the data folder is not taken for it", async () => {
  await claimFolder(folder, dataDir);
  await rename(dataDir, join(base, "old"));
  await mkdir(dataDir);
  await expect(claimFolder(folder, dataDir)).rejects.toThrow(/is a copy/);
  expect(() => requireOwner(folder, dataDir)).toThrow(/is a copy/);
});

it("a disk that has another number after a restart of the machine is the same one", async () => {
  await claimFolder(folder, dataDir);
  const known = await owner();
  await writeFile(join(folder, "owner.json"), JSON.stringify({ ...known, device: "1" }));
  expect(() => requireOwner(folder, dataDir)).not.toThrow();
  await claimFolder(folder, dataDir);
  expect(await owner()).toEqual(known);
});

it("a folder of an earlier release, which names nobody, is taken by its next start", async () => {
  expect(() => requireOwner(folder, dataDir)).not.toThrow();
  await claimFolder(folder, dataDir);
  expect((await owner()).dataDir).toBe(dataDir);
});
