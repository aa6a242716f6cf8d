import { afterAll, beforeAll, expect, it } from "vitest";
import { createMember, createProduct, giveCredits } from "#tests/factories.ts";
import { createRecordingApi, type RecordingApi } from "#tests/setup/api/recording-api.ts";
import { createTestApi, type TestApi } from "#tests/setup/api/test-api.ts";
import { CONSENT } from "#tests/setup/records/consent.ts";

// All orders of the shop wait for each other between their invoice's number and their commit
// (decision 0036), so nothing is read in between.

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

it("reads nothing while other orders wait for their invoice's number", async () => {
  const buyer = await createMember(test);
  await giveCredits(test.database, buyer.id, 1_000);
  const product = await createProduct(test, { priceCents: 900 });
  recording.agent.takeCookiesOf(buyer.agent);
  const statements = await recording.statementsOf(async () => {
    const body = { prompt_id: product.id, consent: CONSENT };
    const response = await recording.agent.post("/api/purchase/prompt", body);
    expect(response.status, response.text).toBe(200);
  });
  const verbs = statements.map((text) => text.trim().split(/\s/)[0]?.toUpperCase());
  const locked = statements.findIndex((text) => text.includes("pg_advisory_xact_lock"));
  const committed = verbs.indexOf("COMMIT", locked);
  expect(verbs.slice(locked + 1, committed)).toEqual([
    "INSERT",
    "INSERT",
    "INSERT",
    "INSERT",
    "INSERT",
  ]);
});
