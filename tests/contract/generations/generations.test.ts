import { unzipSync } from "fflate";
import sharp from "sharp";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startJobs } from "#api/background.ts";
import {
  type Generation,
  generationHistoryResponseSchema,
  generationResponseSchema,
} from "#api/contract/generations.ts";
import { generationJobs } from "#api/generations/generations.jobs.ts";
import { deleteOldGenerations } from "#api/generations/generations.service.ts";
import type { ApiDeps } from "#api/http/context.ts";
import { ImageModelError } from "#api/providers/images/remote/image-model-error.ts";
import { createMember, giveCredits, type MadeProduct, PASSWORD } from "#tests/factories.ts";
import { createListedProduct } from "#tests/product-factories.ts";
import type { ApiAgent } from "#tests/setup/api/api-agent.ts";
import { createTestApi, type TestApi, type TestImages } from "#tests/setup/api/test-api.ts";
import { CONSENT } from "#tests/setup/records/consent.ts";

type Work = Parameters<TestImages["generate"]>[1];

/** A model that finishes or fails a picture when a test makes it. */
class Model {
  asked: { seed: number; work: Work }[] = [];
  failures: Error[] = [];
  #door: Promise<void> = Promise.resolve();
  open: () => void = () => {};

  shut(): void {
    this.#door = new Promise((resolve) => {
      this.open = resolve;
    });
  }

  readonly images: TestImages = {
    name: "model",
    source: "ai",
    concurrency: { max: 1, per: "shop" },
    generate: async ({ seed, widthPx: width, heightPx: height }, work) => {
      this.asked.push({ seed, work });
      await this.#door;
      const failure = this.failures.shift();
      if (failure) throw failure;
      return sharp({ create: { width, height, channels: 3, background: "#456" } })
        .png()
        .toBuffer();
    },
  };
}

const model = new Model();
let test: TestApi;
let product: MadeProduct;
let member: { agent: ApiAgent; id: number };
beforeAll(async () => {
  test = await createTestApi({ images: model.images, connectionsMax: 20 });
  product = await createListedProduct(test, { slug: "storm-light", priceCents: 100 });
});
afterAll(() => test.close());
beforeEach(async () => {
  member = await createOwner();
  model.asked = [];
  model.failures = [];
});
afterEach(async () => {
  model.open();
  await expect.poll(() => countOpen()).toBe(0);
});

async function createOwner() {
  const made = await createMember(test);
  await giveCredits(test.database, made.id, 1_000);
  const body = { prompt_id: product.id, consent: CONSENT };
  expect((await made.agent.post("/api/purchase/prompt", body)).status).toBe(200);
  return made;
}

async function countOpen(): Promise<number> {
  const rows = await test.database`SELECT 1 FROM generations WHERE state IN ('queued', 'running')`;
  return rows.length;
}

/** Requests a picture without waiting; a fast one may be finished all the same. */
async function queue(agent = member.agent, body: Record<string, unknown> = {}) {
  const request = { prompt_id: product.id, wait_seconds: 0, size: "512x512", ...body };
  const response = await agent.post("/api/purchase/generate-image", request);
  if (response.status === 202) return response.as(generationResponseSchema).payload;
  expect(response.status, response.text).toBe(200);
  const history = (await agent.get("/api/generations")).as(generationHistoryResponseSchema);
  return history.payload[0] as Generation;
}

async function read(id: Generation["id"], agent = member.agent): Promise<Generation> {
  const response = await agent.get(`/api/generations/${id}`);
  expect(response.status).toBe(200);
  return response.as(generationResponseSchema).payload;
}

const stateOf = async (id: Generation["id"], agent?: ApiAgent) => (await read(id, agent)).state;

/** Returns a second process on the same database and files. */
const anotherProcess = (): ApiDeps => ({ ...test.deps });

const countPostings = () => test.database`SELECT count(*)::int AS postings FROM ledger_postings`;

describe("a picture that takes longer than one waits", () => {
  it("has a state, a place in the queue, and then a zip and an image", async () => {
    model.shut();
    const other = await createOwner();
    const first = await queue();
    const second = await queue(other.agent);
    await expect.poll(() => stateOf(first.id)).toBe("running");
    expect(await read(second.id, other.agent)).toMatchObject({
      state: "queued",
      place: 1,
      price: "0.00",
      title: "Stripes",
      size: "512x512",
      is_available: false,
    });
    expect((await member.agent.get(`/api/generations/${first.id}/image`)).status).toBe(404);
    model.open();
    await expect.poll(() => stateOf(second.id, other.agent)).toBe("done");
    const image = await member.agent.get(`/api/generations/${first.id}/image`);
    expect(image.headers.get("content-type")).toBe("image/jpeg");
    expect((await sharp(image.bytes).metadata()).width).toBe(512);
    const zip = await member.agent.get(`/api/generations/${first.id}/download`);
    expect(zip.headers.get("content-disposition")).toMatch(/filename="storm-light-\d+\.zip"/);
    expect(Object.keys(unzipSync(zip.bytes))).toHaveLength(2);
  });

  it("is the zip at once when it is made within that time", async () => {
    const body = { prompt_id: product.id, wait_seconds: 20 };
    const response = await member.agent.post("/api/purchase/generate-image", body);
    expect(response.headers.get("content-type")).toBe("application/zip");
    const [made] = (await member.agent.get("/api/generations")).as(
      generationHistoryResponseSchema,
    ).payload;
    expect(made).toMatchObject({ state: "done", place: null, is_available: true });
  });

  it.each([-1, 91, 1.5, "x"])("is asked for with a time of %j in vain", async (wait_seconds) => {
    const body = { prompt_id: product.id, wait_seconds };
    const response = await member.agent.post("/api/purchase/generate-image", body);
    expect([response.status, model.asked]).toEqual([422, []]);
  });

  it("is there once, however often the same key asks for it", async () => {
    const first = await queue(member.agent, { operation_id: "k" });
    await expect.poll(() => stateOf(first.id)).toBe("done");
    test.clock.advance(60);
    const body = { prompt_id: product.id, size: "512x512", operation_id: "k" };
    const again = await member.agent.post("/api/purchase/generate-image", body);
    expect(again.status).toBe(200);
    expect(model.asked).toHaveLength(1);
  });
});

describe("a member's pictures", () => {
  it("are theirs alone", async () => {
    const mine = await queue();
    await expect.poll(() => stateOf(mine.id)).toBe("done");
    const { agent: other } = await createOwner();
    for (const path of ["", "/image", "/download"]) {
      const response = await other.get(`/api/generations/${mine.id}${path}`);
      expect(response.status).toBe(404);
      expect(response.error.code).toBe("generation_not_found");
    }
    expect((await other.post(`/api/generations/${mine.id}/cancel`)).status).toBe(404);
    const list = (await other.get("/api/generations")).as(generationHistoryResponseSchema);
    expect(list.payload).toEqual([]);
  });

  it("are listed newest first, a page at a time", async () => {
    const ids: Generation["id"][] = [];
    for (const format of ["jpg", "png", "webp"]) {
      const { id } = await queue(member.agent, { format });
      await expect.poll(() => stateOf(id)).toBe("done");
      ids.unshift(id);
    }
    const page = async (query: string) =>
      (await member.agent.get(`/api/generations?limit=2${query}`)).as(
        generationHistoryResponseSchema,
      );
    const first = await page("");
    expect(first.payload.map(({ id }) => id)).toEqual(ids.slice(0, 2));
    const second = await page(`&before=${first.meta?.older}`);
    expect(second.payload.map(({ id }) => id)).toEqual(ids.slice(2));
    const french = test.createAgent({ locale: "fr" }).takeCookiesOf(member.agent);
    const { payload } = (await french.get("/api/generations")).as(generationHistoryResponseSchema);
    expect(payload[0]).toMatchObject({ title: "Stripes", title_locale: "en" });
    expect(first.payload[0]).not.toHaveProperty("title_locale");
  });

  it("are closed with a refund", async () => {
    const { id } = await queue();
    await expect.poll(() => stateOf(id)).toBe("done");
    await test.database`UPDATE orders SET refunded_at = now() WHERE user_id = ${member.id}`;
    expect((await read(id)).is_available).toBe(false);
    for (const path of ["image", "download"]) {
      const response = await member.agent.get(`/api/generations/${id}/${path}`);
      expect(response.error.code).toBe("order_refunded");
    }
  });

  it("are deleted after thirty days, files included", async () => {
    const { id } = await queue();
    await expect.poll(() => stateOf(id)).toBe("done");
    const [row] = await test.database<{ fileKey: string }[]>`
      SELECT file_key AS "fileKey" FROM generations WHERE id = ${id}`;
    const key = row?.fileKey ?? "";
    await test.database`UPDATE generations SET finished_at = ${new Date(test.deps.now().getTime() - 29 * 86_400_000)}
      WHERE id = ${id}`;
    await deleteOldGenerations(test.deps);
    expect(await test.deps.files.get(key)).not.toBeNull();
    await test.database`UPDATE generations SET finished_at = ${new Date(test.deps.now().getTime() - 31 * 86_400_000)}
      WHERE id = ${id}`;
    await deleteOldGenerations(test.deps, { stopping: AbortSignal.abort() });
    expect(await test.deps.files.get(key)).not.toBeNull();
    await deleteOldGenerations(test.deps);
    expect(await test.deps.files.get(key)).toBeNull();
    expect((await member.agent.get(`/api/generations/${id}`)).status).toBe(404);
  });

  it("are in the member's own data, and gone with the account", async () => {
    const { id } = await queue();
    await expect.poll(() => stateOf(id)).toBe("done");
    const archive = unzipSync((await member.agent.get("/api/user/data")).bytes);
    expect(Object.keys(archive)).toContain(`generations/${id}-storm-light.jpg`);
    const { generations } = JSON.parse(Buffer.from(archive["generations.json"] ?? []).toString());
    expect(generations).toEqual([expect.objectContaining({ id, state: "done" })]);
    const deletion = { password: PASSWORD, forfeit_balance: true };
    const [row] = await test.database<{ fileKey: string }[]>`
      SELECT file_key AS "fileKey" FROM generations WHERE id = ${id}`;
    const key = row?.fileKey ?? "";
    expect(await test.deps.files.has(key)).toBe(true);
    expect((await member.agent.delete("/api/user/delete", deletion)).status).toBe(200);
    await deleteOldGenerations(test.deps);
    expect(await test.deps.files.has(key)).toBe(false);
    // An hour later, nothing can be stored for it any more.
    await test.database`
      UPDATE generations SET finished_at = finished_at - interval '1 hour' WHERE id = ${id}`;
    await deleteOldGenerations(test.deps);
    const left = await test.database`SELECT 1 FROM generations WHERE id = ${id}`;
    expect(left).toEqual([]);
  });
});

describe("a picture that is cancelled", () => {
  it("in the queue is never made, and frees its place for the next", async () => {
    model.shut();
    const other = await createOwner();
    const running = await queue();
    const waiting = await queue(other.agent);
    const cancelled = await other.agent.post(`/api/generations/${waiting.id}/cancel`);
    expect(cancelled.as(generationResponseSchema).payload.state).toBe("cancelled");
    model.open();
    await expect.poll(() => stateOf(running.id)).toBe("done");
    expect(model.asked).toHaveLength(1);
    expect(await stateOf(waiting.id, other.agent)).toBe("cancelled");
  });

  it("while it is made ends the work, and what still comes of it is thrown away", async () => {
    model.shut();
    const { id } = await queue();
    await expect.poll(() => model.asked.length).toBe(1);
    await member.agent.post(`/api/generations/${id}/cancel`);
    expect(model.asked[0]?.work?.signal.aborted).toBe(true);
    model.open();
    const next = await queue(member.agent, { format: "png" });
    await expect.poll(() => stateOf(next.id)).toBe("done");
    expect(await stateOf(id)).toBe("cancelled");
  });

  it("keeps its place until the model has let go of it", async () => {
    model.shut();
    const { id } = await queue();
    await expect.poll(() => model.asked.length).toBe(1);
    await member.agent.post(`/api/generations/${id}/cancel`);
    const next = await queue((await createOwner()).agent, { wait_seconds: 1 });
    expect([next.state, model.asked.length]).toEqual(["queued", 1]);
    model.open();
    await expect.poll(() => model.asked.length).toBe(2);
  });

  it("twice, or when it is finished, stays what it is", async () => {
    const { id } = await queue();
    await expect.poll(() => stateOf(id)).toBe("done");
    const response = await member.agent.post(`/api/generations/${id}/cancel`);
    expect(response.as(generationResponseSchema).payload.state).toBe("done");
  });

  it("is reported to a client that waits for its zip", async () => {
    model.shut();
    const body = { prompt_id: product.id, size: "512x512" };
    const waiting = member.agent.post("/api/purchase/generate-image", body);
    await expect.poll(() => model.asked.length).toBe(1);
    const [row] = (await member.agent.get("/api/generations")).as(
      generationHistoryResponseSchema,
    ).payload;
    await member.agent.post(`/api/generations/${row?.id}/cancel`);
    const response = await waiting;
    expect(response.rejection).toEqual([422, "generation_cancelled"]);
  });
});

describe("a model that fails", () => {
  const fail = (...failures: Error[]) => {
    model.failures = failures;
  };

  it("by its rules is said in plain words, at once, and costs nothing", async () => {
    fail(new ImageModelError("rejected", "no"));
    const before = await countPostings();
    const body = { prompt_id: product.id };
    const response = await member.agent.post("/api/purchase/generate-image", body);
    expect(response.status).toBe(422);
    expect(response.error).toMatchObject({
      code: "generation_rejected",
      message: expect.stringContaining("rejected this prompt under its own rules"),
    });
    expect(model.asked).toHaveLength(1);
    expect(await countPostings()).toEqual(before);
  });

  it("for a moment is asked again after a pause, in the same place", async () => {
    test.clock.stop();
    fail(new ImageModelError("busy", "later", { retryAfterMs: 5_000 }));
    const { id } = await queue();
    await expect.poll(() => stateOf(id)).toBe("queued");
    await expect.poll(() => model.asked.length).toBe(1);
    test.clock.advance(6);
    const jobs = startJobs(generationJobs(anotherProcess()), test.deps.log);
    await expect.poll(() => stateOf(id), { timeout: 5_000 }).toBe("done");
    await jobs.stop();
    test.clock.resume();
    expect(model.asked).toHaveLength(2);
  });

  it.each([
    ["misconfigured", 1, "generation_unavailable"],
    ["unavailable", 3, "generation_unavailable"],
    ["busy", 3, "generation_busy"],
  ] as const)("because it is %s is asked %i times", async (problem, times, code) => {
    fail(
      ...Array.from({ length: 5 }, () => new ImageModelError(problem, "no", { retryAfterMs: 0 })),
    );
    const body = { prompt_id: product.id };
    const response = await member.agent.post("/api/purchase/generate-image", body);
    expect(response.rejection).toEqual([503, code]);
    expect(model.asked).toHaveLength(times);
    expect(response.headers.get("retry-after")).toBe("5");
  });
});

describe("several processes", () => {
  it("make each picture once, and no more at once than the model takes", async () => {
    model.shut();
    const people = await Promise.all([createOwner(), createOwner(), createOwner()]);
    const processes = [1, 2, 3].map(() =>
      startJobs(generationJobs(anotherProcess()), test.deps.log),
    );
    const made = await Promise.all(
      people.map(async ({ agent }) => ({ agent, id: (await queue(agent)).id })),
    );
    await expect.poll(() => model.asked.length).toBe(1);
    const running = await test.database`SELECT 1 FROM generations WHERE state = 'running'`;
    expect(running).toHaveLength(1);
    model.open();
    for (const { agent, id } of made) {
      await expect.poll(() => stateOf(id, agent), { timeout: 10_000 }).toBe("done");
    }
    expect(model.asked).toHaveLength(3);
    await Promise.all(processes.map((one) => one.stop()));
  });

  it("one that was killed loses its picture to another, once; then it fails", async () => {
    const { id } = await queue();
    await expect.poll(() => stateOf(id)).toBe("done");
    const kill = () => test.database`
      UPDATE generations SET state = 'running', attempts = attempts + 1, file_key = NULL,
        finished_at = NULL, leased_until = ${new Date(test.deps.now().getTime() - 1)}
      WHERE id = ${id}`;
    model.asked = [];
    await kill();
    const jobs = startJobs(generationJobs(anotherProcess()), test.deps.log);
    await expect.poll(() => stateOf(id), { timeout: 5_000 }).toBe("done");
    expect(model.asked).toHaveLength(1);
    await kill();
    await expect.poll(() => stateOf(id), { timeout: 5_000 }).toBe("failed");
    await jobs.stop();
    expect(model.asked).toHaveLength(1);
    expect((await read(id)).failure_code).toBe("generation_failed");
  });

  it("one that is asked to shut down requeues its picture, as if it had never begun", async () => {
    model.shut();
    const deps = anotherProcess();
    const [row] = await test.database<{ id: number }[]>`
      INSERT INTO generations (user_id, order_id, format, width_px, height_px, seed, due_at,
        expires_at, created_at)
      SELECT user_id, id, 'jpg', 64, 64, 1, ${test.deps.now()},
        ${new Date(test.deps.now().getTime() + 600_000)}, ${test.deps.now()}
      FROM orders WHERE user_id = ${member.id} RETURNING id`;
    const id = row?.id ?? 0;
    const stopped = startJobs(generationJobs(deps), test.deps.log);
    await expect.poll(() => stateOf(id), { timeout: 5_000 }).toBe("running");
    await stopped.stop();
    const [after] = await test.database`SELECT state, attempts FROM generations WHERE id = ${id}`;
    expect(after).toEqual({ state: "queued", attempts: 0 });
    model.open();
    const jobs = startJobs(generationJobs(anotherProcess()), test.deps.log);
    await expect.poll(() => stateOf(id), { timeout: 5_000 }).toBe("done");
    await jobs.stop();
  });

  it.each([
    ["queued", null],
    ["running", "1 year"],
  ])("take a %s picture on that a clock that was a year ahead has dated", async (state, lease) => {
    const [row] = await test.database<{ id: number }[]>`
      INSERT INTO generations (user_id, order_id, format, width_px, height_px, seed, state, due_at,
        leased_until, expires_at, created_at)
      SELECT user_id, id, 'jpg', 64, 64, 1, ${state}, now() + interval '1 year',
        now() + ${lease}::interval, now() + interval '1 year', now() + interval '1 year'
      FROM orders WHERE user_id = ${member.id} RETURNING id`;
    const jobs = startJobs(generationJobs(anotherProcess()), test.deps.log);
    await expect.poll(() => stateOf(row?.id ?? 0), { timeout: 5_000 }).toBe("done");
    await jobs.stop();
  });

  it("give up what has waited too long", async () => {
    model.shut();
    const other = await createOwner();
    const running = await queue();
    await expect.poll(() => stateOf(running.id)).toBe("running");
    const late = await queue(other.agent);
    await test.database`UPDATE generations SET expires_at = ${test.deps.now()} WHERE id = ${late.id}`;
    model.open();
    await expect.poll(() => stateOf(late.id, other.agent)).toBe("failed");
    expect((await read(late.id, other.agent)).failure_code).toBe("generation_timeout");
  });
});
