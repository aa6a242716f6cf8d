import { afterAll, beforeAll, expect, it } from "vitest";
import { generationResponseSchema } from "#api/contract/generations.ts";
import { runnerOf } from "#api/generations/generation-runner.ts";
import { UNLIMITED } from "#api/providers/images/images.ts";
import { createMember, createProduct, giveCredits } from "#tests/factories.ts";
import { createTestApi, type TestApi } from "#tests/setup/api/test-api.ts";
import { CONSENT } from "#tests/setup/records/consent.ts";

// A process that was busy for so long that its claim expired, and that then claims the same image.

/** Requests to a model; the test decides when each of them fails. */
const asked: { signal: AbortSignal; fail: () => void }[] = [];

let test: TestApi;
beforeAll(async () => {
  test = await createTestApi({
    images: {
      name: "model",
      source: "ai",
      concurrency: { max: 3, per: "process" },
      generate: (_request, { signal } = UNLIMITED) =>
        new Promise((_resolve, reject) => {
          const fail = () => reject(new Error("no image"));
          asked.push({ signal, fail });
          signal.addEventListener("abort", fail);
        }),
    },
  });
});
afterAll(() => test.close());

it("still ends its second work on a cancelled image when the first is over", async () => {
  const { id: userId, agent } = await createMember(test);
  await giveCredits(test.database, userId, 1_000);
  const product = await createProduct(test);
  const body = { prompt_id: product.id, consent: CONSENT };
  expect((await agent.post("/api/purchase/prompt", body)).status).toBe(200);
  const request = { prompt_id: product.id, wait_seconds: 0, size: "512x512" };
  const queued = await agent.post("/api/purchase/generate-image", request);
  const id = Number(queued.as(generationResponseSchema).payload.id);
  await expect.poll(() => asked.length).toBe(1);

  await test.database`
    UPDATE generations SET leased_until = ${new Date(test.deps.now().getTime() - 1)}
    WHERE id = ${id}`;
  const runner = runnerOf(test.deps);
  runner.wake();
  await expect.poll(() => asked.length).toBe(2);
  const ended = runner.waitForChange(id, 60_000);
  asked[0]?.fail();
  await ended;
  expect(asked[1]?.signal.aborted).toBe(false);
  expect((await agent.post(`/api/generations/${id}/cancel`)).status).toBe(200);
  expect(asked[1]?.signal.aborted).toBe(true);
});
