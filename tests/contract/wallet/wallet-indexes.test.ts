import { afterAll, beforeAll, expect, it } from "vitest";
import { readRefundPosition } from "#api/refunds/plan-sources.ts";
import { createRecordingApi, type RecordingApi } from "#tests/setup/api/recording-api.ts";
import { createTestApi, type TestApi } from "#tests/setup/api/test-api.ts";
import { buy, createPayer, refundOrder } from "#tests/setup/money/refunds.ts";
import { createStaff } from "#tests/setup/records/offers.ts";

// The cost of queries under a wallet's lock grows with one member's data, not with the shop.

let test: TestApi;
let recording: RecordingApi;
beforeAll(async () => {
  test = await createTestApi();
  recording = createRecordingApi(test);
});
afterAll(async () => {
  await recording.close();
  await test.close();
});

it("what decides where a refund goes is found by indexes, however many refunds there are", async () => {
  const { agent, id } = await createPayer(test);
  const { orderId } = await buy(test, agent);
  expect((await refundOrder(await createStaff(test), orderId)).status).toBe(200);
  const plans = await recording.explainLarge(
    (database) => readRefundPosition(database, id),
    (text) => /\brefunds\b/.test(text),
  );
  expect(plans).toHaveLength(2);
  for (const plan of plans) {
    expect(plan).toMatch(/Index Scan (?:using|on) refunds_\w+/);
    expect(plan).not.toMatch(/Seq Scan/);
  }
});
