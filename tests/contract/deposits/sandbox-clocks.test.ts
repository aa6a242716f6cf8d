import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { sendCardPayouts } from "#api/payouts/card-payouts.ts";
import { createSandboxPayouts } from "#api/providers/payouts/sandbox/sandbox-payouts.ts";
import type { ProviderContext } from "#api/providers/provider-modules.ts";
import { createMember } from "#tests/factories.ts";
import { createSandbox, providerOf, type TestApi } from "#tests/setup/api/test-api.ts";
import { confirmCard, giveCard, offerCards } from "#tests/setup/money/cards.ts";
import { createPayer, createShop, playSandbox, refundDeposit } from "#tests/setup/money/refunds.ts";
import { balanceOf, lastDepositOf, openDeposit } from "#tests/setup/money/top-up.ts";
import { createPricedOffer, type Member, offerOf } from "#tests/setup/records/offers.ts";

// Events that both sandboxes postponed while the database's clock was a year ahead do not wait for
// that year.

let test: TestApi;
let staff: Member;
/** Whether the sandboxes' reports get lost. */
let isDown = false;
const withReports = (context: ProviderContext): ProviderContext => ({
  ...context,
  deliver: async (request) =>
    isDown ? new Response(null, { status: 503 }) : context.deliver(request),
});
beforeAll(async () => {
  ({ test, staff } = await createShop({
    payments: (context) => [createSandbox(withReports(context))],
    cardPayouts: (context) => [createSandboxPayouts({ ...withReports(context), settleMs: 60_000 })],
  }));
  await offerCards(test);
});
afterAll(() => test.close());
beforeEach(() => {
  isDown = false;
});

const work = async () => {
  const providers = [providerOf(test), ...test.deps.cardPayouts.all];
  for (const { jobs = [] } of providers) for (const job of jobs) await job.run();
};
/** Postpones all times in this column by a year. */
const postpone = async (table: string, column: string) => {
  const { database } = test;
  const result = await database`
    UPDATE ${database(table)} SET ${database(column)} = ${database(column)} + interval '1 year'
    WHERE ${database(column)} IS NOT NULL`;
  expect(result.count).toBeGreaterThan(0);
};

describe("the sandbox for payments", () => {
  it("pays what is paid later", async () => {
    const { agent } = await createMember(test);
    const { token } = await openDeposit(agent);
    await playSandbox(agent, token, "pay_later");
    await work();
    expect(await balanceOf(agent)).toBe(0);
    await postpone("sandbox_payments", "pays_at");
    await work();
    expect(await balanceOf(agent)).toBe(1_000);
  });

  it("ends its pages", async () => {
    const { agent } = await createMember(test);
    await openDeposit(agent);
    await postpone("sandbox_payments", "expires_at");
    await work();
    expect(await lastDepositOf(agent)).toMatchObject({ status: "expired" });
  });

  it("sends its reports again", async () => {
    const { agent } = await createMember(test);
    const { token } = await openDeposit(agent);
    isDown = true;
    await playSandbox(agent, token, "pay");
    await work();
    isDown = false;
    await postpone("sandbox_payments", "report_after");
    await work();
    expect(await balanceOf(agent)).toBe(1_000);
  });

  it("completes refunds, and reports them", async () => {
    const { deposit } = await createPayer(test, 1_017);
    expect((await refundDeposit(staff, deposit.id)).status).toBe(200);
    const statusOf = async () => {
      const [row] = await test.database`
        SELECT status FROM refunds WHERE deposit_id = ${deposit.id}`;
      return row?.status;
    };
    expect(await statusOf()).toBe("pending");
    await postpone("sandbox_refunds", "completes_at");
    isDown = true;
    await work();
    isDown = false;
    await postpone("sandbox_events", "retry_at");
    await work();
    expect(await statusOf()).toBe("succeeded");
  });
});

describe("the sandbox for payouts to cards", () => {
  it("settles its transfers, and reports them", async () => {
    const maker = await createMember(test, { verificationStatus: "approved", name: "Sam" });
    const offer = await createPricedOffer(test, { staff, maker }, "99.50");
    const confirmed = await confirmCard(maker, offer, await giveCard(maker, offer));
    await sendCardPayouts(test.deps);
    const statusOf = async () => {
      const [row] = await test.database`
        SELECT status FROM payouts WHERE id = ${Number(offerOf(confirmed).payout?.id)}`;
      return row?.status;
    };
    expect(await statusOf()).toBe("sent");
    await postpone("sandbox_transfers", "next_at");
    isDown = true;
    await work();
    isDown = false;
    await postpone("sandbox_transfers", "report_after");
    await work();
    expect(await statusOf()).toBe("settled");
  });
});
