import { afterAll, beforeAll, expect, it } from "vitest";
import { listJobs } from "#api/background.ts";
import { importCreatedResponseSchema } from "#api/contract/staff/imports.ts";
import type { ApiDeps } from "#api/http/context.ts";
import { runImports } from "#api/imports/imports.jobs.ts";
import { DAY_MS } from "#domain/dates.ts";
import { createTestApi, type TestApi } from "#tests/setup/api/test-api.ts";
import { rejectRemovals } from "#tests/setup/records/failing-removals.ts";
import { createStaff, type Member } from "#tests/setup/records/offers.ts";

// Files left by a killed process: stored before their import, or kept after its check.

let test: TestApi;
let staff: Member;
beforeAll(async () => {
  test = await createTestApi();
  staff = await createStaff(test);
});
afterAll(() => test.close());

/** Stores the file of a new import; returns its key. */
async function upload(): Promise<string> {
  const form = new FormData();
  form.append("media", new File(["title_en,category,price\nFog,sea,3"], "prompts.csv"));
  const response = await staff.agent.post("/api/staff/imports", form);
  const { id } = response.as(importCreatedResponseSchema).payload;
  const [row] = await test.database`SELECT file_key FROM imports WHERE id = ${id}`;
  return String(row?.file_key);
}
async function listUploads(): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of test.deps.files.list("imports")) keys.push(key);
  return keys.sort();
}
const findJob = (changes: Partial<ApiDeps> = {}) =>
  listJobs({ ...test.deps, ...changes }).find(
    ({ name }) => name === "remove uploads that no import needs",
  );
const clean = async (stopping?: AbortSignal) => findJob()?.run(stopping);

it("removes after a day what no import has yet to read, and nothing else", async () => {
  const checked = await upload();
  await runImports(test.deps, () => false);
  const waiting = await upload();
  const orphan = "imports/no-row";
  for (const key of [checked, orphan]) await test.deps.files.put(key, Buffer.from("left"));
  const all = [checked, waiting, orphan].sort();
  await clean();
  expect(await listUploads()).toEqual(all);
  test.clock.advance(DAY_MS / 1000 + 60);
  await clean(AbortSignal.abort());
  expect(await listUploads()).toEqual(all);
  await clean();
  expect(await listUploads()).toEqual([waiting]);
});

it("is held up by no files that cannot be removed, and asks for three of them in a run", async () => {
  const keys = ["a", "b", "c", "d", "e"].map((name) => `imports/${name}`);
  for (const key of keys) await test.deps.files.put(key, Buffer.from("left"));
  test.clock.advance(DAY_MS / 1000 + 60);
  const failing = ["imports/a", "imports/c", "imports/d"];
  const { tried, files } = rejectRemovals(test, failing);
  const job = findJob({ files });
  const failure = { code: "storage_unavailable" };
  await expect(job?.run()).rejects.toMatchObject(failure);
  expect(tried).toEqual(["imports/a", "imports/b", "imports/c", "imports/d"]);
  await expect(job?.run()).rejects.toMatchObject(failure);
  expect(tried.slice(4)).toEqual(["imports/e", ...failing]);
  await clean();
  expect((await listUploads()).filter((key) => keys.includes(key))).toEqual([]);
});
