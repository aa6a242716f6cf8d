import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { listJobs } from "#api/background.ts";
import { importCreatedResponseSchema } from "#api/contract/staff/imports.ts";
import { runImports } from "#api/imports/imports.jobs.ts";
import { DomainError } from "#domain/errors.ts";
import { createGroup } from "#tests/product-factories.ts";
import { readImport } from "#tests/setup/api/reads.ts";
import { createTestApi, type TestApi } from "#tests/setup/api/test-api.ts";
import { paintGenerated } from "#tests/setup/records/generated-images.ts";
import { holdRemoval } from "#tests/setup/records/held-removal.ts";
import { zipFiles } from "#tests/setup/records/import-files.ts";
import { createStaff, type Member } from "#tests/setup/records/offers.ts";

// The file store, or the database, is unavailable while an import is checked: its upload must not
// be lost.

const HOUR_SECONDS = 3_600;
const HEAD = "title_en,category,price";

let test: TestApi;
let staff: Member;
let files: TestApi["deps"]["files"];
beforeAll(async () => {
  test = await createTestApi();
  staff = await createStaff(test);
  files = { ...test.deps.files };
  await createGroup(test.database, "categories", "sea", { names: { en: "Sea" } });
  test.clock.stop();
});
afterEach(() => void Object.assign(test.deps.files, files));
afterAll(() => test.close());

type Upload = { name?: string; operationId?: string };
function send(bytes: Buffer | string, { name = "prompts.csv", operationId }: Upload = {}) {
  const form = new FormData();
  if (operationId) form.append("operation_id", operationId);
  form.append("media", new File([new Uint8Array(Buffer.from(bytes))], name));
  return staff.agent.post("/api/staff/imports", form);
}
async function upload(bytes: Buffer | string, options: Upload = {}): Promise<number> {
  const response = await send(bytes, options);
  return Number(response.as(importCreatedResponseSchema).payload.id);
}
const read = (id: number) => readImport(staff.agent, id);
const work = () => runImports(test.deps, () => false);
const isKept = async (id: number) => {
  const [row] = await test.database`SELECT file_key AS key FROM imports WHERE id = ${id}`;
  return (await files.checksum(String(row?.key))) !== null;
};

/** Makes the store fail like a bucket with 503 SlowDown until the test ends; counts the calls. */
function takeAway(
  method: "open" | "put" | "remove",
  error: () => Error = () => new DomainError("storage_unavailable"),
) {
  const tries = { count: 0 };
  test.deps.files[method] = async () => {
    tries.count += 1;
    throw error();
  };
  return tries;
}

it("waits ever longer for its file, holds up no other, and goes on by itself", async () => {
  const id = await upload(`${HEAD}\nFog,sea,3`);
  const tries = takeAway("open");
  await expect(work()).rejects.toThrow("storage_unavailable");
  expect(await read(id)).toMatchObject({ status: "checking", failure: null, is_waiting: true });
  await work();
  expect(tries.count).toBe(1);
  // Seconds until the next try: as long as the outage has lasted.
  for (const seconds of [5, 5, 10, 20, 40, 80, 160, 300, 300]) {
    const before = tries.count;
    test.clock.advance(seconds - 1);
    await work();
    expect(tries.count).toBe(before);
    test.clock.advance(1);
    await expect(work()).rejects.toThrow("storage_unavailable");
    expect(tries.count).toBe(before + 1);
  }
  expect([await isKept(id), (await read(id)).status]).toEqual([true, "checking"]);
  Object.assign(test.deps.files, files);
  const later = await upload(`${HEAD}\nRain,sea,3`);
  await work();
  expect((await read(later)).status).toBe("checked");
  test.clock.advance(300);
  await work();
  expect(await read(id)).toMatchObject({ status: "checked", failure: null, is_waiting: false });
});

it("ends after a day, with the reason; others start from now", async () => {
  const id = await upload(`${HEAD}\nFog,sea,3`);
  takeAway("open");
  await expect(work()).rejects.toThrow("storage_unavailable");
  test.clock.advance(24 * HOUR_SECONDS - 60);
  // Yesterday's session has expired.
  staff = await createStaff(test);
  await expect(work()).rejects.toThrow("storage_unavailable");
  const later = await upload(`${HEAD}\nRain,sea,3`);
  expect([await isKept(id), (await read(id)).status]).toEqual([true, "checking"]);
  test.clock.advance(300);
  await expect(work()).rejects.toThrow("storage_unavailable");
  await expect(work()).rejects.toThrow("storage_unavailable");
  const ended = { status: "failed", failure: "import_file_away", is_waiting: false };
  expect(await read(id)).toMatchObject(ended);
  expect([await isKept(id), await isKept(later)]).toEqual([false, true]);
});

it("is not uploaded while the files are away: nothing is changed, and the response says so", async () => {
  const { putStream } = test.deps.files;
  test.deps.files.putStream = async (_key, chunks) => {
    for await (const _ of chunks);
    throw new DomainError("storage_unavailable", { retryAfterSeconds: 5 });
  };
  takeAway("remove");
  const rejected = await send(`${HEAD}\nFog,sea,3`);
  expect(rejected.rejection).toEqual([503, "storage_unavailable"]);
  expect(rejected.headers.get("retry-after")).toBe("5");
  // Errors in a file are reported all the same.
  test.deps.files.putStream = putStream;
  expect((await send("")).status).toBe(422);
});

it("is one when it is sent twice and the files are away for the second copy", async () => {
  const operationId = crypto.randomUUID();
  const id = await upload(`${HEAD}\nFog,sea,3`, { operationId });
  takeAway("remove");
  expect(await upload(`${HEAD}\nFog,sea,3`, { operationId })).toBe(id);
});

it("no longer waits once its file has turned out to be unreadable", async () => {
  const id = await upload("colour\nblue");
  takeAway("open");
  await expect(work()).rejects.toThrow("storage_unavailable");
  Object.assign(test.deps.files, files);
  test.clock.advance(5);
  await work();
  expect(await read(id)).toMatchObject({ status: "failed", is_waiting: false });
  const [row] = await test.database`SELECT away_since, due_at FROM imports WHERE id = ${id}`;
  expect(row).toEqual({ away_since: null, due_at: null });
});

it("can be discarded while the files are away: its upload is removed later", async () => {
  const id = await upload(`${HEAD}\nFog,sea,3`);
  const [row] = await test.database`SELECT file_key AS key FROM imports WHERE id = ${id}`;
  takeAway("open");
  takeAway("remove");
  await expect(work()).rejects.toThrow("storage_unavailable");
  const discarded = await staff.agent.post(`/api/staff/imports/${id}/change`, {
    action: "discard",
  });
  expect(discarded.status).toBe(200);
  expect((await staff.agent.get(`/api/staff/imports/${id}`)).status).toBe(404);
  expect(JSON.stringify(test.logged)).toContain("the upload of an import was not removed");
  Object.assign(test.deps.files, files);
  test.clock.advance(25 * HOUR_SECONDS);
  await listJobs(test.deps)
    .find((job) => job.name === "remove uploads that no import needs")
    ?.run();
  expect(await files.has(String(row?.key))).toBe(false);
  staff = await createStaff(test);
});

it.each([
  ["away", () => new DomainError("storage_unavailable")],
  ["full", () => Object.assign(new Error("no space"), { code: "ENOSPC" })],
])("does not call its pictures wrong while the files are %s", async (_how, error) => {
  const picture = await paintGenerated({ parameters: "fog" });
  const table = `${HEAD},picture\nFog,sea,3,fog.png`;
  const id = await upload(await zipFiles({ "t.csv": table, "fog.png": picture }), {
    name: "prompts.zip",
  });
  takeAway("put", error);
  await expect(work()).rejects.toThrow();
  expect(await read(id)).toMatchObject({ status: "checking", rows_checked: 0, is_waiting: true });
  Object.assign(test.deps.files, files);
  test.clock.advance(5);
  await work();
  expect(await read(id)).toMatchObject({ status: "checked", wrong_count: 0, is_waiting: false });
});

it("keeps nobody waiting for a bucket that does not respond to the removal of an upload", async () => {
  const id = await upload(`${HEAD}\nFog,sea,3`);
  const discarding = holdRemoval(test);
  const discarded = await staff.agent.post(`/api/staff/imports/${id}/change`, {
    action: "discard",
  });
  expect(discarded.status).toBe(200);
  discarding.release();
  const rejecting = holdRemoval(test);
  expect((await send("")).status).toBe(422);
  rejecting.release();
});
