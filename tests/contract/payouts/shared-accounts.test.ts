import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  payoutBatchResponseSchema,
  payoutPreviewResponseSchema,
  staffPayoutsResponseSchema,
} from "#api/contract/payouts.ts";
import { sendCardPayouts } from "#api/payouts/card-payouts.ts";
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
  offerOf,
} from "#tests/setup/records/offers.ts";

// What several sellers get to one bank account or card is added up, like what one seller gets:
// otherwise one person could have several accounts, each just below the limit.

let test: TestApi;
let staff: Member;
let colleague: Member;
let sellers: Member[];
setUpStaffApi((created) => {
  ({ test, staff } = created);
});
beforeEach(async () => {
  await configureDebtor(test);
  await offerCards(test);
  await test.database`UPDATE settings SET payout_approval_above_cents = 10_000`;
  colleague = await createStaff(test);
  sellers = [];
  for (const name of ["Sam", "Sally", "Sue"]) {
    sellers.push(await createMember(test, { verificationStatus: "approved", name }));
  }
});
afterEach(async () => expect(await listViolations(test.database)).toEqual([]));

const sellerAt = (index: number): Member => {
  const seller = sellers[index];
  if (!seller) throw new Error(`there is no seller ${index}`);
  return seller;
};
const payToCard = async (price: string, maker: Member, number: string = CARDS.pays) => {
  const offer = await createPricedOffer(test, { staff, maker }, price);
  const confirmed = await confirmCard(maker, offer, await giveCard(maker, offer, number));
  return Number(offerOf(confirmed).payout?.id);
};
const payToBank = async (price: string, maker: Member, iban = ibanOf(1)) => {
  const offer = await createPricedOffer(test, { staff, maker }, price);
  return Number(offerOf(await approve(maker, offer, { iban })).payout?.id);
};
const send = () => sendCardPayouts(test.deps);
const shown = async (id: number) => {
  const response = await colleague.agent.get("/api/staff/payouts");
  const found = response.as(staffPayoutsResponseSchema).payload.find((one) => one.id === id);
  return [found?.status, found?.hold, found?.approval_total];
};
const statuses = (...ids: number[]) =>
  Promise.all(ids.map(async (id) => (await shown(id))[0] ?? "none"));
const preview = async () =>
  (await staff.agent.get("/api/staff/payouts/preview")).as(payoutPreviewResponseSchema).payload;
const above = (total: string, ...members: Member[]) =>
  members.map(({ id, email }) => ({ user: { id, email }, total }));
const fileOf = async () => (await exportPayouts(staff)).as(payoutBatchResponseSchema).payload;

describe("payouts of several sellers to one card", () => {
  it("wait for a second person once they are above the limit together", async () => {
    const first = await payToCard("60.00", sellerAt(0));
    const second = await payToCard("60.00", sellerAt(1));
    const other = await payToCard("60.00", sellerAt(2), CARDS.returns);
    await send();
    expect(await statuses(first, second, other)).toEqual(["sent", "ready", "sent"]);
    expect(await shown(second)).toEqual(["ready", "approval", "120.00"]);
    const path = `/api/staff/payouts/${second}/approve`;
    expect((await colleague.agent.post(path, { seen: "60.00" })).status).toBe(200);
    await send();
    expect(await shown(second)).toEqual(["sent", null, null]);
    // The approved payout does not count: the card reaches the limit with the next one.
    const third = await payToCard("40.00", sellerAt(2));
    await send();
    expect(await statuses(third)).toEqual(["sent"]);
    const fourth = await payToCard("1.00", sellerAt(1));
    await send();
    expect(await shown(fourth)).toEqual(["ready", "approval", "101.00"]);
  });
});

describe("payouts of several sellers to one bank account", () => {
  it("need a second person once they are above the limit together", async () => {
    await payToBank("60.00", sellerAt(0));
    expect(await fileOf()).toMatchObject({ total: "60.00" });
    // Written in another way, it is the same account.
    const spaced = ibanOf(1).replaceAll(/(.{4})/g, "$1 ");
    const second = await payToBank("60.00", sellerAt(1), spaced);
    expect(await preview()).toMatchObject({
      ...{ count: 1, needs_approval: true },
      approval_sellers: above("120.00", sellerAt(1)),
    });
    expect((await exportPayouts(staff)).status).toBe(202);
    expect(await statuses(second)).toEqual(["ready"]);
  });

  it("are left out of a file that holds the others", async () => {
    const ids = [
      await payToBank("60.00", sellerAt(0)),
      await payToBank("60.00", sellerAt(1)),
      await payToBank("60.00", sellerAt(2), ibanOf(2)),
    ];
    expect(await preview()).toMatchObject({
      ...{ count: 1, total: "60.00", needs_approval: false },
      approval_sellers: above("120.00", sellerAt(0), sellerAt(1)),
    });
    expect(await fileOf()).toMatchObject({ payouts_count: 1, total: "60.00" });
    expect(await statuses(...ids)).toEqual(["ready", "ready", "exported"]);
  });
});
