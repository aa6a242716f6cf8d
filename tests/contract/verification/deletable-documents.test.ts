import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { verificationJobs } from "#api/verification/verification.jobs.ts";
import { insertDocument } from "#api/verification/verification.queries.ts";
import { DAY_MS } from "#domain/dates.ts";
import { createTestApi, type TestApi } from "#tests/setup/api/test-api.ts";
import { rejectRemovals } from "#tests/setup/records/failing-removals.ts";

// The retention period of document copies is a promise: no file may block the removal of others.

let test: TestApi;
beforeAll(async () => {
  test = await createTestApi();
});
afterAll(() => test.close());

const AWAY = { code: "storage_unavailable" };

/** Stores expired documents without a verification; returns their keys. */
async function storeDeletable(count: number): Promise<string[]> {
  const keys = Array.from({ length: count }, () => `documents/${randomUUID()}`).sort();
  const longAgo = new Date(test.deps.now().getTime() - DAY_MS);
  for (const fileKey of keys) {
    const document = { fileKey, part: "document_front", widthPx: 9, heightPx: 9 } as const;
    await insertDocument(test.database, document, longAgo);
    await test.deps.files.put(fileKey, Buffer.of(1));
  }
  return keys;
}
function createJob(failing: readonly string[]) {
  const { tried, files } = rejectRemovals(test, failing);
  const [job] = verificationJobs({ ...test.deps, files });
  if (!job) throw new Error("there is no job");
  return { tried, run: (stopping?: AbortSignal) => job.run(stopping) };
}
async function listLeft() {
  const rows = await test.database<{ key: string }[]>`
    SELECT file_key AS key FROM verification_documents ORDER BY 1`;
  const files: string[] = [];
  for await (const { key } of test.deps.files.list("documents")) files.push(key);
  return { rows: rows.map(({ key }) => key), files };
}
async function expectAllGone() {
  await createJob([]).run();
  expect(await listLeft()).toEqual({ rows: [], files: [] });
}

it("removes all others where one cannot be removed", async () => {
  // More than one batch.
  const keys = await storeDeletable(120);
  const [failing = ""] = keys;
  const { tried, run } = createJob([failing]);
  await expect(run()).rejects.toMatchObject(AWAY);
  expect(tried).toHaveLength(keys.length);
  expect(await listLeft()).toEqual({ rows: [failing], files: [failing] });
  await expectAllGone();
});

it("asks for three that cannot be removed in a run, and then for the others first", async () => {
  const keys = await storeDeletable(8);
  const failing = keys.slice(0, 4);
  const { tried, run } = createJob(failing);
  await expect(run()).rejects.toMatchObject(AWAY);
  expect(tried.splice(0)).toEqual(keys.slice(0, 3));
  await expect(run()).rejects.toMatchObject(AWAY);
  expect(tried.splice(0)).toEqual([...keys.slice(3), ...keys.slice(0, 2)]);
  expect(await listLeft()).toEqual({ rows: failing, files: failing });
  await expect(run()).rejects.toMatchObject(AWAY);
  // The one whose failure is the longest ago.
  expect(tried.splice(0)).toEqual([keys[2], keys[3], keys[0]]);
  await expectAllGone();
});

it("removes what was stored while the clock was a year ahead", async () => {
  await storeDeletable(1);
  await test.database`
    UPDATE verification_documents SET created_at = created_at + interval '1 year'`;
  await expectAllGone();
});

it("removes no other once a shutdown has begun", async () => {
  await storeDeletable(2);
  const stopping = new AbortController();
  const { tried, files } = rejectRemovals(test, []);
  const remove = (key: string) => {
    stopping.abort();
    return files.remove(key);
  };
  const [job] = verificationJobs({ ...test.deps, files: { ...files, remove } });
  await job?.run(stopping.signal);
  expect(tried).toHaveLength(1);
  await expectAllGone();
});
