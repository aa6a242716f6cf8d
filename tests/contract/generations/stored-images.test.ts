import { once } from "node:events";
import sharp from "sharp";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Generation, generationResponseSchema } from "#api/contract/generations.ts";
import { runnerOf } from "#api/generations/generation-runner.ts";
import { deleteOldGenerations } from "#api/generations/generations.service.ts";
import { type FileNaming, imageKey } from "#api/generations/stored-image.ts";
import { DomainError } from "#domain/errors.ts";
import { createMember, createProduct, giveCredits, PASSWORD } from "#tests/factories.ts";
import type { ApiAgent } from "#tests/setup/api/api-agent.ts";
import { createTestApi, type TestApi } from "#tests/setup/api/test-api.ts";
import { CONSENT } from "#tests/setup/records/consent.ts";
import { rejectRemovals } from "#tests/setup/records/failing-removals.ts";

// A model's image may have cost money: a short storage failure must not lose it.

let test: TestApi;
let agent: ApiAgent;
let promptId: unknown;
let asked = 0;
/** Whether the model runs until its work is aborted. */
let isHeld = false;
let put: TestApi["deps"]["files"]["put"];
let get: TestApi["deps"]["files"]["get"];

beforeAll(async () => {
  test = await createTestApi({
    images: {
      name: "model",
      source: "ai",
      concurrency: { max: 1, per: "process" },
      generate: async ({ widthPx: width, heightPx: height }, work) => {
        asked += 1;
        if (isHeld && work?.signal) await once(work.signal, "abort");
        return sharp({ create: { width, height, channels: 3, background: "#456" } })
          .png()
          .toBuffer();
      },
    },
  });
  ({ put, get } = test.deps.files);
  promptId = (await createProduct(test)).id;
  test.clock.stop();
});
afterAll(() => test.close());
beforeEach(async () => {
  const member = await createMember(test);
  agent = member.agent;
  await giveCredits(test.database, member.id, 1_000);
  const body = { prompt_id: promptId, consent: CONSENT };
  expect((await agent.post("/api/purchase/prompt", body)).status).toBe(200);
  asked = 0;
  isHeld = false;
});
afterEach(async () => {
  Object.assign(test.deps.files, { put, get });
  await expire();
});

const UNAVAILABLE = () => new DomainError("storage_unavailable", { retryAfterSeconds: 5 });
const FULL = () => Object.assign(new Error("no space"), { code: "ENOSPC" });

/** Makes storing fail `times` times. With `isStored`, only the response is lost. */
function failPuts(times: number, given: { error?: () => Error; isStored?: boolean } = {}) {
  const { error = UNAVAILABLE, isStored = false } = given;
  const faults = { seen: 0 };
  test.deps.files.put = async (key, bytes) => {
    if (faults.seen >= times) return put(key, bytes);
    if (isStored) await put(key, bytes);
    faults.seen += 1;
    throw error();
  };
  return faults;
}

/** Expires the images, as after thirty days. */
async function expire(): Promise<void> {
  await test.database`
    UPDATE generations SET finished_at = ${new Date(0)} WHERE finished_at IS NOT NULL`;
  await deleteOldGenerations(test.deps);
}

async function queue(operation_id?: string): Promise<Generation["id"]> {
  const request = { prompt_id: promptId, wait_seconds: 0, size: "512x512", operation_id };
  const response = await agent.post("/api/purchase/generate-image", request);
  expect(response.status, response.text).toBe(202);
  return response.as(generationResponseSchema).payload.id;
}

async function read(id: Generation["id"]): Promise<Generation> {
  return (await agent.get(`/api/generations/${id}`)).as(generationResponseSchema).payload;
}

async function listFiles(): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of test.deps.files.list("generations")) keys.push(key);
  return keys;
}

describe("a finished image whose file cannot be read back", () => {
  const generate = (more: Record<string, unknown> = {}) => {
    const body = { prompt_id: promptId, format: "png", size: "512x512", operation_id: "one" };
    return agent.post("/api/purchase/generate-image", { ...body, ...more });
  };

  it.each([UNAVAILABLE, FULL])("is a 202 with its state, and can be read later", async (error) => {
    test.deps.files.get = async () => {
      throw error();
    };
    const response = await generate({ wait_seconds: 30 });
    expect(response.status).toBe(202);
    const { id, state } = response.as(generationResponseSchema).payload;
    expect(state).toBe("done");
    test.deps.files.get = get;
    expect((await agent.get(`/api/generations/${id}/download`)).status).toBe(200);
  });

  it("is no request that has changed nothing, for a caller that gets no state", async () => {
    test.deps.files.get = async () => {
      throw UNAVAILABLE();
    };
    const response = await generate();
    expect(response.rejection).toEqual([503, "unavailable"]);
    expect(response.headers.get("retry-after")).toBe("5");
    test.deps.files.get = get;
    expect((await generate()).status).toBe(200);
    expect(asked).toBe(1);
  });
});

describe("an old image whose file cannot be removed", () => {
  it("keeps its row for the next run, and holds up neither its other files nor other images", async () => {
    const ids = [await queue("one"), await queue("two")];
    for (const id of ids) await expect.poll(async () => (await read(id)).state).toBe("done");
    const [failing = "", later = ""] = (await listFiles()).sort();
    // From another attempt: named after the key that fails.
    const earlier = failing.replace(/-1\.(\w+)$/, "-2.$1");
    await test.deps.files.put(earlier, Buffer.from("earlier"));
    await test.database`UPDATE generations SET finished_at = ${new Date(0)}`;
    const { tried, files } = rejectRemovals(test, [failing]);
    const away = { code: "storage_unavailable" };
    await expect(deleteOldGenerations({ ...test.deps, files })).rejects.toMatchObject(away);
    expect(tried).toEqual(expect.arrayContaining([failing, earlier, later]));
    expect(await listFiles()).toEqual([failing]);
    const rows = await test.database`SELECT id FROM generations`;
    expect(rows).toEqual([{ id: ids[0] }]);
    await deleteOldGenerations(test.deps);
    expect([...(await listFiles()), ...(await test.database`SELECT 1 FROM generations`)]).toEqual(
      [],
    );
  });
});

describe("an image that cannot be stored", () => {
  it.each([
    ["at first", { isStored: false }],
    ["although it is, because the response is lost", { isStored: true }],
    ["because the disk is full", { error: FULL }],
  ])("%s is stored a moment later, and the model is not asked again", async (_why, options) => {
    failPuts(2, options);
    const id = await queue();
    await expect.poll(async () => (await read(id)).state).toBe("done");
    expect(asked).toBe(1);
    expect(await listFiles()).toHaveLength(1);
    expect((await agent.get(`/api/generations/${id}/image`)).status).toBe(200);
  });

  it("in the database is tried again, too", async () => {
    // A sequence counts rolled-back attempts as well.
    await test.database.unsafe(`
      CREATE SEQUENCE failures;
      CREATE FUNCTION fail_twice() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        IF NEW.state = 'done' AND nextval('failures') <= 2 THEN RAISE EXCEPTION 'too busy'; END IF;
        RETURN NEW;
      END $$;
      CREATE TRIGGER fail_twice BEFORE UPDATE ON generations FOR EACH ROW
        EXECUTE FUNCTION fail_twice()`);
    const id = await queue();
    await expect.poll(async () => (await read(id)).state).toBe("done");
    await test.database.unsafe("DROP TRIGGER fail_twice ON generations");
    expect(asked).toBe(1);
    expect(await listFiles()).toHaveLength(1);
  });

  it("for long is made again after a pause, and given up as unavailable in the end", async () => {
    const faults = failPuts(Number.POSITIVE_INFINITY, { isStored: true });
    const id = await queue();
    await expect.poll(() => faults.seen).toBe(4);
    await expect.poll(async () => (await read(id)).state).toBe("queued");
    expect([asked, (await listFiles()).length]).toEqual([1, 1]);
    // As if the second attempt were the last but one.
    await test.database`UPDATE generations SET attempts = 2 WHERE id = ${id}`;
    test.clock.advance(6);
    runnerOf(test.deps).wake();
    await expect.poll(async () => (await read(id)).state).toBe("failed");
    expect((await read(id)).failure_code).toBe("generation_unavailable");
    // The files of all attempts are removed with the row.
    expect([asked, (await listFiles()).length]).toEqual([2, 2]);
    await expire();
    expect(await listFiles()).toEqual([]);
  });

  it("is removed although its process is killed as it stores it for a deleted account", async () => {
    isHeld = true;
    const id = await queue();
    await expect.poll(async () => (await read(id)).state).toBe("running");
    const [naming] = await test.database<FileNaming[]>`
      SELECT id, seed, attempts, format FROM generations WHERE id = ${id}`;
    if (!naming) throw new Error("there is no row");
    const deletion = { password: PASSWORD, forfeit_balance: true };
    expect((await agent.delete("/api/user/delete", deletion)).status).toBe(200);
    await deleteOldGenerations(test.deps);
    // A late file: the process died before it could remove it.
    await test.deps.files.put(imageKey(naming), Buffer.from("late"));
    runnerOf(test.deps).cancel(naming.id);
    await deleteOldGenerations(test.deps);
    expect(await listFiles()).toEqual([]);
    await test.deps.files.put(imageKey(naming), Buffer.from("later"));
    test.clock.advance(60 * 60 + 1);
    await deleteOldGenerations(test.deps);
    expect(await listFiles()).toEqual([]);
    expect([...(await test.database`SELECT 1 FROM generations WHERE id = ${id}`)]).toEqual([]);
  });

  it("does not keep its process from ending, and leaves no file when it is cancelled then", async () => {
    const faults = failPuts(Number.POSITIVE_INFINITY, { isStored: true });
    const id = await queue();
    await expect.poll(() => faults.seen).toBeGreaterThan(0);
    await runnerOf(test.deps).stop();
    const [row] = await test.database`SELECT state, attempts FROM generations WHERE id = ${id}`;
    expect(row).toEqual({ state: "queued", attempts: 0 });
    await agent.post(`/api/generations/${id}/cancel`);
    await expire();
    expect(await listFiles()).toEqual([]);
  });
});
