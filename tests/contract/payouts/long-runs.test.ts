import { expect, it } from "vitest";
import { sendCardPayouts } from "#api/payouts/card-payouts.ts";
import { createMember } from "#tests/factories.ts";
import { setUpStaffApi } from "#tests/setup/api/staff-api.ts";
import type { TestApi } from "#tests/setup/api/test-api.ts";
import { confirmCard, giveCard, offerCards } from "#tests/setup/money/cards.ts";
import { createPricedOffer, type Member, offerOf } from "#tests/setup/records/offers.ts";

// Payouts to cards with a provider so slow that a run takes longer than the longest pause.

let test: TestApi;
let staff: Member;
setUpStaffApi((created) => {
  ({ test, staff } = created);
});

async function createCardPayout(): Promise<number> {
  const maker = await createMember(test, { verificationStatus: "approved", name: "Sam" });
  const offer = await createPricedOffer(test, { staff, maker }, "99.50");
  const confirmed = await confirmCard(maker, offer, await giveCard(maker, offer));
  return Number(offerOf(confirmed).payout?.id);
}

it.each([
  ["lasts longer than an hour", 3_700, [0, 1]],
  ["lasts for days", 3 * 86_400, [0, 1]],
  // That clock postponed the first one, so it is queried once more.
  ["begins while the clock is a day ahead", -86_400, [0, 1, 0]],
])("ends a run that %s", async (_how, seconds, expected) => {
  await offerCards(test);
  const ids = [await createCardPayout(), await createCardPayout()];
  const [provider] = test.deps.cardPayouts.all;
  if (!provider) throw new Error("the sandbox is missing");
  await sendCardPayouts(test.deps);
  // Their next pause is the longest.
  await test.database`
    UPDATE payouts SET status = 'unknown', attempts = 8, due_at = ${test.clock.now()}`;
  const asked: number[] = [];
  const stopping = new AbortController();
  provider.findTransfer = async ({ payoutId }) => {
    asked.push(payoutId);
    if (asked.length === 1) test.clock.advance(seconds);
    // Stops a run that would never end.
    if (asked.length === 10) stopping.abort();
    throw new Error("timed out");
  };
  await sendCardPayouts(test.deps, stopping.signal);
  expect(asked).toEqual(expected.map((index) => ids[index]));
});
