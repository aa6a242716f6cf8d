import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { checkoutResponseSchema } from "#api/contract/deposits.ts";
import { depositJobs, expireUnopenedDeposits } from "#api/deposits/deposits.jobs.ts";
import { listViolations } from "#api/wallet/wallet.service.ts";
import { createMember, PASSWORD } from "#tests/factories.ts";
import type { ApiAgent } from "#tests/setup/api/api-agent.ts";
import {
  createSandbox,
  createTestApi,
  providerOf,
  type TestApi,
} from "#tests/setup/api/test-api.ts";
import { balanceOf, fillDeposit, lastDepositOf, sendReport } from "#tests/setup/money/top-up.ts";
import { createStaff } from "#tests/setup/records/offers.ts";

// Deposits whose checkout was interrupted between their row and their payment page (I8, I18).

const MINUTES = 60;
const REASON = "The payment page could not be opened. No money was taken.";

let test: TestApi;
let agent: ApiAgent;
beforeAll(async () => {
  test = await createTestApi({
    connectionsMax: 20,
    payments: (context) => [
      createSandbox({
        ...context,
        // The shop does not respond to some reports.
        deliver: async (request) =>
          (await request.clone().text()).includes('"sandbox_9000000')
            ? new Response(null, { status: 503 })
            : context.deliver(request),
      }),
    ],
  });
});
beforeEach(async () => {
  test.logged.length = 0;
  agent = (await createMember(test)).agent;
});
afterEach(async () => {
  test.clock.resume();
  expect(await listViolations(test.database)).toEqual([]);
});
afterAll(() => test.close());

type CutOff = { id: number; ref: string; body: Record<string, unknown> };

/** Runs a checkout that dies before the page is created, or before its reference is stored. */
async function cutOff(when: "before the page" | "after the page"): Promise<CutOff> {
  const payments = providerOf(test);
  const { createCheckout } = payments;
  payments.createCheckout = async (request) => {
    if (when === "after the page") await createCheckout(request);
    throw new Error("the process died");
  };
  const body = fillDeposit();
  const response = await agent.post("/api/deposit/checkout", body);
  payments.createCheckout = createCheckout;
  expect(response.status).toBe(502);
  const id = Number((await lastDepositOf(agent))?.id);
  return { id, ref: `sandbox_${id}`, body };
}

const refOf = async (id: number) => {
  const [row] = await test.database`SELECT provider_ref FROM deposits WHERE id = ${id}`;
  return row?.provider_ref;
};

describe("a deposit that was cut off", () => {
  it("before its page was made expires by itself, and says that nothing was taken", async () => {
    await cutOff("before the page");
    test.clock.advance(14 * MINUTES);
    await expireUnopenedDeposits(test.deps);
    expect(await lastDepositOf(agent)).toMatchObject({ status: "pending" });
    test.clock.advance(2 * MINUTES);
    await expireUnopenedDeposits(test.deps);
    expect(await lastDepositOf(agent)).toMatchObject({
      status: "expired",
      error_message: REASON,
      error_code: "payment_page_failed",
    });
  });

  it("expires too if the clock was a year ahead when it began", async () => {
    const { id } = await cutOff("before the page");
    await test.database`
      UPDATE deposits SET created_at = created_at + interval '365 days' WHERE id = ${id}`;
    await expireUnopenedDeposits(test.deps);
    expect(await lastDepositOf(agent)).toMatchObject({ status: "expired" });
  });

  it("can be sent again in time, and not after it has expired", async () => {
    const retried = await cutOff("before the page");
    expect((await agent.post("/api/deposit/checkout", retried.body)).status).toBe(200);
    expect(await refOf(retried.id)).toBe(retried.ref);

    const late = await cutOff("before the page");
    test.clock.advance(16 * MINUTES);
    await expireUnopenedDeposits(test.deps);
    const rejected = await agent.post("/api/deposit/checkout", late.body);
    expect(rejected.rejection).toEqual([409, "deposit_expired"]);
    expect(await refOf(late.id)).toBeNull();
    const pages = await test.database`SELECT 1 FROM sandbox_payments WHERE ref = ${late.ref}`;
    expect(pages).toHaveLength(0);
  });

  it.each([
    "before it is sent again",
    "while its page opens",
  ])("leads to its status when staff settle it %s", async (moment) => {
    const staff = await createStaff(test);
    const { id, body } = await cutOff("before the page");
    const settle = () =>
      staff.agent.post(`/api/staff/deposits/${id}/settle`, { evidence: "Statement" });
    const payments = providerOf(test);
    const { createCheckout } = payments;
    if (moment === "while its page opens") {
      payments.createCheckout = async (request) => {
        expect((await settle()).status).toBe(200);
        return { ...(await createCheckout(request)), providerRef: "another" };
      };
    } else expect((await settle()).status).toBe(200);
    const again = await agent.post("/api/deposit/checkout", body);
    payments.createCheckout = createCheckout;
    expect(again.as(checkoutResponseSchema)).toMatchObject({
      order_id: id,
      redirect_url: expect.stringMatching(new RegExp(`/en/processing-payment\\?order_id=${id}$`)),
    });
    expect(await balanceOf(agent)).toBe(1_000);
  });

  it("after its page was made is found again, and ends as its page does", async () => {
    const { id, ref } = await cutOff("after the page");
    test.clock.advance(16 * MINUTES);
    await expireUnopenedDeposits(test.deps);
    expect(await lastDepositOf(agent)).toMatchObject({ status: "pending" });
    test.clock.advance(30 * MINUTES);
    for (const job of depositJobs(test.deps)) await job.run();
    expect(await refOf(id)).toBe(ref);
    expect(await lastDepositOf(agent)).toMatchObject({ status: "expired" });
  });

  it("is credited when its page is paid, before and after it was found again", async () => {
    for (const isFound of [false, true]) {
      const before = (await balanceOf(agent)) ?? 0;
      const { ref } = await cutOff("after the page");
      test.clock.advance(16 * MINUTES);
      if (isFound) await expireUnopenedDeposits(test.deps);
      const responses = await Promise.all(
        Array.from({ length: 10 }, () => sendReport(test, { ref })),
      );
      expect(responses.map(({ status }) => status)).toEqual(Array(10).fill(200));
      expect(await balanceOf(agent)).toBe(before + 1_000);
    }
  });

  it("is credited when money comes although it has expired", async () => {
    const { ref } = await cutOff("before the page");
    test.clock.advance(16 * MINUTES);
    await expireUnopenedDeposits(test.deps);
    expect((await sendReport(test, { ref })).status).toBe(200);
    expect(await balanceOf(agent)).toBe(1_000);
    expect(await lastDepositOf(agent)).toMatchObject({ status: "success", error_message: null });
  });

  it("stays as it is while the provider cannot be asked, and keeps no other waiting", async () => {
    const unknown = await cutOff("before the page");
    await cutOff("before the page");
    const sandbox = providerOf(test);
    const { findReport } = sandbox;
    sandbox.findReport = async (deposit) => {
      if (deposit.depositId === unknown.id) throw new Error("no response");
      return findReport(deposit);
    };
    test.clock.advance(16 * MINUTES);
    await expireUnopenedDeposits(test.deps);
    sandbox.findReport = findReport;
    expect(await lastDepositOf(agent)).toMatchObject({ status: "expired" });
    const [row] = await test.database`SELECT status FROM deposits WHERE id = ${unknown.id}`;
    expect(row?.status).toBe("pending");
    expect(test.logged).toContainEqual(expect.objectContaining({ depositId: unknown.id }));
  });

  it("gives its reference to no deposit that has one", async () => {
    const { id } = await cutOff("after the page");
    await test.database`UPDATE deposits SET provider_ref = 'another' WHERE id = ${id}`;
    await sendReport(test, { ref: `sandbox_${id}` });
    expect(await refOf(id)).toBe("another");
    expect(await balanceOf(agent)).toBe(0);
    await test.database`UPDATE deposits SET status = 'failed' WHERE id = ${id}`;
  });
});

describe("deleting an account", () => {
  const remove = (by: ApiAgent) => by.delete("/api/user/delete", { password: PASSWORD });

  it("waits for a deposit whose page is being opened", async () => {
    const payments = providerOf(test);
    const { createCheckout } = payments;
    let rejected: Awaited<ReturnType<typeof remove>> | null = null;
    payments.createCheckout = async (request) => {
      rejected = await remove(agent);
      return createCheckout(request);
    };
    const response = await agent.post("/api/deposit/checkout", fillDeposit());
    payments.createCheckout = createCheckout;
    expect(response.status).toBe(200);
    expect(rejected).toMatchObject({ status: 422, body: { code: "deposit_pending" } });
    await sendReport(test, { ref: String(await refOf(Number((await lastDepositOf(agent))?.id))) });
    expect(await balanceOf(agent)).toBe(1_000);
  });

  it("leaves no pending deposit behind, whichever of the two comes first", async () => {
    const members = await Promise.all(Array.from({ length: 20 }, () => createMember(test)));
    await Promise.all(
      members.flatMap(({ agent: member }) => [
        member.post("/api/deposit/checkout", fillDeposit()),
        remove(member),
      ]),
    );
    const rows = await test.database`
      SELECT deposits.id FROM deposits JOIN users ON users.id = user_id
      WHERE deleted_at IS NOT NULL AND deposits.status = 'pending'`;
    expect([...rows]).toEqual([]);
  });

  it("is possible again once a deposit that was cut off has expired", async () => {
    await cutOff("before the page");
    expect((await remove(agent)).status).toBe(422);
    test.clock.advance(16 * MINUTES);
    await expireUnopenedDeposits(test.deps);
    expect((await remove(agent)).status).toBe(200);
  });
});

describe("reports that nobody accepts", () => {
  it("are sent more and more rarely, and never keep others waiting", async () => {
    test.clock.stop();
    await test.database`
      INSERT INTO sandbox_payments (token_hash, ref, amount_cents, currency, method, description,
        success_url, cancel_url, status, expires_at)
      SELECT sha256(n::text::bytea), 'sandbox_9000000' || lpad(n::text, 3, '0'), 1000, 'EUR', 'card', '',
        '', '', 'paid', now() + interval '1 hour' FROM generate_series(1, 150) AS n`;
    const work = async () => {
      for (const job of depositJobs(test.deps)) await job.run();
    };
    const triesOf = async () => {
      const rows = await test.database<{ tries: number; count: number }[]>`
        SELECT report_tries AS tries, count(*)::int AS count FROM sandbox_payments
        WHERE ref LIKE 'sandbox_9000000%' GROUP BY 1 ORDER BY 1`;
      return rows.map(({ tries, count }) => [tries, count]);
    };
    for (let round = 0; round < 4; round++) await work();
    // Each was sent twice at once; now all of them wait.
    expect(await triesOf()).toEqual([[2, 150]]);

    const { ref } = await cutOff("after the page");
    await test.database`UPDATE sandbox_payments SET status = 'paid' WHERE ref = ${ref}`;
    test.clock.advance(5);
    await work();
    expect(await balanceOf(agent)).toBe(1_000);
    await test.database`DELETE FROM sandbox_payments WHERE ref LIKE 'sandbox_9000000%'`;
  });
});

describe("what is kept of payment events", () => {
  it("goes after 400 days", async () => {
    await test.database`DELETE FROM webhook_events`;
    await test.database`
      INSERT INTO webhook_events (provider, event_id, received_at) VALUES
        ('sandbox', 'old', now() - interval '401 days'),
        ('sandbox', 'young', now() - interval '399 days')`;
    for (const job of depositJobs(test.deps)) await job.run();
    const rows = await test.database`SELECT event_id FROM webhook_events`;
    expect(rows.map((row) => row.event_id)).toEqual(["young"]);
  });
});

describe("a deposit that a report found first", () => {
  it("leads to its page once that is paid, and is paid once", async () => {
    const before = (await balanceOf(agent)) ?? 0;
    const { id, ref, body } = await cutOff("after the page");
    expect((await sendReport(test, { ref })).status).toBe(200);
    expect(await refOf(id)).toBe(ref);
    const again = await agent.post("/api/deposit/checkout", body);
    expect(again.status).toBe(200);
    expect(again.as(checkoutResponseSchema)).toMatchObject({
      order_id: id,
      redirect_url: expect.stringContaining("/sandbox-payment/"),
    });
    expect(await lastDepositOf(agent)).toMatchObject({ id, status: "success" });
    expect(await balanceOf(agent)).toBe(before + 1_000);
  });
});
