import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import {
  payoutApprovalResponseSchema,
  payoutBatchResponseSchema,
  payoutPreviewResponseSchema,
  staffPayoutsResponseSchema,
} from "#api/contract/payouts.ts";
import { overviewResponseSchema } from "#api/contract/staff/overview.ts";
import { inTransaction } from "#api/db/client.ts";
import { listQueues } from "#api/overview/gauges.queries.ts";
import { claimDueCardPayout } from "#api/payouts/card-payouts.queries.ts";
import { recordTransfer, sendCardPayouts } from "#api/payouts/card-payouts.ts";
import { listViolations } from "#api/wallet/wallet.service.ts";
import { createMember } from "#tests/factories.ts";
import { setUpStaffApi } from "#tests/setup/api/staff-api.ts";
import type { TestApi } from "#tests/setup/api/test-api.ts";
import { CARDS, confirmCard, giveCard, offerCards } from "#tests/setup/money/cards.ts";
import {
  approve,
  configureDebtor,
  createPricedOffer,
  createStaff,
  exportPayouts,
  ibanOf,
  type Member,
  markPayout,
  offerOf,
} from "#tests/setup/records/offers.ts";

// A seller's payouts without a second person are added up, over cards and bank files: otherwise, a
// single reviewer could price many offers of an accomplice just below the limit.

const DAY_SECONDS = 86_400;

let test: TestApi;
let staff: Member;
let colleague: Member;
let seller: Member;
setUpStaffApi((created) => {
  ({ test, staff } = created);
});
beforeEach(async () => {
  await configureDebtor(test);
  await offerCards(test);
  await test.database`UPDATE settings SET payout_approval_above_cents = 10_000`;
  colleague = await createStaff(test);
  seller = await createSeller();
});

const createSeller = () => createMember(test, { verificationStatus: "approved", name: "Sam" });

const payToCard = async (price: string, number: string = CARDS.pays, maker = seller) => {
  const offer = await createPricedOffer(test, { staff, maker }, price);
  const confirmed = await confirmCard(maker, offer, await giveCard(maker, offer, number));
  return { offer, id: Number(offerOf(confirmed).payout?.id) };
};
const payToBank = async (price: string, maker = seller) => {
  const offer = await createPricedOffer(test, { staff, maker }, price);
  return Number(offerOf(await approve(maker, offer, { iban: ibanOf(maker.id) })).payout?.id);
};
const send = () => sendCardPayouts(test.deps);
/** Signs everybody in again, because their sessions have expired. */
const wait = async (days: number) => {
  test.clock.advance(days * DAY_SECONDS);
  for (const member of [staff, colleague, seller]) {
    const { email, password } = member;
    member.agent = test.createAgent();
    expect((await member.agent.post("/api/login", { email, password })).status).toBe(200);
  }
};

const shown = async (id: number, by: Member = colleague) => {
  const response = await by.agent.get("/api/staff/payouts");
  const { payload } = response.as(staffPayoutsResponseSchema);
  const found = payload.find((one) => one.id === id);
  if (!found) throw new Error(`payout ${id} is not listed`);
  const { status, hold, may_approve, approval_total } = found;
  return { status, hold, may_approve, approval_total };
};
const HELD = { status: "ready", hold: "approval", may_approve: true };
const statusOf = async (id: number) => (await shown(id)).status;

const approvePayout = async (id: number, seen: string) =>
  (await colleague.agent.post(`/api/staff/payouts/${id}/approve`, { seen })).status;
const waiting = async () => {
  const { payload } = (await staff.agent.get("/api/staff/overview")).as(overviewResponseSchema);
  return payload.waiting.find(({ kind }) => kind === "payouts")?.count;
};
const countQueued = async () => {
  const queues = await listQueues(test.database, test.clock.now());
  return queues.find(({ queue }) => queue === "card_payouts")?.depth;
};

describe("payouts to cards of one seller", () => {
  it("wait for a second person once they are above the limit together", async () => {
    const first = await payToCard("60.00");
    await send();
    expect(await statusOf(first.id)).toBe("sent");
    const second = await payToCard("40.01");
    await send();
    expect(await shown(second.id)).toEqual({ ...HELD, approval_total: "100.01" });
    // The staff member who set the price sees the same, and may not approve it.
    expect(await shown(second.id, staff)).toMatchObject({ hold: "approval", may_approve: false });
    expect(await waiting()).toBe(1);
    expect(await countQueued()).toBe(0);
    const third = await payToCard("40.00");
    await send();
    expect(await statusOf(third.id)).toBe("sent");

    expect(await approvePayout(second.id, "40.01")).toBe(200);
    expect(await waiting()).toBe(0);
    await send();
    expect(await shown(second.id)).toMatchObject({ status: "sent", approval_total: null });
    // The approved payout does not count: the others reach the limit.
    const fourth = await payToCard("15.00");
    await send();
    expect(await shown(fourth.id)).toEqual({ ...HELD, approval_total: "115.00" });
  });

  it("count each for thirty days, from when it was sent", async () => {
    const first = await payToCard("60.00");
    await send();
    await wait(29);
    const second = await payToCard("60.00");
    await send();
    expect(await statusOf(second.id)).toBe("ready");
    await wait(1);
    await send();
    expect([await statusOf(first.id), await statusOf(second.id)]).toEqual(["settled", "sent"]);
    const third = await payToCard("60.00");
    await send();
    expect(await shown(third.id)).toEqual({ ...HELD, approval_total: "120.00" });
  });

  it("count by seller", async () => {
    const other = await createSeller();
    const ids = [
      (await payToCard("60.00")).id,
      (await payToCard("60.00", CARDS.returns, other)).id,
    ];
    await send();
    expect(await Promise.all(ids.map(statusOf))).toEqual(["sent", "sent"]);
  });

  it("count while nobody knows what became of them", async () => {
    const first = await payToCard("60.00", CARDS.unknown);
    await send();
    expect(await statusOf(first.id)).toBe("unknown");
    const second = await payToCard("60.00");
    await send();
    expect(await shown(second.id)).toEqual({ ...HELD, approval_total: "120.00" });
  });

  it("do not count once their provider reports that they failed or came back", async () => {
    const failed = await payToCard("60.00", CARDS.fails);
    const returned = await payToCard("60.00");
    await send();
    await send();
    const [row] = await test.database<{ key: string }[]>`
      SELECT provider_key AS key FROM payouts WHERE id = ${returned.id}`;
    const named = { payoutId: returned.id, payoutKey: row?.key ?? null };
    await recordTransfer(test.deps, "sandbox", { ...named, outcome: "returned", reason: null });
    const third = await payToCard("100.00");
    await send();
    const ids = [failed.id, returned.id, third.id];
    expect(await Promise.all(ids.map(statusOf))).toEqual(["returned", "returned", "sent"]);
  });

  it("count though a person says that they came back, on whose word alone it would be paid again", async () => {
    const first = await payToCard("60.00");
    await send();
    await markPayout(test, staff, first.id, { state: "returned" });
    const { offer } = first;
    const again = offerOf(await confirmCard(seller, offer, await giveCard(seller, offer)));
    await send();
    expect(await shown(Number(again.payout?.id))).toEqual({ ...HELD, approval_total: "120.00" });
  });

  it("are sent in their order, however many processes send at once", async () => {
    const prices = ["40.00", "50.00", "30.00", "10.00"];
    const ids: number[] = [];
    for (const price of prices) ids.push((await payToCard(price)).id);
    await Promise.all(Array.from({ length: 6 }, send));
    expect(await Promise.all(ids.map(statusOf))).toEqual(["sent", "sent", "ready", "sent"]);
    expect(await listViolations(test.database)).toEqual([]);
  });

  it("are claimed one after the other", async () => {
    await payToCard("60.00");
    await payToCard("60.00");
    const now = test.clock.now();
    const claim = () =>
      inTransaction(test.database, (sql) =>
        claimDueCardPayout(sql, { provider: "sandbox", dueAt: now, now }),
      );
    const { first, others } = await inTransaction(test.database, async (sql) => {
      const first = await claimDueCardPayout(sql, { provider: "sandbox", dueAt: now, now });
      return { first, others: [claim(), claim()] };
    });
    expect(first).toMatchObject({ amountCents: 6_000, isNew: true });
    expect(await Promise.all(others)).toEqual([null, null]);
  });
});

const preview = async () =>
  (await staff.agent.get("/api/staff/payouts/preview")).as(payoutPreviewResponseSchema).payload;
const fileOf = async () => (await exportPayouts(staff)).as(payoutBatchResponseSchema).payload;
const sellersAbove = (...totals: [Member, string][]) =>
  totals.map(([{ id, email }, total]) => ({ user: { id, email }, total }));

describe("payouts of one seller in files for the bank", () => {
  it("need a second person once they are above the limit together", async () => {
    await payToBank("60.00");
    expect(await preview()).toMatchObject({ needs_approval: false, approval_sellers: [] });
    expect((await exportPayouts(staff)).status).toBe(200);
    const other = await createSeller();
    await payToBank("20.00", other);
    const second = await payToBank("40.01");
    const sellers = sellersAbove([seller, "100.01"]);
    // The other seller's payout does not wait for that.
    expect(await preview()).toMatchObject({
      ...{ count: 1, total: "20.00", needs_approval: false },
      approval_sellers: sellers,
    });
    expect((await fileOf()).total).toBe("20.00");
    expect(await preview()).toMatchObject({
      ...{ count: 1, total: "40.01", needs_approval: true },
      approval_sellers: sellers,
    });
    const asked = await exportPayouts(staff);
    expect(asked.status).toBe(202);
    const approval = asked.as(payoutApprovalResponseSchema).payload;
    expect(approval).toMatchObject({ total: "40.01", approval_sellers: sellers });
    // Nor does a later one while the request is undecided.
    await payToBank("10.00", other);
    expect((await fileOf()).total).toBe("10.00");
    expect(await statusOf(second)).toBe("ready");
    const path = `/api/staff/payouts/approvals/${approval?.id}`;
    expect((await colleague.agent.post(path, { decision: "approve" })).status).toBe(200);
    expect(await statusOf(second)).toBe("exported");
    // Payouts sent by two people do not count.
    await payToBank("40.00");
    await payToBank("60.00", other);
    expect(await preview()).toMatchObject({ total: "100.00", approval_sellers: [] });
    // The file's own sum needs a second person: it is of all that is ready.
    await payToBank("100.00", await createSeller());
    expect(await preview()).toMatchObject({ total: "200.00", needs_approval: true });
  });

  it("are made one after the other, however many ask at once", async () => {
    await payToBank("60.00");
    const first = await exportPayouts(staff);
    expect(first.as(payoutBatchResponseSchema).payload.total).toBe("60.00");
    const id = await payToBank("60.00");
    const responses = await Promise.all([exportPayouts(staff), exportPayouts(colleague)]);
    expect(responses.map(({ status }) => status).toSorted()).toEqual([202, 409]);
    expect(await statusOf(id)).toBe("ready");
  });

  it("count together with those to a card, either way", async () => {
    const toCard = await payToCard("60.00");
    await send();
    expect(await statusOf(toCard.id)).toBe("sent");
    await payToBank("60.00");
    expect(await preview()).toMatchObject({ approval_sellers: sellersAbove([seller, "120.00"]) });
    expect((await exportPayouts(staff)).status).toBe(202);

    const other = await createSeller();
    await test.database`UPDATE payout_approvals SET status = 'rejected', decided_at = now(),
      decided_by = ${staff.id}`;
    await test.database`UPDATE users SET disabled_at = now() WHERE id = ${seller.id}`;
    await payToBank("60.00", other);
    expect((await exportPayouts(staff, randomUUID())).status).toBe(200);
    const held = await payToCard("60.00", CARDS.pays, other);
    await send();
    expect(await shown(held.id)).toEqual({ ...HELD, approval_total: "120.00" });
  });

  it("are not added up without a limit", async () => {
    await test.database`UPDATE settings SET payout_approval_above_cents = NULL`;
    for (const price of ["90.00", "90.00"]) {
      const { id } = await payToCard(price);
      await payToBank(price);
      await send();
      expect([await statusOf(id), (await exportPayouts(staff)).status]).toEqual(["sent", 200]);
    }
  });

  it("wait for the card payout that is being claimed", async () => {
    await payToCard("60.00");
    await payToBank("60.00");
    const now = test.clock.now();
    const { made } = await inTransaction(test.database, async (sql) => {
      await claimDueCardPayout(sql, { provider: "sandbox", dueAt: now, now });
      return { made: exportPayouts(staff) };
    });
    expect((await made).status).toBe(202);
  });
});
