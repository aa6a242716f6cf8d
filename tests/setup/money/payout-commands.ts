import fc from "fast-check";
import { payoutApprovalResponseSchema, staffPayoutsResponseSchema } from "#api/contract/payouts.ts";
import { approve, createPricedOffer, exportPayouts, fillApproval } from "../records/offers.ts";
import { CARDS, confirmCard, pageOf, startCard, stateOf, typeCard } from "./cards.ts";
import { index, owner } from "./deposit-commands.ts";
import { command, expectSame, idsOf, isOnHold, memberOf, personOf, pick } from "./model.ts";

// The money model's commands about offers, and how their makers are paid.

/**
 * Errors for a file whose payouts do not allow the mark, or have it already with other evidence.
 */
const NOTHING_MARKED = ["payouts_none_marked", "payouts_already_marked"];

const prices = owner.map((who) =>
  command(`price(${who})`, async (model, real) => {
    if (personOf(model, who).isDeleted) return;
    const people = { staff: real.staff, maker: memberOf(real, who) };
    const offer = await createPricedOffer(real.test, people, "99.50");
    model.offers.push({ id: Number(offer.id), owner: who, status: "offer" });
  }),
);

const decisions = fc.tuple(index, fc.boolean()).map(([which, isApproved]) =>
  command(`${isApproved ? "approve" : "decline"}(${which})`, async (model, real) => {
    const open = model.offers.filter((one) => one.status === "offer");
    const offer = pick(open, which);
    if (!offer || personOf(model, offer.owner).isDeleted) return;
    const member = memberOf(real, offer.owner);
    if (!isApproved) {
      const response = await member.agent.post("/api/offer/decline", { id: offer.id });
      expectSame("decline", response.status, 200, response);
      offer.status = "declined";
      return;
    }
    const isHeld = isOnHold(model, offer.owner);
    const response = await approve(member, offer);
    expectSame("approve", response.status === 200, !isHeld, response);
    if (!isHeld) offer.status = "approved";
  }),
);

const withdrawals = index.map((which) =>
  command(`withdraw(${which})`, async (model, real) => {
    const approved = model.offers.filter((one) => one.status === "approved");
    const offer = pick(approved, which);
    if (!offer || personOf(model, offer.owner).isDeleted) return;
    // A new payout if the last one came back, else the existing one: the invariants decide.
    const { agent } = memberOf(real, offer.owner);
    const body = fillApproval(offer);
    await Promise.all([
      agent.post("/api/offer/withdraw/sepa", body),
      agent.post("/api/offer/withdraw/sepa", body),
    ]);
  }),
);

const cards = fc.constantFrom(CARDS.pays, CARDS.fails, CARDS.unknown, CARDS.returns);

/**
 * To a card that is paid, fails, is unknown at first or returns the money; confirmed twice at once.
 */
const cardPayouts = fc.tuple(index, cards).map(([which, number]) =>
  command(`pay to card(${which}, ${number.slice(-4)})`, async (model, real) => {
    const open = model.offers.filter(({ status }) => status !== "declined");
    const offer = pick(open, which);
    if (!offer || personOf(model, offer.owner).isDeleted) return;
    const member = memberOf(real, offer.owner);
    const started = await startCard(member.agent, offer);
    const isHeld = isOnHold(model, offer.owner);
    if (offer.status === "offer") expectSame("card", started.status === 200, !isHeld, started);
    // Its money is already under way: the invariants check that nothing else happened.
    if (started.status !== 200) return;
    const state = stateOf(await typeCard(member.agent, pageOf(started), { number }));
    const [confirmed] = await Promise.all([
      confirmCard(member, offer, state),
      confirmCard(member, offer, state),
    ]);
    expectSame("confirmed card", confirmed.status, 200, confirmed);
    offer.status = "approved";
  }),
);

/** A file for the bank: by one staff member, or by two above a limit. */
const exports = fc.constantFrom(null, null, 0, 15_000).map((limit) =>
  command(`export(${limit ?? "no limit"})`, async (_, { test, staff }) => {
    await test.database`UPDATE settings SET payout_approval_above_cents = ${limit}`;
    await exportPayouts(staff);
  }),
);

/** Both staff members decide about a waiting file at once; one of them requested it. */
const fileDecisions = fc.constantFrom("approve", "approve", "reject").map((decision) =>
  command(`${decision} file`, async (_, { staff, colleague }) => {
    const response = await staff.agent.get("/api/staff/payouts/approval");
    const waiting = response.as(payoutApprovalResponseSchema).payload;
    if (!waiting) return;
    const path = `/api/staff/payouts/approvals/${waiting.id}`;
    const [own, other, again] = await Promise.all([
      staff.agent.post(path, { decision }),
      colleague.agent.post(path, { decision }),
      colleague.agent.post(path, { decision }),
    ]);
    const isOwn = String(waiting.requested_by.id) === String(staff.id);
    if (isOwn && decision === "approve") expectSame("own file", own.status === 200, false, own);
    const decided = [own, other, again].filter(({ status }) => status === 200);
    expectSame("decided once", decided.length <= 1, true, other);
  }),
);

/** Both approve at once; only one who neither set the price nor reported the return may. */
const cardApprovals = index.map((which) =>
  command(`approve card payout(${which})`, async (_, real) => {
    const { test, staff, colleague } = real;
    const response = await staff.agent.get("/api/staff/payouts?status=ready");
    // Those of earlier histories were priced by other staff members, so both may approve them.
    const rows = await test.database<{ id: number }[]>`
      SELECT id FROM payouts WHERE user_id = ANY (${idsOf(real)})`;
    const ids = rows.map(({ id }) => String(id));
    const held = response
      .as(staffPayoutsResponseSchema)
      .payload.filter(({ id, hold }) => hold === "approval" && ids.includes(String(id)));
    const payout = pick(held, which);
    if (!payout) return;
    const path = `/api/staff/payouts/${payout.id}/approve`;
    const body = { seen: payout.amount };
    const [own, other, again] = await Promise.all([
      staff.agent.post(path, body),
      colleague.agent.post(path, body),
      colleague.agent.post(path, body),
    ]);
    // The staff member who set the price gets the same payout once the other has approved it.
    const priced = own.status === 200 || own.error.code === "payout_approval_priced";
    expectSame("by who set the price", priced, true, own);
    const [row] = await test.database<{ by: number | null; hasReturned: boolean }[]>`
      SELECT approved_by AS by, EXISTS (SELECT 1 FROM payout_events e
        JOIN payouts earlier ON earlier.id = e.payout_id AND earlier.offer_id = payouts.offer_id
        WHERE e.status = 'returned' AND e.actor_id = ${colleague.id}) AS "hasReturned"
      FROM payouts WHERE id = ${payout.id}`;
    const expected = row?.hasReturned ? "403,403" : "200,200";
    expectSame("approved", [other.status, again.status].join(), expected, other);
    expectSame("approved by", row?.by, row?.hasReturned ? null : colleague.id);
  }),
);

const states = fc.constantFrom("sent", "settled", "returned", "unknown");

/** Only payouts that came back to a deleted account can be written off; others are rejected. */
const marks = fc.tuple(index, fc.oneof(states, fc.constant("written_off"))).map(([which, state]) =>
  command(`mark(${which}, ${state})`, async (_, real) => {
    const rows = await real.test.database<{ id: number; status: string }[]>`
      SELECT id, status FROM payouts WHERE user_id = ANY (${idsOf(real)}) ORDER BY id`;
    const payout = pick(rows, which);
    if (!payout) return;
    const path = `/api/staff/payouts/${payout.id}/mark`;
    const body = { state, evidence: "MT940", seen: payout.status };
    await Promise.all([real.staff.agent.post(path, body), real.colleague.agent.post(path, body)]);
  }),
);

/** A whole file at once except one of its payouts; by two staff members at once. */
const fileMarks = fc.tuple(index, states, fc.option(index)).map(([which, state, exception]) =>
  command(`mark file(${which}, ${state}, but ${exception})`, async (_, real) => {
    const rows = await real.test.database<{ id: number; payoutIds: number[] }[]>`
      SELECT batch_id AS id, array_agg(id ORDER BY id) AS "payoutIds" FROM payouts
      WHERE user_id = ANY (${idsOf(real)}) AND batch_id IS NOT NULL
      GROUP BY batch_id ORDER BY batch_id`;
    const batch = pick(rows, which);
    if (!batch) return;
    const excepted = exception === null ? undefined : pick(batch.payoutIds, exception);
    const kept = await statusOf(excepted);
    const path = `/api/staff/payouts/batches/${batch.id}/mark`;
    const except = excepted === undefined ? [] : [String(excepted)];
    const body = { state, evidence: "camt.053", except };
    const responses = await Promise.all([
      real.staff.agent.post(path, body),
      real.colleague.agent.post(path, body),
    ]);
    for (const response of responses) {
      const isNone = response.status === 409 && NOTHING_MARKED.includes(response.error.code ?? "");
      expectSame("mark of a file", isNone || response.status === 200, true, response);
    }
    expectSame("what was left out", await statusOf(excepted), kept);

    async function statusOf(id: number | undefined): Promise<string | undefined> {
      if (id === undefined) return undefined;
      const [row] = await real.test.database<{ status: string }[]>`
        SELECT status FROM payouts WHERE id = ${id}`;
      return row?.status;
    }
  }),
);

export const payoutCommands = [
  ...[prices, decisions, cardPayouts, withdrawals],
  ...[exports, fileDecisions, cardApprovals, marks, fileMarks],
];
