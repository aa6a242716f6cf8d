import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { documentResponseSchema, documentsResponseSchema } from "#api/contract/documents.ts";
import { purchaseHistoryResponseSchema } from "#api/contract/purchases.ts";
import { ANY_KEY } from "#api/providers/provider-modules.ts";
import { applyRefundReport } from "#api/refunds/change-refund.ts";
import { runRefundCommand } from "#api/refunds/refund-command.ts";
import { followRefunds } from "#api/refunds/refunds.jobs.ts";
import { getWalletCents } from "#api/wallet/wallet.queries.ts";
import { listViolations } from "#api/wallet/wallet.service.ts";
import { createMember, giveCredits } from "#tests/factories.ts";
import { providerOf, type TestApi } from "#tests/setup/api/test-api.ts";
import {
  buy,
  createPayer,
  createShop,
  mailsTo,
  markRefund,
  refundDeposit,
  refundOrder,
  refundsOf,
  statusOfRefund,
} from "#tests/setup/money/refunds.ts";
import { balanceOf } from "#tests/setup/money/top-up.ts";
import { createStaff, type Member } from "#tests/setup/records/offers.ts";

let test: TestApi;
let staff: Member;
beforeAll(async () => {
  ({ test, staff } = await createShop());
});
afterAll(() => test.close());
afterEach(async () => {
  test.clock.resume();
  expect(await listViolations(test.database)).toEqual([]);
});

const PAID_ALL_THE_SAME = "a refund that had failed was paid all the same";
const work = async () => {
  for (const job of providerOf(test).jobs ?? []) await job.run();
};

describe("a refund of an order", () => {
  it("credits the wallet, closes the download and lets the product be bought again", async () => {
    const { agent, email } = await createPayer(test);
    const { orderId, productId } = await buy(test, agent);
    expect(await balanceOf(agent)).toBe(600);
    const [refund] = refundsOf(await refundOrder(staff, orderId));
    expect(refund).toMatchObject({ status: "succeeded", amount: "4.00", money: null });
    expect(await balanceOf(agent)).toBe(1_000);
    const download = await agent.get(`/api/purchase/${orderId}/download`);
    expect(download.rejection).toEqual([409, "order_refunded"]);
    const image = await agent.post("/api/purchase/generate-image", { prompt_id: productId });
    expect(image.error.code).toBe("prompt_not_owned");
    const history = (await agent.get("/api/purchase/history")).as(purchaseHistoryResponseSchema);
    expect(history.payload).toMatchObject([{ id: orderId, status: "refunded", prompt: null }]);
    const owned = await agent.get(`/api/purchase/history?product_id=${productId}`);
    expect(owned.as(purchaseHistoryResponseSchema).payload).toEqual([]);
    const again = await buy(test, agent, { productId });
    expect(again.orderId).not.toBe(orderId);
    expect(await balanceOf(agent)).toBe(600);
    expect(await mailsTo(test, email)).toContain("Your refund: 4.00\u00a0credits");
  });

  it("in parts leaves it open until the last one, and never goes beyond the price", async () => {
    const { agent } = await createPayer(test);
    const { orderId } = await buy(test, agent);
    expect((await refundOrder(staff, orderId, { amount: "1.50" })).status).toBe(200);
    expect((await agent.get(`/api/purchase/${orderId}/download`)).status).toBe(200);
    const tooMuch = await refundOrder(staff, orderId, { amount: "2.51" });
    expect(tooMuch.rejection).toEqual([422, "refund_too_large"]);
    expect(tooMuch.error.params).toEqual({ amount: "2.50" });
    expect((await refundOrder(staff, orderId, { amount: "2.50" })).status).toBe(200);
    expect((await refundOrder(staff, orderId)).error.code).toBe("order_refunded");
    expect(await balanceOf(agent)).toBe(1_000);
  });

  it("goes on to the payment's source, the rest of it stays on the balance", async () => {
    const { agent, id } = await createPayer(test, 300);
    await giveCredits(test.database, id, 200);
    const { orderId } = await buy(test, agent, { priceCents: 450 });
    const made = refundsOf(await refundOrder(staff, orderId, { destination: "source" }));
    expect(made).toMatchObject([
      { order_id: orderId, amount: "4.50" },
      { order_id: null, amount: "3.00", money: "3.00" },
    ]);
    expect(await balanceOf(agent)).toBe(200);
    expect(await statusOfRefund(test, made[1]?.id ?? 0)).toBe("succeeded");
  });

  it("is one refund, however often its operation is sent, and however parallel", async () => {
    const { agent } = await createPayer(test);
    const { orderId } = await buy(test, agent);
    const operation_id = randomUUID();
    const same = await Promise.all(
      Array.from({ length: 20 }, () =>
        refundOrder(staff, orderId, { operation_id, amount: "1.00" }),
      ),
    );
    const ids = same.map((response) => refundsOf(response)[0]?.id);
    expect(new Set(ids).size).toBe(1);
    const other = await refundOrder(staff, orderId, { operation_id, amount: "2.00" });
    expect(other.error.code).toBe("operation_conflict");
    expect(await balanceOf(agent)).toBe(700);
  });

  it("is not made by the operation of another one", async () => {
    const { agent } = await createPayer(test);
    const { orderId } = await buy(test, agent);
    const sent = { operation_id: randomUUID(), amount: "1.00", destination: "wallet" };
    expect((await refundOrder(staff, orderId, sent)).status).toBe(200);
    const others = [
      await refundOrder(staff, orderId, { ...sent, destination: "source" }),
      await refundOrder(staff, orderId, { ...sent, amount: undefined }),
      await refundOrder(staff, orderId, { ...sent, reason: "Another reason" }),
      await refundOrder(await createStaff(test), orderId, sent),
    ];
    expect(others.map(({ error }) => error.code)).toEqual(Array(4).fill("operation_conflict"));
    expect((await refundOrder(staff, orderId, { ...sent, amount: "1" })).status).toBe(200);
    expect(await balanceOf(agent)).toBe(700);
  });

  it("of two orders by one operation at the same moment is made of one of them", async () => {
    const [one, other] = [await createPayer(test), await createPayer(test)];
    const orders = [await buy(test, one.agent), await buy(test, other.agent)];
    for (let round = 0; round < 3; round += 1) {
      const sent = { operation_id: randomUUID(), amount: "1.00" };
      const responses = await Promise.all(
        orders.map(({ orderId }) => refundOrder(staff, orderId, sent)),
      );
      expect(responses.map(({ status }) => status).sort()).toEqual([200, 422]);
      const [rejected] = responses.filter(({ status }) => status === 422);
      expect(rejected?.error.code).toBe("operation_conflict");
    }
  });

  it("of 20 at once to both destinations gives back the price once", async () => {
    const { agent } = await createPayer(test);
    const { orderId } = await buy(test, agent, { priceCents: 900 });
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        refundOrder(staff, orderId, { destination: n % 2 === 0 ? "wallet" : "source" }),
      ),
    );
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    const [sums] = await test.database`
      SELECT sum(amount_cents)::int AS cents FROM refunds WHERE order_id = ${orderId}`;
    expect(sums?.cents).toBe(900);
  });

  it("of an unknown order, without a reason or with an odd amount is rejected", async () => {
    expect((await refundOrder(staff, 999_999_999)).status).toBe(404);
    const { agent } = await createPayer(test);
    const { orderId } = await buy(test, agent);
    for (const wrong of [{ reason: " " }, { amount: "0" }, { amount: "-1" }, { amount: "1.005" }]) {
      expect((await refundOrder(staff, orderId, wrong)).status).toBe(422);
    }
    expect(await balanceOf(agent)).toBe(600);
  });
});

describe("a refund of a deposit", () => {
  it("is paid back by the provider and leaves the wallet", async () => {
    const { agent, deposit, email } = await createPayer(test);
    const [refund] = refundsOf(await refundDeposit(staff, deposit.id, { amount: "4.00" }));
    expect(await balanceOf(agent)).toBe(600);
    expect(await statusOfRefund(test, refund?.id ?? 0)).toBe("succeeded");
    const refundMails = (await mailsTo(test, email)).filter((subject) => subject.includes("€4"));
    expect(refundMails).toEqual(["€4.00 has been paid back"]);
    const about = `/api/documents?deposit_id=${deposit.id}`;
    const documents = (await agent.get(about)).as(documentsResponseSchema).payload;
    expect(documents.map(({ kind }) => kind)).toEqual(["deposit_receipt", "deposit_refund"]);
    const { sheet } = (await agent.get(`/api/documents/${documents[1]?.id}`)).as(
      documentResponseSchema,
    ).payload;
    expect([sheet.number, sheet.totals]).toEqual([
      `REFUND-${refund?.id}`,
      [
        { label: "Amount paid back", value: "€4.00", is_total: true },
        { label: "Taken from your balance", value: "4.00\u00a0credits", is_total: false },
      ],
    ]);
    const [rest] = refundsOf(await refundDeposit(staff, deposit.id));
    expect(rest).toMatchObject({ amount: "6.00", money: "6.00" });
    for (const amount of [undefined, "0.01"]) {
      expect((await refundDeposit(staff, deposit.id, { amount })).error.code).toBe(
        "refund_impossible",
      );
    }
    expect(await balanceOf(agent)).toBe(0);
  });

  it("that was spent gives back what is left of it", async () => {
    const { agent, deposit } = await createPayer(test);
    await buy(test, agent, { priceCents: 700 });
    const tooMuch = await refundDeposit(staff, deposit.id, { amount: "10.00" });
    expect([tooMuch.error.code, tooMuch.error.params]).toEqual([
      "refund_too_large",
      { amount: "3.00" },
    ]);
    const [refund] = refundsOf(await refundDeposit(staff, deposit.id));
    expect(refund?.amount).toBe("3.00");
    expect((await refundDeposit(staff, deposit.id)).error.code).toBe("refund_impossible");
  });

  it("of 20 at once pays back once, and never more than the wallet has", async () => {
    const { agent, deposit } = await createPayer(test);
    await Promise.all([
      ...Array.from({ length: 20 }, () => refundDeposit(staff, deposit.id, { amount: "3.00" })),
      ...Array.from({ length: 3 }, () => buy(test, agent, { priceCents: 300 }).catch(() => null)),
    ]);
    const balance = (await balanceOf(agent)) ?? -1;
    expect(balance).toBe(100);
    const paid = await test.database`
      SELECT 1 FROM sandbox_refunds WHERE payment_ref = ${deposit.ref}`;
    const made = await test.database`SELECT 1 FROM refunds WHERE deposit_id = ${deposit.id}`;
    expect(paid).toHaveLength(made.length);
  });

  it("keeps to whole cents at any rate, and its parts sum to what was paid", async () => {
    await test.database`UPDATE settings SET eur_rate_basis_points = 33333`;
    const { deposit } = await createPayer(test, 100);
    await test.database`UPDATE settings SET eur_rate_basis_points = DEFAULT`;
    for (const amount of ["1.11", "1.11", "1.11"]) {
      expect((await refundDeposit(staff, deposit.id, { amount })).status).toBe(200);
    }
    const [sums] = await test.database`
      SELECT sum(money_cents)::int AS money, sum(amount_cents)::int AS credits FROM refunds
      WHERE deposit_id = ${deposit.id}`;
    expect(sums).toEqual({ money: 100, credits: 333 });
  });

  it("pays back exactly the rest after a part failed, at any rate", async () => {
    await test.database`UPDATE settings SET eur_rate_basis_points = 20000`;
    const { agent, deposit } = await createPayer(test);
    await test.database`UPDATE settings SET eur_rate_basis_points = DEFAULT`;
    const moneyOf = async (body: Record<string, unknown>) => {
      const [refund] = refundsOf(await refundDeposit(staff, deposit.id, body));
      return { id: refund?.id ?? 0, money: refund?.money };
    };
    const first = await moneyOf({ amount: "0.03" });
    expect((await moneyOf({ amount: "0.03" })).money).toBe("0.02");
    const mark = { state: "failed", evidence: "The bank returned it" };
    expect((await markRefund({ test, staff }, first.id, mark)).status).toBe(200);
    await test.database`
      UPDATE sandbox_refunds SET outcome = 'failed' WHERE refund_id = ${first.id}`;
    const rest = await moneyOf({});
    expect(rest.money).toBe("9.98");
    expect(await statusOfRefund(test, rest.id)).toBe("succeeded");
    expect(await balanceOf(agent)).toBe(0);
  });

  it("that fails at the provider is credited again, once", async () => {
    const { agent, deposit } = await createPayer(test);
    const [refund] = refundsOf(await refundDeposit(staff, deposit.id, { amount: "2.13" }));
    await work();
    await work();
    expect(await statusOfRefund(test, refund?.id ?? 0)).toBe("failed");
    expect(await balanceOf(agent)).toBe(1_000);
    const all = refundsOf(await refundDeposit(staff, deposit.id));
    expect(all).toMatchObject([{ amount: "10.00" }]);
  });

  it("that comes back after it was paid has a correction of its receipt, once", async () => {
    const { agent, deposit, email } = await createPayer(test);
    const [refund] = refundsOf(await refundDeposit(staff, deposit.id, { amount: "4.00" }));
    const id = Number(refund?.id);
    const named = { refundId: id, refundKey: ANY_KEY };
    const report = { ...named, outcome: "failed" } as const;
    const logged = () =>
      test.logged.filter(({ msg, refundId }) => msg === PAID_ALL_THE_SAME && refundId === id);
    const paid = { ...named, outcome: "succeeded" } as const;
    for (const sent of [paid, report, report]) {
      expect(await applyRefundReport(test.deps, "sandbox", sent)).toBe(true);
    }
    expect(logged()).toEqual([]);
    // Kept for a person to review.
    expect(await applyRefundReport(test.deps, "sandbox", paid)).toBe(false);
    expect(logged()).toHaveLength(1);
    expect(await balanceOf(agent)).toBe(1_000);
    expect((await mailsTo(test, email)).slice(-2)).toEqual([
      "€4.00 has been paid back",
      "Your refund of €4.00 did not arrive",
    ]);
    const about = `/api/documents?deposit_id=${deposit.id}`;
    const documents = (await agent.get(about)).as(documentsResponseSchema).payload;
    expect(documents.map(({ number }) => number).slice(1)).toEqual([
      `REFUND-${refund?.id}`,
      `REFUND-CORRECTION-${refund?.id}`,
    ]);
    const { sheet } = (await agent.get(`/api/documents/${documents[2]?.id}`)).as(
      documentResponseSchema,
    ).payload;
    expect(sheet.totals.map(({ label, value }) => [label, value])).toEqual([
      ["Amount not paid back", "€4.00"],
      ["Credited to your balance", "4.00\u00a0credits"],
    ]);
    const corrected = sheet.facts.find(({ label }) => label === "Corrects receipt");
    expect(corrected?.value).toContain(`REFUND-${refund?.id} (`);
    const [mail] = await test.database`
      SELECT document_ids::text AS ids FROM mails WHERE recipient = ${email} ORDER BY id DESC LIMIT 1`;
    expect(mail?.ids).toBe(`{${documents[2]?.id}}`);
  });

  it("that is slow is pending until the provider's report", async () => {
    const { agent, deposit, email } = await createPayer(test);
    const [refund] = refundsOf(await refundDeposit(staff, deposit.id, { amount: "2.17" }));
    const receipts = async () => {
      const response = await agent.get(`/api/documents?deposit_id=${deposit.id}`);
      const { payload } = response.as(documentsResponseSchema);
      return payload.filter(({ kind }) => kind === "deposit_refund").length;
    };
    expect(await statusOfRefund(test, refund?.id ?? 0)).toBe("pending");
    expect(await receipts()).toBe(0);
    expect((await mailsTo(test, email)).at(-1)).toBe("Your refund: €2.17");
    test.clock.advance(120);
    await work();
    expect(await statusOfRefund(test, refund?.id ?? 0)).toBe("succeeded");
    expect([await balanceOf(agent), await receipts()]).toEqual([783, 1]);
  });

  it("whose outcome nobody knows is sent again for a day, then left to the staff", async () => {
    const { id: payerId, deposit } = await createPayer(test);
    const sandbox = providerOf(test);
    const { refund: send, findRefund } = sandbox;
    const sent: number[] = [];
    sandbox.refund = async ({ refundId }) => {
      sent.push(refundId);
      throw new Error("no response");
    };
    const asked: number[] = [];
    sandbox.findRefund = async ({ refundId }) => {
      asked.push(refundId);
      return null;
    };
    const [refund] = refundsOf(await refundDeposit(staff, deposit.id, { amount: "4.00" }));
    const id = Number(refund?.id);
    const counts = () => [asked, sent].map((ids) => ids.filter((other) => other === id).length);
    // It may still be under way.
    await followRefunds(test.deps);
    expect(counts()).toEqual([0, 1]);
    for (const minutes of [2, 4, 8, 16, 32, 60, 60]) {
      const before = counts();
      test.clock.advance(minutes * 60 - 1);
      await followRefunds(test.deps);
      expect(counts()).toEqual(before);
      test.clock.advance(1);
      await Promise.all([followRefunds(test.deps), followRefunds(test.deps)]);
      expect(counts()).toEqual(before.map((count) => count + 1));
    }
    const linesOf = (msg: string) =>
      test.logged.filter((line) => line.msg === msg && line.refundId === id).length;
    expect(linesOf("the outcome of a refund is unknown")).toBe(1);
    test.clock.advance(24 * 60 * 60);
    for (const times of [9, 10]) {
      await followRefunds(test.deps);
      expect(counts()).toEqual([times - 1, 8]);
      expect(linesOf("the provider does not know a refund")).toBe(1);
      test.clock.advance(60 * 60);
    }
    sandbox.findRefund = findRefund;
    sandbox.refund = send;
    expect([await statusOfRefund(test, id), await getWalletCents(test.database, payerId)]).toEqual([
      "unknown",
      600,
    ]);
    const next = { test, staff: await createStaff(test) };
    expect((await markRefund(next, id, { state: "failed" })).status).toBe(200);
    expect(await getWalletCents(test.database, payerId)).toBe(1_000);
  });

  it("whose response was lost is found out by the job", async () => {
    const { agent, deposit } = await createPayer(test);
    const [refund] = refundsOf(await refundDeposit(staff, deposit.id, { amount: "2.19" }));
    const id = Number(refund?.id);
    await test.database`DELETE FROM sandbox_events`;
    expect(await statusOfRefund(test, id)).toBe("unknown");
    test.clock.advance(400);
    await followRefunds(test.deps);
    expect([await statusOfRefund(test, id), await balanceOf(agent)]).toEqual(["succeeded", 781]);
  });

  it("cannot be marked as failed while it is being sent", async () => {
    const { agent, deposit } = await createPayer(test);
    const sandbox = providerOf(test);
    const { refund: send } = sandbox;
    const marks: (string | undefined)[] = [];
    sandbox.refund = async (request) => {
      marks.push(
        (await markRefund({ test, staff }, request.refundId, { state: "failed" })).error.code,
      );
      return send(request);
    };
    const [refund] = refundsOf(await refundDeposit(staff, deposit.id, { amount: "4.00" }));
    sandbox.refund = send;
    expect(marks).toEqual(["refund_changed"]);
    expect(await statusOfRefund(test, refund?.id ?? 0)).toBe("succeeded");
    expect(await balanceOf(agent)).toBe(600);
  });

  it("that was cut off before the provider was asked is sent by the job, once", async () => {
    const { agent, deposit } = await createPayer(test);
    const text = await runRefundCommand(test.deps, [
      "deposit",
      String(deposit.id),
      "5.00",
      "Asked",
    ]);
    expect(text).toContain("5.00 of deposit");
    expect(await balanceOf(agent)).toBe(500);
    await Promise.all([followRefunds(test.deps), followRefunds(test.deps)]);
    const paid = await test.database`
      SELECT outcome FROM sandbox_refunds WHERE payment_ref = ${deposit.ref}`;
    expect([...paid]).toEqual([{ outcome: "succeeded" }]);
  });

  it("is marked by the staff with evidence where the provider says nothing", async () => {
    const { agent, deposit } = await createPayer(test);
    const sandbox = providerOf(test);
    const { refund: send } = sandbox;
    sandbox.refund = async () => {
      throw new Error("no response");
    };
    const [refund] = refundsOf(await refundDeposit(staff, deposit.id, { amount: "4.00" }));
    const [arrived] = refundsOf(await refundDeposit(staff, deposit.id));
    sandbox.refund = send;
    const mark = (state: string, id = refund?.id) => markRefund({ test, staff }, id, { state });
    expect((await mark("succeeded", arrived?.id)).status).toBe(200);
    expect(await statusOfRefund(test, arrived?.id ?? 0)).toBe("succeeded");
    expect(await balanceOf(agent)).toBe(0);
    expect((await mark("failed")).status).toBe(200);
    expect((await mark("failed")).status).toBe(200);
    expect(await balanceOf(agent)).toBe(400);
    const late = await mark("succeeded");
    expect(late.rejection).toEqual([409, "refund_changed"]);
  });

  it("is not marked by a page that shows an earlier status", async () => {
    const { agent, deposit } = await createPayer(test);
    const [refund] = refundsOf(await refundDeposit(staff, deposit.id, { amount: "4.00" }));
    expect(await statusOfRefund(test, refund?.id ?? 0)).toBe("succeeded");
    const path = `/api/staff/refunds/${refund?.id}/mark`;
    const body = { state: "failed", evidence: "Dashboard" };
    for (const seen of ["unknown", "pending", "failed"]) {
      expect((await staff.agent.post(path, { ...body, seen })).error.code).toBe("refund_changed");
    }
    expect((await staff.agent.post(path, body)).status).toBe(422);
    expect(await balanceOf(agent)).toBe(600);
    expect((await staff.agent.post(path, { ...body, seen: "succeeded" })).status).toBe(200);
    expect(await balanceOf(agent)).toBe(1_000);
  });

  it("is marked as an outcome only, and the error does not list the words of the API", async () => {
    for (const state of ["done", "", 7, undefined]) {
      const body = { state, evidence: "Dashboard", seen: "unknown" };
      const response = await staff.agent.post("/api/staff/refunds/7/mark", body);
      expect(response.status).toBe(422);
      expect(response.body).toMatchObject({
        errors: { state: ["Please choose one."] },
        error_codes: { state: [{ code: "choice_required" }] },
      });
    }
  });

  it("waits while its provider is not configured, and may be marked as failed only", async () => {
    const { agent, deposit } = await createPayer(test);
    const setProvider = (name: string) =>
      test.database`UPDATE deposits SET provider = ${name} WHERE id = ${deposit.id}`;
    await setProvider("gone");
    const made = [];
    for (const amount of ["1.00", "2.00", "3.00"]) {
      made.push(...refundsOf(await refundDeposit(staff, deposit.id, { amount })));
    }
    const ids = made.map(({ id }) => Number(id));
    const statuses = () => Promise.all(ids.map((id) => statusOfRefund(test, id)));
    expect(await statuses()).toEqual(["requested", "requested", "requested"]);
    const mark = (state: string) =>
      markRefund({ test, staff }, ids[0], { state, evidence: "Never asked" });
    const paid = await mark("succeeded");
    expect(paid.rejection).toEqual([409, "refund_changed"]);
    expect((await mark("failed")).status).toBe(200);
    const audited = await test.database`
      SELECT before, after FROM audit_log
      WHERE action = 'refund.mark' AND subject_kind = 'refund' AND subject_id = ${String(ids[0])}`;
    const after = { status: "failed", evidence: "Never asked" };
    expect([...audited]).toEqual([{ before: { status: "requested" }, after }]);
    await setProvider("sandbox");
    // In pages of one refund each.
    await followRefunds(test.deps);
    expect(await statuses()).toEqual(["failed", "succeeded", "succeeded"]);
    expect(await balanceOf(agent)).toBe(500);
  });

  it("is only known to its own provider", async () => {
    const { deposit } = await createPayer(test);
    const [refund] = refundsOf(await refundDeposit(staff, deposit.id));
    const named = { refundId: Number(refund?.id), refundKey: ANY_KEY };
    const report = { ...named, outcome: "failed" } as const;
    expect(await applyRefundReport(test.deps, "another", report)).toBe(false);
    for (const refundId of [null, 999_999_999]) {
      expect(await applyRefundReport(test.deps, "sandbox", { ...report, refundId })).toBe(false);
    }
    for (const refundKey of [null, randomUUID()]) {
      expect(await applyRefundReport(test.deps, "sandbox", { ...report, refundKey })).toBe(false);
    }
    expect(await statusOfRefund(test, report.refundId)).toBe("succeeded");
    const path = "/api/staff/refunds/999999999/mark";
    const unknown = await staff.agent.post(path, {
      state: "failed",
      evidence: "None",
      seen: "unknown",
    });
    expect(unknown.rejection).toEqual([404, "not_found"]);
  });

  it("keeps the account from being deleted while it is open", async () => {
    const { agent, deposit, password } = await createPayer(test);
    await refundDeposit(staff, deposit.id, { amount: "2.17" });
    await refundDeposit(staff, deposit.id);
    const response = await agent.request("DELETE", "/api/user/delete", { password });
    expect(response.rejection).toEqual([422, "refund_open"]);
  });

  it("of a deleted account comes out of suspense or of what was given up", async () => {
    const { agent, deposit, id, password } = await createPayer(test);
    const body = { password, forfeit_balance: true };
    expect((await agent.request("DELETE", "/api/user/delete", body)).status).toBe(200);
    const [refund] = refundsOf(await refundDeposit(staff, deposit.id));
    expect(refund).toMatchObject({ amount: "10.00", user: { email: null } });
    expect(await statusOfRefund(test, refund?.id ?? 0)).toBe("succeeded");
    // Nobody is left to receive a receipt.
    const receipts = await test.database`
      SELECT 1 FROM documents WHERE user_id = ${id} AND kind = 'deposit_refund'`;
    expect(receipts).toHaveLength(0);
  });

  it("is of a paid deposit only, and nobody but the staff may ask", async () => {
    const member = await createMember(test);
    const { deposit } = await createPayer(test);
    const path = `/api/staff/deposits/${deposit.id}/refund`;
    const body = { operation_id: randomUUID(), reason: "Mine" };
    expect((await member.agent.post(path, body)).status).toBe(404);
    const missing = await refundDeposit(staff, 999_999_999);
    expect(missing.rejection).toEqual([404, "deposit_not_found"]);
  });
});

describe("the operator's command", () => {
  it("refunds an order, and says what is wrong", async () => {
    const { agent } = await createPayer(test);
    const { orderId } = await buy(test, agent);
    const text = await runRefundCommand(test.deps, [
      "order",
      String(orderId),
      "all",
      "Wrong",
      "one",
    ]);
    expect(text).toBe(`4.00 of order ${orderId} has been refunded. It is back in the balance.`);
    await expect(
      runRefundCommand(test.deps, ["order", String(orderId), "all", "Again"]),
    ).rejects.toThrow("This order has been refunded.");
    for (const kind of ["order", "deposit"]) {
      const missing = runRefundCommand(test.deps, [kind, "999999999", "all", "Wrong"]);
      await expect(missing).rejects.toThrow(`There is no ${kind} 999999999.`);
    }
    for (const wrong of [
      ["order", "x", "all", "y"],
      ["offer", String(orderId), "all", "y"],
      ["order", String(orderId), "0", "y"],
      ["order", String(orderId), "some", "y"],
      ["order", String(orderId), "all"],
      ["order"],
    ]) {
      await expect(runRefundCommand(test.deps, wrong)).rejects.toThrow("usage");
    }
  });
});
