import { beforeEach, describe, expect, it } from "vitest";
import { staffPayoutResponseSchema } from "#api/contract/payouts.ts";
import { ADVISORY_LOCKS } from "#api/db/advisory-locks.ts";
import { inTransaction } from "#api/db/client.ts";
import { claimDueCardPayout } from "#api/payouts/card-payouts.queries.ts";
import { recordTransfer, sendCardPayouts } from "#api/payouts/card-payouts.ts";
import { createMember } from "#tests/factories.ts";
import { setUpStaffApi } from "#tests/setup/api/staff-api.ts";
import type { TestApi } from "#tests/setup/api/test-api.ts";
import { confirmCard, giveCard, offerCards } from "#tests/setup/money/cards.ts";
import { createPricedOffer, type Member, offerOf } from "#tests/setup/records/offers.ts";

// Marks from an outdated page: money that has arrived would be paid again.

let test: TestApi;
let staff: Member;
setUpStaffApi((created) => {
  ({ test, staff } = created);
});

const sandbox = () => {
  const [provider] = test.deps.cardPayouts.all;
  if (!provider) throw new Error("the sandbox is missing");
  return provider;
};

let payoutId: number;
beforeEach(async () => {
  sandbox().pay = async () => {
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

async function statusOf() {
  const [row] = await test.database`SELECT status FROM payouts WHERE id = ${payoutId}`;
  return row?.status;
}

/** Sends the provider's report in the meantime. */
async function reportSent() {
  const [row] = await test.database<{ key: string }[]>`
    SELECT provider_key AS key FROM payouts WHERE id = ${payoutId}`;
  const report = { payoutId, payoutKey: row?.key ?? null, outcome: "sent", reason: null } as const;
  expect(await recordTransfer(test.deps, "sandbox", report)).toBe(true);
}

it("a payout that was sent meanwhile is not marked as returned by a page that shows unknown", async () => {
  await reportSent();
  expect((await mark({ state: "returned", seen: "unknown" })).rejection).toEqual([
    409,
    "payout_changed",
  ]);
  expect(await statusOf()).toBe("sent");
  const marked = await mark({ state: "returned", seen: "sent" });
  expect(marked.as(staffPayoutResponseSchema).payload.status).toBe("returned");
});

/** Sends the payout, and marks it as returned while its provider pays it, after `before`. */
async function expectRejectedWhilePaid(before: () => Promise<void> = async () => {}) {
  const rejected: unknown[] = [];
  sandbox().pay = async ({ payoutKey }) => {
    await before();
    rejected.push((await mark({ state: "returned", seen: "unknown" })).rejection);
    return { payoutId, payoutKey, outcome: "sent", reason: null };
  };
  test.clock.advance(61);
  await sendCardPayouts(test.deps);
  expect(rejected).toEqual([[409, "payout_sending"]]);
  expect(await statusOf()).toBe("sent");
  expect((await mark({ state: "returned", seen: "sent" })).status).toBe(200);
}

it("a payout that is just being paid is not marked as returned: it could be claimed once more", async () => {
  await expectRejectedWhilePaid();
});

/** Ends the connections that hold a payout's lock, like a restarting database. */
const dropLocks = () => test.database`
  SELECT pg_terminate_backend(pid) FROM pg_locks
  WHERE locktype = 'advisory' AND classid = ${ADVISORY_LOCKS.cardPayout} AND objsubid = 2`;

it("a payout is not marked while it is being paid though the lock's connection is lost", async () => {
  await expectRejectedWhilePaid(async () => {
    expect(await dropLocks()).toHaveLength(1);
  });
});

describe("a payout whose process died while it was being paid", () => {
  const paid: unknown[] = [];
  beforeEach(async () => {
    paid.length = 0;
    sandbox().pay = async ({ payoutKey }) => {
      paid.push(payoutKey);
      return { payoutId, payoutKey, outcome: "sent", reason: null };
    };
    test.clock.advance(61);
    const now = test.clock.now();
    const claim = { provider: "sandbox", dueAt: now, now };
    const claimed = await inTransaction(test.database, (sql) => claimDueCardPayout(sql, claim));
    expect(claimed?.id).toBe(payoutId);
  });

  it("is neither marked nor paid until the call has ended, and then either", async () => {
    const early = await mark({ state: "returned", seen: "unknown" });
    expect(early.rejection).toEqual([409, "payout_sending"]);
    await test.database`UPDATE payouts SET due_at = ${test.clock.now()}`;
    await sendCardPayouts(test.deps);
    expect(paid).toEqual([]);
    test.clock.advance(2 * 60 - 1);
    await sendCardPayouts(test.deps);
    expect(paid).toEqual([]);
    test.clock.advance(1);
    await sendCardPayouts(test.deps);
    expect(paid).toHaveLength(1);
    expect(await statusOf()).toBe("sent");
  });

  it("is marked by a person once the call has ended, and not paid any more", async () => {
    test.clock.advance(2 * 60);
    expect((await mark({ state: "returned", seen: "unknown" })).status).toBe(200);
    test.clock.advance(3_600);
    await sendCardPayouts(test.deps);
    expect(paid).toEqual([]);
    expect(await statusOf()).toBe("returned");
  });

  it("is marked though a clock that was a year ahead wrote when its call ends", async () => {
    const ahead = new Date(test.clock.now().getTime() + 365 * 86_400_000);
    await test.database`UPDATE payouts SET sending_until = ${ahead}`;
    expect((await mark({ state: "returned", seen: "unknown" })).status).toBe(200);
  });
});

it("a payout that was marked while its provider was asked is not paid", async () => {
  const provider = sandbox();
  const paid: number[] = [];
  provider.pay = async ({ payoutKey }) => {
    paid.push(payoutId);
    return { payoutId, payoutKey, outcome: "sent", reason: null };
  };
  provider.findTransfer = async () => {
    // It took longer than a call may, and the lock was lost meanwhile.
    await dropLocks();
    test.clock.advance(2 * 60);
    expect((await mark({ state: "returned", seen: "unknown" })).status).toBe(200);
    return null;
  };
  test.clock.advance(61);
  await sendCardPayouts(test.deps);
  expect([await statusOf(), paid]).toEqual(["returned", []]);
});

it("a payout that has the mark already keeps it, and other evidence is rejected", async () => {
  await reportSent();
  const other = await mark({ state: "sent", seen: "unknown" });
  expect(other.rejection).toEqual([409, "payout_already_marked"]);
  expect((await mark({ state: "settled", seen: "sent" })).status).toBe(200);
  // The same request again, as after a lost response.
  const again = await mark({ state: "settled", seen: "sent" });
  expect(again.as(staffPayoutResponseSchema).payload.status).toBe("settled");
  const later = { state: "settled", seen: "settled", evidence: "Another dashboard" };
  expect((await mark(later)).rejection).toEqual([409, "payout_already_marked"]);
  const rows = await test.database`
    SELECT evidence FROM payout_events WHERE payout_id = ${payoutId} AND status = 'settled'`;
  expect([...rows]).toEqual([{ evidence: "Dashboard" }]);
});

it("a mark names the status that was seen", async () => {
  for (const seen of [undefined, "", "paid"]) {
    const response = await mark({ state: "returned", seen });
    expect(response.status).toBe(422);
    expect(response.text).toContain('"form_incomplete"');
    expect(response.invalidFields).toEqual(["seen"]);
  }
  expect(await statusOf()).toBe("unknown");
});
