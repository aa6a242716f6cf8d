import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { draftPathOf, removeDeadDrafts } from "./drafts.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "promptory-drafts-"));
  await mkdir(join(folder, "documents"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function write(path: string, minutesOld: number): Promise<void> {
  await writeFile(path, "half");
  const at = new Date(Date.now() - minutesOld * 60_000);
  await utimes(path, at, at);
}

const list = async () => (await readdir(folder, { recursive: true })).toSorted();

it("drafts go that nobody has touched for an hour, of all folders where that is asked for", async () => {
  const young = draftPathOf(join(folder, "young"));
  await write(young, 50);
  await write(draftPathOf(join(folder, "dead")), 61);
  await write(draftPathOf(join(folder, "documents", "scan")), 61);
  // A name that only looks similar is not a draft's.
  await write(join(folder, "letter.draft"), 9_999);
  await write(join(folder, "documents", "scan"), 9_999);

  await removeDeadDrafts(folder);
  expect(await list()).toHaveLength(5);
  await removeDeadDrafts(folder, { isDeep: true });
  const kept = ["documents", "documents/scan", "letter.draft", young.slice(folder.length + 1)];
  expect(await list()).toEqual(kept.toSorted());
});

it("a folder that is not there has none", async () => {
  await removeDeadDrafts(join(folder, "nowhere"), { isDeep: true });
  expect(await list()).toEqual(["documents"]);
});
