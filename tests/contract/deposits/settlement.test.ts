import { createHmac, randomUUID } from "node:crypto";
import fc from "fast-check";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { depositJobs, reconcilePending } from "#api/deposits/deposits.jobs.ts";
import { cardPayoutJobs } from "#api/payouts/card-payouts.ts";
import { refundJobs } from "#api/refunds/refunds.jobs.ts";
import { listViolations } from "#api/wallet/wallet.service.ts";
import { PAYMENT_OUTCOMES } from "#domain/deposits.ts";
import { createMember } from "#tests/factories.ts";
import type { ApiAgent } from "#tests/setup/api/api-agent.ts";
import { createTestApi, providerOf, type TestApi } from "#tests/setup/api/test-api.ts";
import {
  balanceOf,
  lastDepositOf,
  openDeposit,
  sendReport,
  sendWebhook,
  signReport,
  writeReport,
} from "#tests/setup/money/top-up.ts";

let test: TestApi;
beforeAll(async () => {
  test = await createTestApi({ connectionsMax: 20 });
});
afterAll(() => test.close());

let agent: ApiAgent;
beforeEach(async () => {
  test.logged.length = 0;
  agent = (await createMember(test)).agent;
});
afterEach(async () => {
  test.clock.resume();
  expect(await listViolations(test.database)).toEqual([]);
});

const reviewOf = async (id: number) => {
  const [row] = await test.database<{ needs_review: string | null }[]>`
    SELECT needs_review FROM deposits WHERE id = ${id}`;
  return row?.needs_review ?? null;
};

/** Lists the reports that wait for an unknown deposit. */
const listUnmatched = (ref: string) =>
  test.database`SELECT 1 FROM unmatched_reports WHERE report->>'providerRef' = ${ref}`;

describe("a report that is paid", () => {
  it("credits the deposit once, however often it comes", async () => {
    const { ref } = await openDeposit(agent);
    const body = writeReport({ ref });
    for (const sent of [body, body, writeReport({ ref }), body]) {
      const response = await sendWebhook(test, sent);
      expect([response.status, response.body]).toEqual([200, { status: "OK" }]);
    }
    expect(await balanceOf(agent)).toBe(1_000);
    expect(await lastDepositOf(agent)).toMatchObject({ status: "success", error_message: null });
    expect(test.logged.filter(({ msg }) => msg === "late money was credited")).toEqual([]);
  });

  it("credits once out of 50 at the same time, the same event or each its own", async () => {
    for (const eventId of [randomUUID(), undefined]) {
      const before = (await balanceOf(agent)) ?? 0;
      const { ref } = await openDeposit(agent);
      const responses = await Promise.all(
        Array.from({ length: 50 }, () => sendReport(test, { ref, eventId })),
      );
      expect(new Set(responses.map((response) => response.status))).toEqual(new Set([200]));
      expect(await balanceOf(agent)).toBe(before + 1_000);
    }
  });

  it("credits at the rate of the checkout, whatever it is now", async () => {
    await test.database`UPDATE settings SET eur_rate_basis_points = 20000`;
    const { ref } = await openDeposit(agent);
    await test.database`UPDATE settings SET eur_rate_basis_points = DEFAULT`;
    await sendReport(test, { ref });
    expect(await balanceOf(agent)).toBe(2_000);
  });

  it.each([
    [{ amountCents: 999 }, "paid 9.99 EUR instead of 10.00 EUR"],
    [{ amountCents: 1_001 }, "paid 10.01 EUR instead of 10.00 EUR"],
    [{ amountCents: 100_000 }, "paid 1000.00 EUR instead of 10.00 EUR"],
    [{ currency: "USD" }, "paid 10.00 USD instead of 10.00 EUR"],
    [{ currency: "eur" }, "paid 10.00 eur instead of 10.00 EUR"],
  ])("about another amount or currency (%j) credits nothing and calls a person", async (wrong, reason) => {
    const { id, ref } = await openDeposit(agent);
    await sendReport(test, { ref, ...wrong });
    await sendReport(test, { ref, ...wrong });
    // Both are about a known deposit, so neither waits.
    expect(await listUnmatched(ref)).toEqual([]);
    expect(await balanceOf(agent)).toBe(0);
    expect(await lastDepositOf(agent)).toMatchObject({ status: "pending" });
    expect(await reviewOf(id)).toBe(reason);
    const errors = test.logged.filter((line) => line.level === 50);
    expect(errors).toEqual([
      expect.objectContaining({
        msg: "a deposit needs a person to look",
        depositId: id,
        difference: reason,
      }),
    ]);
  });

  it.each([
    "failed",
    "canceled",
    "expired",
  ] as const)("counts also after it was %s", async (was) => {
    const { id, ref } = await openDeposit(agent);
    await sendReport(test, { ref, outcome: was });
    expect(await listUnmatched(ref)).toEqual([]);
    expect(await balanceOf(agent)).toBe(0);
    const status = was === "canceled" ? "failed" : was;
    expect(await lastDepositOf(agent)).toMatchObject({ status, error_code: `payment_${was}` });
    await sendReport(test, { ref });
    expect(await balanceOf(agent)).toBe(1_000);
    expect(await lastDepositOf(agent)).toMatchObject({ status: "success", error_message: null });
    expect(test.logged).toContainEqual(
      expect.objectContaining({ msg: "late money was credited", depositId: id, was: status }),
    );
  });

  it.each([
    "failed",
    "canceled",
    "expired",
    "pending",
  ] as const)("is final: a later %s takes nothing back", async (outcome) => {
    const { ref } = await openDeposit(agent);
    await sendReport(test, { ref });
    await sendReport(test, { ref, outcome });
    expect(await balanceOf(agent)).toBe(1_000);
    expect((await lastDepositOf(agent))?.status).toBe("success");
  });

  it("about a deposit that nobody knows changes nothing, and is kept for the staff", async () => {
    await openDeposit(agent);
    const refs = ["sandbox_0", "sandbox_999999999", "", "'; DROP TABLE deposits; --"];
    for (const ref of refs) {
      const response = await sendReport(test, { ref });
      expect(response.status).toBe(200);
    }
    expect(await balanceOf(agent)).toBe(0);
    const kept = await test.database`SELECT report->>'providerRef' AS ref FROM unmatched_reports`;
    expect(kept.map(({ ref }) => ref)).toEqual(refs);
    const errors = test.logged.filter(({ msg }) => msg === "a report about an unknown deposit");
    expect(errors).toMatchObject(
      refs.map((providerRef) => ({ level: 50, provider: "sandbox", providerRef })),
    );
  });

  it("of the right amount takes a deposit off the list of those to look at", async () => {
    const { id, ref } = await openDeposit(agent);
    await sendReport(test, { ref, amountCents: 999 });
    expect(await reviewOf(id)).toBe("paid 9.99 EUR instead of 10.00 EUR");
    await sendReport(test, { ref });
    expect(await balanceOf(agent)).toBe(1_000);
    expect(await reviewOf(id)).toBeNull();
    expect(test.logged).toContainEqual(
      expect.objectContaining({
        msg: "a review was resolved",
        depositId: id,
        was: "paid 9.99 EUR instead of 10.00 EUR",
      }),
    );
  });

  it("credits its own deposit and no other", async () => {
    const other = (await createMember(test)).agent;
    const [mine, theirs] = [await openDeposit(agent), await openDeposit(other)];
    expect(mine.ref).not.toBe(theirs.ref);
    await sendReport(test, { ref: theirs.ref });
    expect([await balanceOf(agent), await balanceOf(other)]).toEqual([0, 1_000]);
  });
});

describe("a webhook", () => {
  it("is believed for its signature over the very bytes, and for nothing else", async () => {
    const { ref } = await openDeposit(agent);
    const body = writeReport({ ref });
    const good = signReport(test, body);
    const [time = ""] = good.split(",");
    const forged = createHmac("sha256", "guess").update(`${time}.${body}`).digest("hex");
    const unsigned = [
      null,
      "",
      time,
      `${time},v1=`,
      `${time},v1=${"0".repeat(64)}`,
      `${time},v1=${forged}`,
      good.replace("v1=", "v0="),
      good.replace(/t=\d+/, "t=NaN"),
      good.replace(/t=(\d+)/, (_, seconds) => `t=${Number(seconds) + 1}`),
      good.slice(0, -1),
    ];
    for (const signature of unsigned) {
      const response = await sendWebhook(test, body, signature);
      expect(response.status).toBe(400);
      expect(response.error.code).toBe("signature_invalid");
    }
    expect((await sendWebhook(test, `${body} `, good)).status).toBe(400);
    expect((await sendWebhook(test, body.replace("1000", "9000"), good)).status).toBe(400);
    expect(await balanceOf(agent)).toBe(0);
    // During a key rotation, the provider sends one signature for each secret.
    const [, v1] = good.split(",");
    expect((await sendWebhook(test, body, `${time},v1=${forged},${v1}`)).status).toBe(200);
    expect(await balanceOf(agent)).toBe(1_000);
  });

  it("is taken up to 300 seconds old, or early, and not a second more", async () => {
    test.clock.stop(new Date(Math.floor(Date.now() / 1000) * 1000));
    const { ref } = await openDeposit(agent);
    const body = writeReport({ ref });
    const sendAged = (seconds: number) => {
      const at = new Date(test.clock.now().getTime() - seconds * 1000);
      return sendWebhook(test, body, signReport(test, body, at));
    };
    expect((await sendAged(301)).status).toBe(400);
    expect((await sendAged(-301)).status).toBe(400);
    expect((await sendAged(300)).status).toBe(200);
    expect((await sendAged(-300)).status).toBe(200);
    expect(await balanceOf(agent)).toBe(1_000);
  });

  it.each([
    "",
    "[]",
    "null",
    "{}",
    "paid",
    '{"id":1}',
    "\u0000",
    '{"outcome":"given"}',
  ])("that is signed and still no report is rejected: %j", async (body) => {
    const response = await sendWebhook(test, body);
    expect(response.status).toBe(400);
    expect(response.error.code).toBe("malformed_body");
  });

  it("of another provider than the one in use is not found", async () => {
    const { ref } = await openDeposit(agent);
    const body = writeReport({ ref });
    for (const provider of ["stripe", "Sandbox", "x"]) {
      const response = await sendWebhook(test, body, signReport(test, body), provider);
      expect(response.status).toBe(404);
    }
    expect(await balanceOf(agent)).toBe(0);
  });
});

describe("asking the provider", () => {
  const pay = (token: string) => test.database`
    UPDATE sandbox_payments SET status = 'paid', reported_at = now()
    WHERE ref IN (SELECT provider_ref FROM deposits WHERE redirect_url LIKE ${`%${token}`})`;

  it("settles what a lost webhook did not: by the status page", async () => {
    const { id, token } = await openDeposit(agent);
    await pay(token);
    const responses = await Promise.all(
      Array.from({ length: 10 }, () => agent.get(`/api/deposit/status?order_id=${id}`)),
    );
    for (const response of responses)
      expect(response.body).toMatchObject({ order: { status: "success" } });
    expect(await balanceOf(agent)).toBe(1_000);
  });

  it("settles it in the background too, once five minutes have passed", async () => {
    const { token } = await openDeposit(agent);
    await pay(token);
    await reconcilePending(test.deps);
    expect(await balanceOf(agent)).toBe(0);
    test.clock.advance(5 * 60 + 1);
    const jobs = depositJobs(test.deps).filter(({ name }) => name.startsWith("ask about"));
    expect(jobs).toHaveLength(1);
    await Promise.all([...jobs, ...jobs].map((job) => job.run()));
    expect(await balanceOf(agent)).toBe(1_000);
  });

  it("asks the less often the older a deposit is, and still finds its money", async () => {
    const sandbox = providerOf(test);
    const { fetchReport } = sandbox;
    const { id, ref } = await openDeposit(agent);
    const asked: number[] = [];
    for (let minute = 1; minute <= 190; minute += 1) {
      test.clock.advance(60);
      sandbox.fetchReport = async (one) => {
        if (one === ref) asked.push(minute);
        return null;
      };
      await reconcilePending(test.deps);
    }
    sandbox.fetchReport = fetchReport;
    const quick = asked.filter((minute) => minute <= 15);
    expect(quick).toEqual(
      Array.from({ length: quick.length }, (_, n) => 15 - quick.length + 1 + n),
    );
    expect(quick.length).toBeGreaterThanOrEqual(10);
    const gaps = asked.slice(1).map((minute, n) => minute - (asked[n] ?? 0));
    expect(new Set(gaps)).toEqual(new Set([1, 5, 60]));
    expect(gaps).toEqual([...gaps].sort((a, b) => a - b));
    await test.database`UPDATE sandbox_payments SET status = 'paid' WHERE ref = ${ref}`;
    test.clock.advance(3_601);
    await reconcilePending(test.deps);
    // The session has expired by now, so this reads the row.
    const [row] = await test.database`SELECT status FROM deposits WHERE id = ${id}`;
    expect(row).toEqual({ status: "success" });
  });

  it("does not wait for a year after a clock that was a year ahead", async () => {
    const year = 365 * 24 * 60 * 60;
    const { id, token } = await openDeposit(agent);
    const ahead = new Date(test.clock.now().getTime() + year * 1_000);
    await test.database`UPDATE deposits SET created_at = ${ahead}, ask_at = ${ahead} WHERE id = ${id}`;
    await pay(token);
    await reconcilePending(test.deps);
    expect(await balanceOf(agent)).toBe(1_000);
  });

  it("lets no deposit that cannot be asked about stand in the way of others", async () => {
    const sandbox = providerOf(test);
    const { fetchReport } = sandbox;
    const broken = await openDeposit(agent);
    const { token } = await openDeposit(agent);
    await pay(token);
    test.clock.advance(5 * 60 + 1);
    sandbox.fetchReport = async (ref) => {
      if (ref === broken.ref) throw new Error("no response");
      return fetchReport(ref);
    };
    await reconcilePending(test.deps);
    sandbox.fetchReport = fetchReport;
    expect(await balanceOf(agent)).toBe(1_000);
    expect(test.logged).toContainEqual(expect.objectContaining({ depositId: broken.id }));
  });

  it("reaches every pending deposit, however many there are", async () => {
    const opened = await openDeposit(agent);
    await test.database`
      INSERT INTO deposits (user_id, operation_id, body_hash, amount_cents, internal_amount_cents,
        method, provider, provider_ref, contact, created_at)
      SELECT user_id, gen_random_uuid(), 'x', 1000, 1000, method, provider, 'lost_' || n, contact,
        created_at - interval '1 day'
      FROM deposits, generate_series(1, 250) AS n WHERE id = ${opened.id}`;
    const { token } = await openDeposit(agent);
    await pay(token);
    test.clock.advance(5 * 60 + 1);
    await reconcilePending(test.deps);
    expect(await balanceOf(agent)).toBe(1_000);
    await test.database`UPDATE deposits SET status = 'failed' WHERE provider_ref LIKE 'lost%'`;
  });

  it("leaves no trace while nothing changes", async () => {
    const count = async () => (await test.database`SELECT 1 FROM webhook_events`).length;
    const { id } = await openDeposit(agent);
    const before = await count();
    for (let asked = 0; asked < 5; asked++) await agent.get(`/api/deposit/status?order_id=${id}`);
    expect(await count()).toBe(before);
  });
});

it("each job of the money has a name of its own", () => {
  const make = [depositJobs, refundJobs, cardPayoutJobs];
  const names = make.flatMap((jobs) => jobs(test.deps)).map(({ name }) => name);
  expect(names).toEqual([...new Set(names)]);
  expect(names).not.toContain("");
});

it("the same reports end the same, in any order, number, company and way", async () => {
  const report = fc.record({
    outcome: fc.constantFrom(...PAYMENT_OUTCOMES),
    copies: fc.integer({ min: 1, max: 3 }),
    isPolled: fc.boolean(),
  });
  const jobs = depositJobs(test.deps);
  await fc.assert(
    fc.asyncProperty(fc.array(report, { minLength: 1, maxLength: 6 }), async (reports) => {
      const before = (await balanceOf(agent)) ?? 0;
      const { id, ref } = await openDeposit(agent);
      for (const { outcome, copies, isPolled } of reports) {
        const work: Promise<unknown>[] = Array.from({ length: copies }, () =>
          sendReport(test, { ref, outcome }),
        );
        if (isPolled) work.push(agent.get(`/api/deposit/status?order_id=${id}`));
        if (isPolled) work.push(...jobs.map((job) => job.run()));
        await Promise.all(work);
      }
      const isPaid = reports.some(({ outcome }) => outcome === "paid");
      const firstEnd = reports.find(({ outcome }) => outcome !== "pending")?.outcome ?? "pending";
      const ended = firstEnd === "canceled" ? "failed" : firstEnd;
      expect((await lastDepositOf(agent))?.status).toBe(isPaid ? "success" : ended);
      expect(await balanceOf(agent)).toBe(before + (isPaid ? 1_000 : 0));
      expect(await listViolations(test.database)).toEqual([]);
    }),
    { numRuns: 40 },
  );
});
