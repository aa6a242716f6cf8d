import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createArchive } from "./archive-writer.ts";

const unhandled: unknown[] = [];
const note = (reason: unknown) => void unhandled.push(reason);
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "archive-"));
  unhandled.length = 0;
  process.on("unhandledRejection", note);
});
afterEach(async () => {
  process.off("unhandledRejection", note);
  await rm(folder, { recursive: true });
});

it("is interrupted within a member without an unhandled rejection, and leaves no draft", async () => {
  const interrupted = new AbortController();
  const archive = await createArchive(join(folder, "backup.tar"), interrupted.signal);
  await archive.add("first", Buffer.alloc(100));
  const adding = archive.add("second", Buffer.alloc(10_000_000));
  interrupted.abort(new Error("stopped"));
  await expect(adding).rejects.toThrow("stopped");
  // Discarding takes several turns of the event loop, and unhandled rejections surface after each.
  await archive.discard();
  expect(await readdir(folder)).toEqual([]);
  expect(unhandled).toEqual([]);
});
