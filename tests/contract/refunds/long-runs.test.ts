import { afterEach, beforeEach, expect, it } from "vitest";
import { followRefunds } from "#api/refunds/refunds.jobs.ts";
import { providerOf, type TestApi } from "#tests/setup/api/test-api.ts";
import { createPayer, createShop, refundDeposit, refundsOf } from "#tests/setup/money/refunds.ts";
import { createStaff } from "#tests/setup/records/offers.ts";

// Refunds with a provider so slow that a run takes longer than the longest pause.

let test: TestApi;
beforeEach(async () => {
  ({ test } = await createShop());
});
afterEach(() => test.close());

async function requestRefund(): Promise<number> {
  const { deposit } = await createPayer(test);
  const response = await refundDeposit(await createStaff(test), deposit.id, { amount: "4.00" });
  return Number(refundsOf(response)[0]?.id);
}

it.each([
  ["lasts longer than an hour", 3_700, [0, 1]],
  ["lasts for days", 3 * 86_400, [0, 1]],
  // That clock postponed the first one, so it is queried once more.
  ["begins while the clock is a day ahead", -86_400, [0, 1, 0]],
])("ends a run that %s", async (_how, seconds, expected) => {
  const sandbox = providerOf(test);
  sandbox.refund = async () => {
    throw new Error("timed out");
  };
  const ids = [await requestRefund(), await requestRefund()];
  // Their next pause is the longest.
  await test.database`
    UPDATE refunds SET status = 'unknown', attempts = 8, due_at = ${test.clock.now()}`;
  const asked: number[] = [];
  const stopping = new AbortController();
  sandbox.findRefund = async ({ refundId }) => {
    asked.push(refundId);
    if (asked.length === 1) test.clock.advance(seconds);
    // Stops a run that would never end.
    if (asked.length === 10) stopping.abort();
    throw new Error("timed out");
  };
  await followRefunds(test.deps, stopping.signal);
  expect(asked).toEqual(expected.map((index) => ids[index]));
});
