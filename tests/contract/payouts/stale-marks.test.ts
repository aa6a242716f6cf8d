import { beforeEach, expect, it } from "vitest";
import { errorSchema } from "#api/contract/envelope.ts";
import { staffPayoutResponseSchema } from "#api/contract/payouts.ts";
import { recordTransfer, sendCardPayouts } from "#api/payouts/card-payouts.ts";
import { createMember } from "#tests/factories.ts";
import type { ApiResponse } from "#tests/setup/api/api-agent.ts";
import { setUpStaffApi } from "#tests/setup/api/staff-api.ts";
import type { TestApi } from "#tests/setup/api/test-api.ts";
import { confirmCard, giveCard, offerCards } from "#tests/setup/money/cards.ts";
import { createPricedOffer, type Member, offerOf } from "#tests/setup/records/offers.ts";

// Marks by a page that shows what was: money that has arrived would be paid again.

let test: TestApi;
let staff: Member;
setUpStaffApi((created) => {
  ({ test, staff } = created);
});

let payoutId: number;
beforeEach(async () => {
  const [provider] = test.deps.cardPayouts.all;
  if (!provider) throw new Error("the sandbox is missing");
  provider.pay = async () => {
    throw new Error("no response");
  };
  await offerCards(test);
  const maker = await createMember(test, { verificationStatus: "approved", name: "Sam" });
  const offer = await createPricedOffer(test, { staff, maker }, "99.50");
  const confirmed = offerOf(await confirmCard(maker, offer, await giveCard(maker, offer)));
  payoutId = Number(confirmed.payout?.id);
  await sendCardPayouts(test.deps);
  expect(await statusOf()).toBe("unknown");
});

const mark = (body: Record<string, unknown>) =>
  staff.agent.post(`/api/staff/payouts/${payoutId}/mark`, { evidence: "Dashboard", ...body });
const codeOf = (response: ApiResponse) => [response.status, response.as(errorSchema).code];

async function statusOf() {
  const [row] = await test.database`SELECT status FROM payouts WHERE id = ${payoutId}`;
  return row?.status;
}

/** What the provider reports meanwhile. */
async function reportSent() {
  const [row] = await test.database<{ key: string }[]>`
    SELECT provider_key AS key FROM payouts WHERE id = ${payoutId}`;
  const report = { payoutId, payoutKey: row?.key ?? null, outcome: "sent", reason: null } as const;
  expect(await recordTransfer(test.deps, "sandbox", report)).toBe(true);
}

it("a payout that was sent meanwhile is not marked as returned by a page that shows unknown", async () => {
  await reportSent();
  expect(codeOf(await mark({ state: "returned", seen: "unknown" }))).toEqual([
    409,
    "payout_changed",
  ]);
  expect(await statusOf()).toBe("sent");
  const marked = await mark({ state: "returned", seen: "sent" });
  expect(marked.as(staffPayoutResponseSchema).payload.status).toBe("returned");
});

it("a payout that is just being paid is not marked as returned: it could be claimed once more", async () => {
  const [provider] = test.deps.cardPayouts.all;
  if (!provider) throw new Error("the sandbox is missing");
  const rejected: unknown[] = [];
  provider.pay = async ({ payoutKey }) => {
    const { status, body } = await mark({ state: "returned", seen: "unknown" });
    rejected.push([status, body]);
    return { payoutId, payoutKey, outcome: "sent", reason: null };
  };
  test.clock.advance(61);
  await sendCardPayouts(test.deps);
  expect(rejected).toMatchObject([[409, { code: "payout_changed" }]]);
  expect(await statusOf()).toBe("sent");
  expect((await mark({ state: "returned", seen: "sent" })).status).toBe(200);
});

it("a payout that has the mark already is left as it is, whatever was seen", async () => {
  await reportSent();
  expect((await mark({ state: "sent", seen: "unknown" })).status).toBe(200);
  expect(await statusOf()).toBe("sent");
});

it("a mark names the status that was seen", async () => {
  for (const seen of [undefined, "", "paid"]) {
    const response = await mark({ state: "returned", seen });
    expect(response.status).toBe(422);
    expect(response.text).toContain('"form_incomplete"');
    expect(Object.keys(response.as(errorSchema).errors ?? {})).toEqual(["seen"]);
  }
  expect(await statusOf()).toBe("unknown");
});
