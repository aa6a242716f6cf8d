import { mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import postgres from "postgres";
import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import { createArchive } from "#api/backup/archive-writer.ts";
import { explain } from "#api/db/embedded-server/errors.ts";
import { createLocalFiles } from "#api/providers/files/local-files.ts";
import { describeError } from "./run-command.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "promptory-command-"));
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Like the system's error for an open file: without a path. */
const full = () =>
  Object.assign(new Error("ENOSPC: no space left on device, write"), {
    code: "ENOSPC",
    syscall: "write",
  });

async function fillDisk(): Promise<void> {
  const file = await open(join(folder, "any"), "w");
  vi.spyOn(Object.getPrototypeOf(file), "writeFile").mockImplementation(async () => {
    throw full();
  });
  await file.close();
}

it("shows a sentence for what the embedded database could not do, and not where", () => {
  expect(describeError(explain(full(), "/data"))).toBe(
    "The disk that holds /data is full: free some space and start again.",
  );
});

it.each([
  ["42501", "permission denied for schema public"],
  ["25006", "cannot execute CREATE TABLE in a read-only transaction"],
])("shows a sentence for what the database's role may not do (%s)", (code, message) => {
  const denied = Object.assign(Object.create(postgres.PostgresError.prototype), { code, message });
  expect(describeError(denied)).toBe(
    `DATABASE_URL: ${message}: the shop and its commands need the role that owns the database, and a database that accepts writes.`,
  );
});

it("shows a command's own error as it is, and the place of any other", () => {
  class OwnError extends Error {}
  expect(describeError(new OwnError("no such member"), [OwnError])).toBe("no such member");
  expect(describeError(new OwnError("a fault"))).toMatch(/^Error: a fault\n +at /);
});

it("names the folder of an archive that does not fit on its disk", async () => {
  const archive = await createArchive(join(folder, "shop.backup"));
  await fillDisk();
  const write = async () => {
    await archive.add("head.json", Buffer.from("{}"));
    await archive.close();
  };
  const error = await write().catch((reason) => reason);
  await archive.discard();
  expect(describeError(error)).toBe(`The disk that holds ${folder} is full.`);
});

it("names the folder of a file that does not fit on the shop's disk", async () => {
  await fillDisk();
  const files = createLocalFiles(folder);
  const error = await files.put("pictures/a.png", Buffer.of(1)).catch((reason) => reason);
  expect(describeError(error)).toBe(`The disk that holds ${join(folder, "pictures")} is full.`);
});
