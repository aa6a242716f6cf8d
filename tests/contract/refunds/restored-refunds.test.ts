import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { adjustRestoredDatabase } from "#api/backup/after-restore.ts";
import { inTransaction } from "#api/db/client.ts";
import { followRefunds } from "#api/refunds/refunds.jobs.ts";
import { sendRefund } from "#api/refunds/send-refunds.ts";
import { providerOf, type TestApi } from "#tests/setup/api/test-api.ts";
import {
  markRefund,
  refundDeposit,
  refundsOf,
  statusOfRefund,
} from "#tests/setup/money/refunds.ts";
import { createStaff } from "#tests/setup/records/offers.ts";
import type { StripeServer } from "#tests/setup/servers/stripe/stripe-server.ts";
import { StripeShop } from "#tests/setup/servers/stripe/stripe-shop.ts";

// Refunds that a backup restores to before they were sent, and times written by a wrong clock.

const HOUR_SECONDS = 60 * 60;
const DAY_SECONDS = 24 * HOUR_SECONDS;

let shop: StripeShop;
let test: TestApi;
let stripe: StripeServer;
beforeAll(async () => {
  shop = await StripeShop.open();
  ({ test, stripe } = shop);
});
afterAll(() => shop.close());
afterEach(() => shop.verify());

/** Creates a refund of 4.00 that Stripe does not accept yet. */
async function createWaiting() {
  const { deposit } = await shop.createPayer();
  const { id: depositId, sessionId } = deposit;
  stripe.fail(["rate limit"], "POST /v1/refunds");
  const staff = await createStaff(test);
  const [refund] = refundsOf(await refundDeposit(staff, depositId, { amount: "4.00" }));
  const id = Number(refund?.id);
  expect(await statusOfRefund(test, id)).toBe("requested");
  const intent = stripe.account.sessions.get(sessionId)?.payment_intent;
  return {
    id,
    sessionId,
    status: () => statusOfRefund(test, id),
    /** Returns the amounts that Stripe has paid back. */
    paid: () =>
      [...stripe.account.refunds.values()]
        .filter((one) => one.payment_intent === intent)
        .map(({ amount }) => amount),
  };
}

/** Pays a waiting refund, and then restores its row from before that. */
async function payAndRestore(refund: { id: number; status(): Promise<string> }) {
  const [before] = await test.database`
    SELECT attempts, due_at, changed_at FROM refunds WHERE id = ${refund.id}`;
  test.clock.advance(HOUR_SECONDS);
  await followRefunds(test.deps);
  expect(await refund.status()).toBe("succeeded");
  stripe.account.events.splice(0);
  await test.database`
    UPDATE refunds SET status = 'requested', provider_key = NULL, repeat_until = NULL,
      attempts = ${before?.attempts}, due_at = ${before?.due_at}, changed_at = ${before?.changed_at}
    WHERE id = ${refund.id}`;
}

describe("a refund of a backup that was paid after it", () => {
  it("is found two days later, and not paid again", async () => {
    const refund = await createWaiting();
    await payAndRestore(refund);
    test.clock.advance(2 * DAY_SECONDS);
    await followRefunds(test.deps);
    expect([await refund.status(), refund.paid()]).toEqual(["succeeded", [400]]);
  });

  it("is found if the shop's own request had not been tried yet", async () => {
    const refund = await createWaiting();
    await payAndRestore(refund);
    await test.database`UPDATE refunds SET attempts = 0, due_at = NULL WHERE id = ${refund.id}`;
    test.clock.advance(2 * DAY_SECONDS);
    await sendRefund(test.deps, refund.id);
    expect([await refund.status(), refund.paid()]).toEqual(["succeeded", [400]]);
  });

  it("is found whatever the clock of the restored shop says", async () => {
    const refund = await createWaiting();
    await payAndRestore(refund);
    test.clock.advance(2 * DAY_SECONDS);
    const options = { documentGap: 0, dropsMails: false };
    const settled = await inTransaction(test.database, (sql) =>
      adjustRestoredDatabase(sql, test.clock.now().toISOString(), options),
    );
    expect(settled.refunds).toBe(1);
    // Stripe has forgotten the key; for the shop the refund was made a minute ago.
    await test.database`
      UPDATE refunds SET created_at = ${test.clock.now()} WHERE id = ${refund.id}`;
    test.clock.advance(60);
    await sendRefund(test.deps, refund.id);
    expect([await refund.status(), refund.paid()]).toEqual(["succeeded", [400]]);
  });

  it("waits while Stripe cannot be asked, and is found then", async () => {
    const refund = await createWaiting();
    await payAndRestore(refund);
    test.clock.advance(2 * DAY_SECONDS);
    stripe.fail(["rate limit"], "GET /v1/refunds");
    await followRefunds(test.deps);
    expect([await refund.status(), refund.paid()]).toEqual(["requested", [400]]);
    test.clock.advance(HOUR_SECONDS);
    await followRefunds(test.deps);
    expect([await refund.status(), refund.paid()]).toEqual(["succeeded", [400]]);
  });

  it("is left to the staff when the account at Stripe does not know its payment", async () => {
    const refund = await createWaiting();
    await payAndRestore(refund);
    stripe.account.sessions.delete(refund.sessionId);
    test.clock.advance(2 * DAY_SECONDS);
    for (const hours of [0, 1, 12, 12]) {
      test.clock.advance(hours * HOUR_SECONDS);
      await followRefunds(test.deps);
    }
    expect([await refund.status(), refund.paid()]).toEqual(["unknown", [400]]);
    const lines = test.logged.filter(
      ({ msg, refundId }) =>
        refundId === refund.id && msg === "the provider does not know a refund",
    );
    expect(lines).toHaveLength(1);
  });

  it("is paid, once, if nobody has paid it", async () => {
    const refund = await createWaiting();
    test.clock.advance(2 * DAY_SECONDS);
    await Promise.all([followRefunds(test.deps), followRefunds(test.deps)]);
    expect([await refund.status(), refund.paid()]).toEqual(["succeeded", [400]]);
  });
});

describe("a refund that was being sent while the clock was ahead", () => {
  /** Sends from a process whose clock is a month ahead, and which dies meanwhile. */
  async function sendAhead(id: number): Promise<void> {
    const provider = providerOf(test, "stripe");
    const { refund: send } = provider;
    test.clock.advance(30 * DAY_SECONDS);
    await new Promise<void>((resolve) => {
      provider.refund = () => {
        resolve();
        return new Promise(() => {});
      };
      void sendRefund(test.deps, id);
    });
    provider.refund = send;
    test.clock.resume();
  }

  it("can be marked, and is not sent again: nobody knows when Stripe got the key", async () => {
    const refund = await createWaiting();
    await sendAhead(refund.id);
    expect(await refund.status()).toBe("unknown");
    test.clock.advance(HOUR_SECONDS);
    await followRefunds(test.deps);
    expect([await refund.status(), refund.paid()]).toEqual(["unknown", []]);
    const [row] = await test.database`
      SELECT repeat_until AS until FROM refunds WHERE id = ${refund.id}`;
    expect(row?.until).toBeNull();
    const staff = await createStaff(test);
    expect((await markRefund({ test, staff }, refund.id, { state: "failed" })).status).toBe(200);
    expect(await refund.status()).toBe("failed");
  });

  it("is claimed again though the claim of the dead process ends in a month", async () => {
    const refund = await createWaiting();
    await sendAhead(refund.id);
    test.clock.advance(HOUR_SECONDS);
    const until = new Date(test.clock.now().getTime() + HOUR_SECONDS * 1_000);
    await test.database`UPDATE refunds SET repeat_until = ${until} WHERE id = ${refund.id}`;
    await followRefunds(test.deps);
    expect([await refund.status(), refund.paid()]).toEqual(["succeeded", [400]]);
  });
});
