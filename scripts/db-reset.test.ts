import { mkdir, mkdtemp, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { databaseFolders, isInUse, movedFolder } from "./lib/database-folder.mjs";

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "promptory-reset-"));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

it("would remove the database and nothing else of the data folder", async () => {
  for (const name of ["postgres", "postgres-run", "postgres.new-1a2b", "files", "outbox"]) {
    await mkdir(join(dataDir, name));
  }
  expect(databaseFolders(dataDir).sort()).toEqual(
    ["postgres", "postgres-run", "postgres.new-1a2b"].map((name) => join(dataDir, name)),
  );
  expect(databaseFolders(join(dataDir, "none"))).toEqual([]);
});

it("believes in a moved database only where a start could have put it", async () => {
  const record = join(dataDir, "postgres-moved.json");
  expect(movedFolder(dataDir)).toBeNull();
  await writeFile(record, '{ "folder": "/var/lib/promptory/0123456789ab" }');
  expect(movedFolder(dataDir)).toBe("/var/lib/promptory/0123456789ab");
  for (const folder of ["/", "/var/lib/promptory/../mysql", "/var/lib/promptory", 7]) {
    await writeFile(record, JSON.stringify({ folder }));
    expect(movedFolder(dataDir)).toBeNull();
  }
});

it("knows a living user of the database by its fresh mark", async () => {
  expect(isInUse(dataDir)).toBe(false);
  await mkdir(join(dataDir, "postgres-run"));
  const mark = join(dataDir, "postgres-run", "user-1");
  await writeFile(mark, "{}");
  expect(isInUse(dataDir)).toBe(true);
  const past = new Date(Date.now() - 60_000);
  await utimes(mark, past, past);
  expect(isInUse(dataDir)).toBe(false);
});
