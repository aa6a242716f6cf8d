import { beforeEach, describe, expect, it } from "vitest";
import { staffPayoutResponseSchema, staffPayoutsResponseSchema } from "#api/contract/payouts.ts";
import { overviewResponseSchema } from "#api/contract/staff/overview.ts";
import { listQueues } from "#api/overview/gauges.queries.ts";
import { sendCardPayouts } from "#api/payouts/card-payouts.ts";
import { listViolations } from "#api/wallet/wallet.service.ts";
import { createMember } from "#tests/factories.ts";
import { setUpStaffApi } from "#tests/setup/api/staff-api.ts";
import type { TestApi } from "#tests/setup/api/test-api.ts";
import { CARDS, confirmCard, giveCard, offerCards } from "#tests/setup/money/cards.ts";
import {
  createPricedOffer,
  createStaff,
  type Member,
  markPayout,
  offerOf,
  reviewOffer,
} from "#tests/setup/records/offers.ts";
import { setPayoutLimit } from "#tests/setup/records/settings.ts";

// Payouts to cards above the limit of the settings, which need two people.

let test: TestApi;
let staff: Member;
let colleague: Member;
setUpStaffApi((created) => {
  ({ test, staff } = created);
});
beforeEach(async () => {
  colleague = await createStaff(test);
  await setPayoutLimit(test.database, 10_000);
});

const payTo = async (maker: Member, price: string, number: string = CARDS.pays) => {
  await offerCards(test);
  const offer = await createPricedOffer(test, { staff, maker }, price);
  const confirmed = await confirmCard(maker, offer, await giveCard(maker, offer, number));
  return { maker, offer: offerOf(confirmed), payoutId: Number(offerOf(confirmed).payout?.id) };
};
const createSeller = () => createMember(test, { verificationStatus: "approved", name: "Sam" });

/** Approves the payout with the amount from the list, or another one. */
const approve = async (by: Member, payoutId: number, amount?: string) => {
  const shown = (await list(by)).find(({ id }) => id === payoutId)?.amount;
  const body = { seen: amount ?? shown ?? "" };
  return by.agent.post(`/api/staff/payouts/${payoutId}/approve`, body);
};
const approved = async (by: Member, payoutId: number, amount?: string) => {
  const response = await approve(by, payoutId, amount);
  const { status } = response;
  return [status, status === 200 ? null : response.error.code];
};
const list = async (by: Member) =>
  (await by.agent.get("/api/staff/payouts")).as(staffPayoutsResponseSchema).payload;
/** Returns the staff list's entry of the only payout. */
const shownTo = async (by: Member) => {
  const [{ status, hold, may_approve } = {}] = await list(by);
  return { status, hold, may_approve };
};
/** Returns the list's reason why this person may not approve it. */
const problemOf = async (by: Member, payoutId: number) =>
  (await list(by)).find(({ id }) => id === payoutId)?.approver_problem;
const waiting = async () => {
  const { payload } = (await staff.agent.get("/api/staff/overview")).as(overviewResponseSchema);
  return payload.waiting.find(({ kind }) => kind === "payouts")?.count;
};
const countQueued = async () =>
  (await listQueues(test.database, test.clock.now())).find(({ queue }) => queue === "card_payouts")
    ?.depth;
const send = () => sendCardPayouts(test.deps);

describe("a payout to a card above the limit", () => {
  it("waits for somebody who did not set its price, and is sent then", async () => {
    const { payoutId } = await payTo(await createSeller(), "100.01");
    await send();
    expect(await shownTo(staff)).toEqual({ status: "ready", hold: "approval", may_approve: false });
    expect(await shownTo(colleague)).toMatchObject({ hold: "approval", may_approve: true });
    expect(await problemOf(staff, payoutId)).toBe("payout_approval_priced");
    expect(await problemOf(colleague, payoutId)).toBeNull();
    expect(await waiting()).toBe(1);
    // It waits for a person: nothing is stuck in the background.
    expect(await countQueued()).toBe(0);
    expect(await approved(staff, payoutId)).toEqual([403, "payout_approval_priced"]);
    expect(await approved(colleague, payoutId, "100.00")).toEqual([409, "payout_changed"]);
    await send();
    expect(await shownTo(staff)).toMatchObject({ status: "ready" });

    const response = await approve(colleague, payoutId);
    const { payload } = response.as(staffPayoutResponseSchema);
    expect(payload).toMatchObject({ status: "ready", hold: null, may_approve: false });
    expect(payload.history?.at(-1)).toMatchObject({ actor: colleague.email, status: "ready" });
    expect(await problemOf(staff, payoutId)).toBeNull();
    expect(await waiting()).toBe(0);
    expect(await countQueued()).toBe(1);
    await send();
    expect(await shownTo(staff)).toEqual({ status: "sent", hold: null, may_approve: false });
    expect(await listViolations(test.database)).toEqual([]);
  });

  it("is approved once, however many press at once", async () => {
    const { payoutId } = await payTo(await createSeller(), "200.00");
    const presses = Array.from({ length: 8 }, () => approved(colleague, payoutId));
    expect(await Promise.all(presses)).toEqual(Array.from({ length: 8 }, () => [200, null]));
    const rows = await test.database`
      SELECT actor_id, after FROM audit_log WHERE action = 'payout.approve'`;
    expect([...rows]).toEqual([{ actor_id: colleague.id, after: { amount: "200.00" } }]);
    await Promise.all([send(), send()]);
    expect(await test.database`SELECT outcome FROM sandbox_transfers`).toHaveLength(1);
  });

  it("is not approved by its own seller", async () => {
    const seller = await createMember(test, {
      role: "staff",
      staffRole: "owner",
      verificationStatus: "approved",
    });
    const { payoutId } = await payTo(seller, "200.00");
    expect(await shownTo(seller)).toMatchObject({ hold: "approval", may_approve: false });
    expect(await problemOf(seller, payoutId)).toBe("forbidden");
    expect(await approved(seller, payoutId)).toEqual([403, "forbidden"]);
  });

  it("is not approved by who set its price, though a colleague corrected the message", async () => {
    await offerCards(test);
    const maker = await createSeller();
    const offer = await createPricedOffer(test, { staff, maker }, "200.00");
    const correction = { decision: "offer", service_price: "200.00", message: "Well done." };
    const { version } = offer;
    expect((await reviewOffer(colleague, offer, { ...correction, version })).status).toBe(200);
    const confirmed = await confirmCard(maker, offer, await giveCard(maker, offer));
    const payoutId = Number(offerOf(confirmed).payout?.id);
    expect(await approved(staff, payoutId)).toEqual([403, "payout_approval_priced"]);
    expect(await approved(colleague, payoutId)).toEqual([200, null]);
  });

  it("is not approved by who said that it came back, which pays it again", async () => {
    const maker = await createSeller();
    const first = await payTo(maker, "200.00");
    await approve(colleague, first.payoutId);
    await send();
    await markPayout(test, colleague, first.payoutId, { state: "returned" });
    const { offer } = first;
    const again = offerOf(await confirmCard(maker, offer, await giveCard(maker, offer)));
    const payoutId = Number(again.payout?.id);
    const held = (await list(colleague)).find(({ id }) => id === again.payout?.id);
    expect(held).toMatchObject({ hold: "approval", may_approve: false });
    expect(await problemOf(colleague, payoutId)).toBe("payout_approval_returned");
    expect(await approved(colleague, payoutId)).toEqual([403, "payout_approval_returned"]);
    expect(await approved(staff, payoutId)).toEqual([403, "payout_approval_priced"]);
    expect(await approved(await createStaff(test), payoutId)).toEqual([200, null]);
  });

  it("is approved again once it came back and went to another card", async () => {
    const maker = await createSeller();
    const first = await payTo(maker, "200.00");
    await approve(colleague, first.payoutId);
    await send();
    await markPayout(test, staff, first.payoutId, { state: "returned" });
    const { offer } = first;
    const again = offerOf(await confirmCard(maker, offer, await giveCard(maker, offer)));
    await send();
    const held = (await list(colleague)).find(({ id }) => id === again.payout?.id);
    expect(held).toMatchObject({ status: "ready", hold: "approval", may_approve: true });
  });

  it("needs nobody once the limit is gone, and nobody below it", async () => {
    const { payoutId } = await payTo(await createSeller(), "200.00");
    await send();
    expect(await shownTo(staff)).toMatchObject({ status: "ready" });
    await setPayoutLimit(test.database, null);
    expect(await approved(colleague, payoutId)).toEqual([409, "payout_changed"]);
    await send();
    expect(await shownTo(staff)).toMatchObject({ status: "sent" });
    await setPayoutLimit(test.database, 10_000);
    await payTo(await createSeller(), "100.00", CARDS.returns);
    await send();
    expect((await list(staff)).map(({ status }) => status)).toEqual(["sent", "sent"]);
  });

  it("stays on hold for what else holds it, approved or not", async () => {
    const { maker, payoutId } = await payTo(await createSeller(), "200.00");
    await test.database`UPDATE users SET disabled_at = now() WHERE id = ${maker.id}`;
    expect(await shownTo(colleague)).toMatchObject({ hold: "disabled", may_approve: true });
    expect(await approved(colleague, payoutId)).toEqual([200, null]);
    await send();
    expect(await shownTo(colleague)).toMatchObject({ status: "ready", hold: "disabled" });
    await test.database`UPDATE users SET disabled_at = NULL WHERE id = ${maker.id}`;
    await send();
    expect(await shownTo(colleague)).toMatchObject({ status: "sent", hold: null });
  });
});

it("only a payout to a card that waits can be approved", async () => {
  expect(await approved(colleague, 999_999)).toEqual([404, "payout_not_found"]);
  const { payoutId } = await payTo(await createSeller(), "50.00");
  expect(await approved(colleague, payoutId)).toEqual([409, "payout_changed"]);
  const { agent } = await createMember(test, { role: "staff", staffRole: "editor" });
  const response = await agent.post(`/api/staff/payouts/${payoutId}/approve`, { seen: "50.00" });
  expect(response.status).toBe(404);
});
