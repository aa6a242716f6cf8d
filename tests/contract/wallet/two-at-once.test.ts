import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { listViolations } from "#api/wallet/wallet.service.ts";
import { createMember } from "#tests/factories.ts";
import type { TestApi } from "#tests/setup/api/test-api.ts";
import { confirmCard, giveCard, offerCards } from "#tests/setup/money/cards.ts";
import { buy, createPayer, createShop, refundOrder } from "#tests/setup/money/refunds.ts";
import { balanceOf } from "#tests/setup/money/top-up.ts";
import {
  approve,
  configureDebtor,
  createPricedOffer,
  createStaff,
  exportPayouts,
  fillApproval,
  type Member,
  offerOf,
} from "#tests/setup/records/offers.ts";

// Two people, or two windows of one person, that do the same with money in different ways.

let test: TestApi;
let staff: Member;
beforeAll(async () => {
  ({ test, staff } = await createShop());
  await configureDebtor(test);
  await offerCards(test);
});
afterEach(async () => expect(await listViolations(test.database)).toEqual([]));
afterAll(() => test.close());

it("an order that was downloaded is refunded by one of two of the staff, and closes", async () => {
  const colleague = await createStaff(test);
  const { agent } = await createPayer(test);
  const { orderId } = await buy(test, agent);
  const path = `/api/purchase/${orderId}/download`;
  expect((await agent.get(path)).status).toBe(200);
  const responses = await Promise.all([staff, colleague].map((by) => refundOrder(by, orderId)));
  expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(await balanceOf(agent)).toBe(1_000);
  const again = await agent.get(path);
  expect(again.rejection).toEqual([409, "order_refunded"]);
});

it("money that came back is withdrawn to the bank or to a card, not to both", async () => {
  const maker = await createMember(test, { verificationStatus: "approved", name: "Sam" });
  const offer = await createPricedOffer(test, { staff, maker }, "99.50");
  const first = offerOf(await approve(maker, offer)).payout;
  await exportPayouts(staff);
  const mark = { state: "returned", evidence: "Account closed", seen: "exported" };
  await staff.agent.post(`/api/staff/payouts/${first?.id}/mark`, mark);
  const card = await giveCard(maker, offer);
  const responses = await Promise.all([
    maker.agent.post("/api/offer/withdraw/sepa", fillApproval(offer)),
    confirmCard(maker, offer, card),
    maker.agent.post("/api/offer/withdraw/sepa", fillApproval(offer)),
    confirmCard(maker, offer, card),
  ]);
  const statuses = responses.map(({ status }) => status);
  expect(statuses.toSorted()).toEqual([200, 200, 409, 409]);
  const rows = await test.database`
    SELECT status FROM payouts WHERE offer_id = ${offer.id} ORDER BY id`;
  expect(rows.map(({ status }) => status)).toEqual(["returned", "ready"]);
});
