import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { offerHistoryResponseSchema } from "#api/contract/offers.ts";
import { payoutBatchResponseSchema } from "#api/contract/payouts.ts";
import { recordTransfer, sendCardPayouts } from "#api/payouts/card-payouts.ts";
import type { PayoutProvider } from "#api/providers/payouts/payouts.ts";
import { setUpStaffApi } from "#tests/setup/api/staff-api.ts";
import type { TestApi } from "#tests/setup/api/test-api.ts";
import { confirmCard, createCardSeller, giveCard, startCard } from "#tests/setup/money/cards.ts";
import {
  createPayout,
  exportPayouts,
  type Member,
  offerOf,
  referenceOf,
} from "#tests/setup/records/offers.ts";

// Ids that a bank or payout provider has seen before: from a shop restored from a backup, without
// anything that happened later, and from another shop on the same account.

let test: TestApi;
let staff: Member;
setUpStaffApi((created) => {
  ({ test, staff } = created);
});

let keys: (string | null)[];
let provider: PayoutProvider;
beforeEach(() => {
  const [first] = test.deps.cardPayouts.all;
  if (!first) throw new Error("the sandbox is missing");
  provider = first;
  const { pay } = provider;
  keys = [];
  provider.pay = (request) => {
    keys.push(request.payoutKey);
    return pay(request);
  };
});

const createSeller = () => createCardSeller(test, staff);

async function createCardPayout() {
  const { maker, offer } = await createSeller();
  const confirmed = offerOf(await confirmCard(maker, offer, await giveCard(maker, offer)));
  const statusOf = async () => {
    const history = await maker.agent.get(`/api/offer/history?id=${offer.id}`);
    return history.as(offerHistoryResponseSchema).payload[0]?.payout?.status;
  };
  return { payoutId: Number(confirmed.payout?.id), statusOf };
}

describe("a payout to a card whose id another one had", () => {
  it("is sent by a random key of its own", async () => {
    await createCardPayout();
    await createCardPayout();
    await sendCardPayouts(test.deps);
    const isKey = expect.stringMatching(/^[0-9a-f-]{36}$/);
    expect(keys).toEqual([isKey, isKey]);
    expect(new Set(keys).size).toBe(2);
  });

  it("does not take the other's outcome", async () => {
    const { payoutId, statusOf } = await createCardPayout();
    await sendCardPayouts(test.deps);
    for (const payoutKey of [randomUUID(), null]) {
      const report = { payoutId, payoutKey, outcome: "returned", reason: null } as const;
      expect(await recordTransfer(test.deps, "sandbox", report)).toBe(false);
    }
    expect(await statusOf()).toBe("sent");
    const own = { payoutId, payoutKey: keys[0] ?? null, outcome: "settled", reason: null } as const;
    expect(await recordTransfer(test.deps, "sandbox", own)).toBe(true);
    expect(await statusOf()).toBe("settled");
  });

  it("is sent by the same key once more if the backup has it as ready", async () => {
    const { payoutId } = await createCardPayout();
    const [drafted] = await test.database`
      SELECT drafted_key AS key FROM payouts WHERE id = ${payoutId}`;
    await sendCardPayouts(test.deps);
    expect(keys).toEqual([drafted?.key]);
  });

  it("is asked for by the name that an earlier release sent it by", async () => {
    const { payoutId } = await createCardPayout();
    await test.database`
      UPDATE payouts SET status = 'unknown', attempts = 1, due_at = ${test.clock.now()}
      WHERE id = ${payoutId}`;
    const named: unknown[] = [];
    const { findTransfer } = provider;
    provider.findTransfer = (transfer) => {
      named.push(transfer);
      return findTransfer(transfer);
    };
    await sendCardPayouts(test.deps);
    expect(named).toEqual([{ payoutId, payoutKey: null }]);
  });
});

it("a visit to the provider's page whose id another one had has a page of its own", async () => {
  const requests: Parameters<PayoutProvider["createCardPage"]>[0][] = [];
  const { createCardPage } = provider;
  provider.createCardPage = (request) => {
    requests.push(request);
    return createCardPage(request);
  };
  for (let count = 0; count < 2; count++) {
    const { maker, offer } = await createSeller();
    expect((await startCard(maker.agent, offer)).status).toBe(200);
    await test.database`DELETE FROM payout_cards`;
    const id = Number(requests[0]?.requestId);
    await test.database.unsafe(`ALTER TABLE payout_cards ALTER COLUMN id RESTART WITH ${id}`);
  }
  expect(requests.map(({ requestId }) => requestId)).toEqual(Array(2).fill(requests[0]?.requestId));
  expect(new Set(requests.map(({ requestKey }) => requestKey)).size).toBe(2);
  expect(await test.database`SELECT DISTINCT ref FROM sandbox_cards`).toHaveLength(2);
});

it("a file for the bank names its payouts, and itself, as no other does", async () => {
  const suffixes = new Set<string | undefined>();
  for (let count = 0; count < 2; count++) {
    const { payoutId } = await createPayout(test, staff);
    const file = (await exportPayouts(staff)).as(payoutBatchResponseSchema).payload;
    const reference = await referenceOf(test, payoutId);
    expect(reference).toMatch(new RegExp(`^PAYOUT-${payoutId}-[0-9A-F]{8}$`));
    expect(file.message_id).toMatch(new RegExp(`^PAYOUTS-${file.id}-[0-9A-F]{8}$`));
    for (const name of [reference, file.message_id]) suffixes.add(name.split("-")[2]);
  }
  expect(suffixes.size).toBe(4);
});
