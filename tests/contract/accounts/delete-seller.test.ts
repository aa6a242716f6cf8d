import { expect, it } from "vitest";
import { listJobs } from "#api/background.ts";
import { staffPayoutResponseSchema } from "#api/contract/payouts.ts";
import { overviewResponseSchema } from "#api/contract/staff/overview.ts";
import { listViolations } from "#api/wallet/wallet.service.ts";
import { createMember, PASSWORD } from "#tests/factories.ts";
import { setUpStaffApi } from "#tests/setup/api/staff-api.ts";
import type { TestApi } from "#tests/setup/api/test-api.ts";
import {
  approve,
  createPayout,
  createPricedOffer,
  exportPayouts,
  fillApproval,
  listEurBalances,
  type Member,
  markPayout,
  offerOf,
  paintFile,
  sendOffer,
} from "#tests/setup/records/offers.ts";
import { createVerificationForm } from "#tests/verification-factories.ts";

// Deleting the account of somebody who sold or offered designs (docs/decisions/0013).

let test: TestApi;
let staff: Member;
setUpStaffApi((created) => {
  ({ test, staff } = created);
});

const remove = ({ agent }: Member) => agent.delete("/api/user/delete", { password: PASSWORD });
const mark = (id: number, state: string) => markPayout(test, staff, id, { state });
const countWaiting = async () =>
  (await staff.agent.get("/api/staff/overview"))
    .as(overviewResponseSchema)
    .payload.waiting.find(({ kind }) => kind === "payouts")?.count ?? 0;
const offersOf = ({ id }: Member) =>
  test.database<{ status: string; contact: unknown; key: string | null }[]>`
    SELECT status, contact, file_key AS key FROM offers WHERE user_id = ${id} ORDER BY id`;

it("waits until the payout has arrived, and then leaves of the offer what the ledger needs", async () => {
  const { maker, payoutId } = await createPayout(test, staff);
  const rejected = await remove(maker);
  expect(rejected.status).toBe(422);
  expect(rejected.error.code).toBe("payout_open");
  await exportPayouts(staff);
  await mark(payoutId, "sent");
  expect((await remove(maker)).status).toBe(422);
  await mark(payoutId, "settled");
  expect((await remove(maker)).status).toBe(200);
  const contact = { first_name: "Sam", last_name: "Seller", country: "EE" };
  expect(await offersOf(maker)).toEqual([{ status: "approved", contact, key: null }]);
});

it("may leave when what was sent by bank has not come back in time, though nobody marked it", async () => {
  const { maker, payoutId } = await createPayout(test, staff);
  await exportPayouts(staff);
  await mark(payoutId, "sent");
  await test.database`
    UPDATE payouts SET changed_at = changed_at - interval '14 days'`;
  expect((await remove(maker)).error.code).toBe("payout_open");
  const jobs = listJobs(test.deps).filter(({ name }) => name === "settle payouts that were sent");
  for (const job of jobs) await job.run();
  expect((await remove(maker)).status).toBe(200);
  expect(await listViolations(test.database)).toEqual([]);
});

it("gets no mail once deleted when the money comes back", async () => {
  const { maker, payoutId } = await createPayout(test, staff);
  await exportPayouts(staff);
  for (const state of ["sent", "settled"]) await mark(payoutId, state);
  expect((await remove(maker)).status).toBe(200);
  expect((await mark(payoutId, "returned")).status).toBe(200);
  expect(await test.database`SELECT 1 FROM mails WHERE recipient LIKE '%@invalid'`).toEqual([]);
  expect(await listViolations(test.database)).toEqual([]);
});

it("is owed what came back until the staff write it off, once", async () => {
  const { maker, offer, payoutId } = await createPayout(test, staff);
  await exportPayouts(staff);
  for (const state of ["sent", "settled", "returned"]) await mark(payoutId, state);
  expect((await mark(payoutId, "written_off")).error.code).toBe("payout_changed");
  const renewed = await maker.agent.post("/api/offer/withdraw/sepa", fillApproval(offer));
  const again = Number(offerOf(renewed).payout?.id);
  await exportPayouts(staff);
  for (const state of ["sent", "settled"]) await mark(again, state);
  expect((await remove(maker)).status).toBe(200);
  // The first payout was paid again before the account was deleted, so nothing is owed for it.
  expect((await mark(payoutId, "written_off")).error.code).toBe("payout_changed");
  expect(await countWaiting()).toBe(0);

  const returned = (await mark(again, "returned")).as(staffPayoutResponseSchema).payload;
  expect(returned.marks).toEqual(["written_off"]);
  expect(await countWaiting()).toBe(1);
  const responses = await Promise.all([mark(again, "written_off"), mark(again, "written_off")]);
  expect(responses.map(({ status }) => status)).toEqual([200, 200]);
  expect(await countWaiting()).toBe(0);
  // Nothing is owed, and nothing was spent.
  expect(await listEurBalances(test)).toEqual({
    design_purchases: 0,
    payouts_payable: 0,
    bank_out: 0,
    card_out: 0,
  });
  expect(await listViolations(test.database)).toEqual([]);
});

it("takes along what we did not buy, with its pictures, and what was sent to be verified", async () => {
  const maker = await createMember(test);
  await sendOffer(test, maker.agent, { media: await paintFile("png") });
  await createPricedOffer(test, { staff, maker }, "80.00");
  const sent = await maker.agent.post("/api/user/verification", await createVerificationForm());
  expect(sent.status).toBe(200);
  const keys = (await offersOf(maker)).flatMap(({ key }) => (key === null ? [] : [key]));
  const images = keys.flatMap((key) => [
    `${key}/original.png.sealed`,
    `${key}/shown.png`,
    `${key}/thumb.webp`,
  ]);
  expect(images).toHaveLength(3);
  for (const image of images) expect(await test.deps.files.get(image)).not.toBeNull();
  expect((await remove(maker)).status).toBe(200);
  expect(await offersOf(maker)).toEqual([]);
  for (const image of images) expect(await test.deps.files.get(image)).toBeNull();
  const owned = await test.database`
    SELECT 1 FROM verification_documents WHERE verification_id IS NOT NULL`;
  const documents = await test.database`SELECT 1 FROM verification_documents`;
  expect([owned.length, documents.length]).toEqual([0, 3]);
  expect(await test.database`SELECT 1 FROM verifications WHERE user_id = ${maker.id}`).toEqual([]);
});

it("never leaves a payout without an owner, however close an acceptance comes", async () => {
  for (let round = 0; round < 8; round += 1) {
    const maker = await createMember(test, { verificationStatus: "approved" });
    const offer = await createPricedOffer(test, { staff, maker }, "80.00");
    const [accepted, removed] = await Promise.all([approve(maker, offer), remove(maker)]);
    const isAccepted = accepted.status === 200;
    expect(removed.status, `accepted: ${accepted.status}`).toBe(isAccepted ? 422 : 200);
    const [{ isDeleted } = {}] = await test.database<{ isDeleted: boolean }[]>`
      SELECT deleted_at IS NOT NULL AS "isDeleted" FROM users WHERE id = ${maker.id}`;
    expect(isDeleted).toBe(!isAccepted);
    expect((await offersOf(maker)).map(({ status }) => status)).toEqual(
      isAccepted ? ["approved"] : [],
    );
  }
});
