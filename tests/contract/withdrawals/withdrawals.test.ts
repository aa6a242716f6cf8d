import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import {
  confirmWithdrawalResponseSchema,
  staffWithdrawalsResponseSchema,
  withdrawalOptionsResponseSchema,
  withdrawalResponseSchema,
  withdrawalSchema,
} from "#api/contract/withdrawals.ts";

import { ANY_KEY } from "#api/providers/provider-modules.ts";
import { applyRefundReport } from "#api/refunds/change-refund.ts";
import { listViolations } from "#api/wallet/wallet.service.ts";
import { createWithdrawalKey } from "#api/withdrawals/withdrawal-key.ts";
import { HELD_CONSENT_VERSION } from "#domain/withdrawal.ts";
import { WITHDRAWAL_RECEIPTS_PER_HOUR_MAX } from "#domain/withdrawal-statements.ts";
import { createMember, giveCredits } from "#tests/factories.ts";
import type { ApiAgent } from "#tests/setup/api/api-agent.ts";
import type { TestApi } from "#tests/setup/api/test-api.ts";
import {
  buy,
  createPayer,
  createShop,
  mailsTo,
  payDeposit,
  playSandbox,
  refundDeposit,
  refundOrder,
  refundsOf,
} from "#tests/setup/money/refunds.ts";
import { balanceOf } from "#tests/setup/money/top-up.ts";
import type { Member } from "#tests/setup/records/offers.ts";

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

/** Sends a statement from this browser as the form does. */
function withdraw(agent: ApiAgent, given: Record<string, unknown>) {
  const statement = { name: "Bea Buyer", email: "bea@example.com", subject: "order" };
  const body = { operation_id: randomUUID(), destination: "wallet", ...statement, ...given };
  return agent.post("/api/withdrawals", body);
}

const waiting = async () => {
  const response = await staff.agent.get("/api/staff/withdrawals?status=review");
  return response.as(staffWithdrawalsResponseSchema).payload;
};

const isRefunded = async (orderId: number) => {
  const [row] = await test.database<{ refundedAt: Date | null }[]>`
    SELECT refunded_at AS "refundedAt" FROM orders WHERE id = ${orderId}`;
  return row?.refundedAt != null;
};

describe("a withdrawal from an order", () => {
  it("refunds a member's own order that is not open yet, and is confirmed by mail", async () => {
    const { agent, email } = await createPayer(test);
    const { orderId } = await buy(test, agent, { isLocked: true });
    const options = async () =>
      (await agent.get("/api/withdrawals/options")).as(withdrawalOptionsResponseSchema).payload;
    expect(await options()).toMatchObject({ orders: [{ id: orderId, price: "4.00" }] });
    const response = await withdraw(agent, { email, contract: `No. ${orderId}` });
    const { number, status } = response.as(withdrawalResponseSchema).payload;
    expect(status).toBe("refunded");
    expect(number).toMatch(/^W-[2-9A-Z]{8}$/);
    expect([await isRefunded(orderId), await balanceOf(agent)]).toEqual([true, 1_000]);
    const refunds = await test.database`
      SELECT operation_id AS operation, reason, actor_id AS actor FROM refunds
      WHERE order_id = ${orderId}`;
    expect([...refunds]).toEqual([
      { operation: `withdrawal ${number}`, reason: `Withdrawal ${number}`, actor: null },
    ]);
    expect((await options()).orders).toEqual([]);
    expect(await mailsTo(test, email)).toEqual([
      "We have received €10.00",
      `Your order ${orderId}: Stripes`,
      `We have received your withdrawal ${number}`,
      "Your refund: 4.00\u00a0credits",
    ]);
    const [mail] = await test.database<{ text: string }[]>`
      SELECT body_text AS text FROM mails
      WHERE recipient = ${email} AND subject LIKE '%your withdrawal%'`;
    for (const part of [number, "Bea Buyer", `No. ${orderId}`, "UTC"]) {
      expect(mail?.text).toContain(part);
    }
    expect(mail?.text).not.toContain("/confirm?");
  });

  it("goes back to the payment's source when that is chosen", async () => {
    const { agent, deposit } = await createPayer(test, 400);
    const { orderId } = await buy(test, agent, { isLocked: true });
    const operation_id = randomUUID();
    for (const _time of ["first", "again"]) {
      const sent = { contract: String(orderId), destination: "source", operation_id };
      const { payload } = (await withdraw(agent, sent)).as(withdrawalResponseSchema);
      expect(payload).toMatchObject({ status: "refunded", destination: "source" });
    }
    expect(await balanceOf(agent)).toBe(0);
    const paid = await test.database`
      SELECT amount_cents AS cents FROM sandbox_refunds WHERE payment_ref = ${deposit.ref}`;
    expect([...paid]).toEqual([{ cents: 400 }]);
  });

  it("offers the payment's source only where a payment can take some of the money", async () => {
    const destinationsOf = async (agent: ApiAgent) => {
      await buy(test, agent, { isLocked: true });
      const options = await agent.get("/api/withdrawals/options");
      return options.as(withdrawalOptionsResponseSchema).payload.orders[0]?.destinations;
    };
    const { agent: payer } = await createPayer(test, 400);
    expect(await destinationsOf(payer)).toEqual(["wallet", "source"]);
    const { agent: receiver, id } = await createMember(test);
    await giveCredits(test.database, id, 1_000);
    expect(await destinationsOf(receiver)).toEqual(["wallet"]);
  });

  it("says that all is in the wallet where no payment can be refunded", async () => {
    const { agent, id } = await createMember(test);
    await giveCredits(test.database, id, 1_000);
    const { orderId } = await buy(test, agent, { isLocked: true });
    const operation_id = randomUUID();
    for (const _time of ["first", "again"]) {
      const sent = { contract: String(orderId), destination: "source", operation_id };
      const { payload } = (await withdraw(agent, sent)).as(withdrawalResponseSchema);
      expect(payload).toMatchObject({ status: "refunded", destination: "wallet" });
    }
    expect(await balanceOf(agent)).toBe(1_000);
  });

  it("reveals to nobody whether another's order exists, and refunds none", async () => {
    const { agent } = await createPayer(test);
    const { orderId } = await buy(test, agent, { isLocked: true });
    const other = await createPayer(test);
    const guest = test.createAgent();
    const responses = [
      await withdraw(other.agent, { contract: String(orderId) }),
      await withdraw(guest, { contract: String(orderId), email: "other@example.com" }),
      await withdraw(guest, { contract: "999999999", email: "other@example.com" }),
    ];
    const fields = responses.map((response) =>
      Object.keys(response.as(withdrawalResponseSchema).payload),
    );
    const asGuest = ["number", "received_at"];
    expect(fields).toEqual([[...asGuest, "status", "destination", "is_waiting"], asGuest, asGuest]);
    expect(responses[0]?.as(withdrawalResponseSchema).payload.status).toBe("review");
    expect(await isRefunded(orderId)).toBe(false);
    const subjects = await mailsTo(test, "other@example.com");
    expect(subjects.every((subject) => subject.startsWith("We have received"))).toBe(true);
    expect(subjects).toHaveLength(2);
    expect((await waiting()).filter(({ contract }) => contract === "999999999")).toHaveLength(1);
  });

  it("of an order that is open, or too old, waits for the staff", async () => {
    const { agent } = await createPayer(test);
    const open = await buy(test, agent);
    const late = await buy(test, agent, { isLocked: true });
    await withdraw(agent, { contract: String(open.orderId) });
    // Far enough back, even if a weekend or holiday has moved its last day.
    await test.database`
      UPDATE orders SET created_at = created_at - interval '30 days' WHERE id = ${late.orderId}`;
    await withdraw(agent, { contract: String(late.orderId) });
    expect([await isRefunded(open.orderId), await isRefunded(late.orderId)]).toEqual([
      false,
      false,
    ]);
    const options = await agent.get("/api/withdrawals/options");
    expect(options.as(withdrawalOptionsResponseSchema).payload.orders).toEqual([]);
    const mine = (await waiting()).filter(({ contract }) =>
      [open, late].some(({ orderId }) => contract === String(orderId)),
    );
    expect(mine).toHaveLength(2);
    const resolve = (note: string, id = mine[0]?.id) =>
      staff.agent.post(`/api/staff/withdrawals/${id}/resolve`, { note });
    expect((await resolve("Explained")).status).toBe(200);
    // Pressing the button again repeats the response, without another record.
    expect((await resolve("Explained")).status).toBe(200);
    const second = await resolve("Refunded by bank");
    expect(second.rejection).toEqual([409, "withdrawal_changed"]);
    expect(second.body).toMatchObject({
      details: { number: mine[0]?.number, note: "Explained" },
    });
    expect((await resolve("Explained", 999_999_999)).status).toBe(404);
    const left = (await waiting()).map(({ id }) => id);
    expect([left.includes(mine[0]?.id ?? 0), left.includes(mine[1]?.id ?? 0)]).toEqual([
      false,
      true,
    ]);
    const audited = await test.database`
      SELECT subject_kind AS kind, reason FROM audit_log
      WHERE action = 'withdrawal.resolve' AND subject_id = ${String(mine[0]?.id)}`;
    expect([...audited]).toEqual([{ kind: "withdrawal", reason: "Explained" }]);
  });

  it("of an order that was refunded before refunds nothing more", async () => {
    const { agent } = await createPayer(test);
    const { orderId } = await buy(test, agent, { isLocked: true });
    expect((await refundOrder(staff, orderId)).status).toBe(200);
    const response = await withdraw(agent, { contract: String(orderId) });
    expect(response.as(withdrawalResponseSchema).payload.status).toBe("review");
    expect(await balanceOf(agent)).toBe(1_000);
  });

  it("is one, however often it is sent and however parallel, beside a consent", async () => {
    const { agent, email } = await createPayer(test);
    const { orderId } = await buy(test, agent, { isLocked: true });
    const operation_id = randomUUID();
    const stated = { contract: String(orderId), email, operation_id };
    const responses = await Promise.all([
      ...Array.from({ length: 4 }, () => withdraw(agent, stated)),
      agent.post(`/api/purchase/${orderId}/consent`, {
        consent: { version: "2026-11", language: "en" },
      }),
    ]);
    const [numbers] = [responses.slice(0, 4)].map((sent) =>
      sent.map((response) => response.as(withdrawalResponseSchema).payload.number),
    );
    expect(new Set(numbers).size).toBe(1);
    const [order] = await test.database<{ isOpen: boolean; isRefunded: boolean }[]>`
      SELECT consented_at IS NOT NULL AS "isOpen", refunded_at IS NOT NULL AS "isRefunded"
      FROM orders WHERE id = ${orderId}`;
    expect(order?.isOpen).toBe(!order?.isRefunded);
  });

  it("is not sent by the operation of another one, whose number stays unknown", async () => {
    const { agent, email } = await createPayer(test);
    const { orderId } = await buy(test, agent, { isLocked: true });
    const [operation_id, guest] = [randomUUID(), test.createAgent()];
    const stated = { contract: String(orderId), email, operation_id };
    const first = (await withdraw(agent, stated)).as(withdrawalResponseSchema).payload;
    const other = await createPayer(test);
    const conflicts = [
      await withdraw(other.agent, stated),
      await withdraw(other.agent, { ...stated, email: other.email }),
      await withdraw(guest, { ...stated, email: "other@example.com" }),
      await withdraw(guest, { ...stated, name: "Other" }),
      await withdraw(agent, { ...stated, contract: "999999999" }),
      await withdraw(agent, { ...stated, destination: "source" }),
      await withdraw(agent, { ...stated, subject: "balance" }),
    ];
    expect(conflicts.map((response) => response.error.code)).toEqual(
      Array(7).fill("operation_conflict"),
    );
    for (const { text } of conflicts) expect(text).not.toContain(first.number);
    const again = await withdraw(agent, {
      ...stated,
      email: email.toUpperCase(),
      name: " Bea Buyer ",
    });
    expect(again.as(withdrawalResponseSchema).payload).toEqual(first);
  });

  it("of a guest is sent once, also when its address has an account since", async () => {
    const [operation_id, guest] = [randomUUID(), test.createAgent()];
    const stated = { contract: "A picture of last week", email: `${operation_id}@example.com` };
    const send = () => withdraw(guest, { ...stated, operation_id });
    const first = (await send()).as(withdrawalResponseSchema).payload;
    await createMember(test, { email: stated.email });
    expect((await send()).as(withdrawalResponseSchema).payload).toEqual(first);
  });

  it("names what is missing, and is limited by the minute", async () => {
    const guest = test.createAgent();
    const response = await withdraw(guest, { contract: "", name: " ", email: "nobody" });
    expect(response.status).toBe(422);
    expect(Object.keys(JSON.parse(response.text).errors).sort()).toEqual([
      "contract",
      "email",
      "name",
    ]);
    expect((await withdraw(guest, { contract: " " })).status).toBe(422);
    const { error } = withdrawalSchema.safeParse({ subject: "order" });
    expect(error?.issues.map(({ path }) => path[0])).toContain("contract");
    for (let sent = 0; sent < 5; sent++) await withdraw(guest, { contract: "x" });
    expect((await withdraw(guest, { contract: "x" })).status).toBe(429);
  });
});

/** Reads the link of the receipt from its mail. */
async function readLink(email: string): Promise<{ number: string; key: string }> {
  const [mail] = await test.database<{ text: string }[]>`
    SELECT body_text AS text FROM mails
    WHERE recipient = ${email} AND subject LIKE '%your withdrawal%' ORDER BY id DESC LIMIT 1`;
  const [, address = ""] =
    /(https?:\S+withdraw-from-contract\/confirm\S+)/.exec(mail?.text ?? "") ?? [];
  const query = new URL(address).searchParams;
  return { number: query.get("number") ?? "", key: query.get("key") ?? "" };
}

const decide = (link: { number: string; key: string }, decision = "confirm") =>
  test.createAgent().post("/api/withdrawals/confirm", { ...link, decision });

describe("a withdrawal of somebody who is not signed in", () => {
  async function prepare(given: Record<string, unknown> = {}) {
    const payer = await createPayer(test, 400);
    const { orderId } = await buy(test, payer.agent, { isLocked: true });
    const stated = { contract: String(orderId), email: payer.email.toUpperCase(), ...given };
    expect((await withdraw(test.createAgent(), stated)).status).toBe(200);
    return { ...payer, orderId };
  }

  it("moves nothing by number and address alone, however it is to be paid back", async () => {
    for (const destination of ["wallet", "source"]) {
      const { agent, orderId, deposit } = await prepare({ destination });
      expect([await isRefunded(orderId), await balanceOf(agent)]).toEqual([false, 0]);
      const sent = await test.database`
        SELECT 1 FROM sandbox_refunds WHERE payment_ref = ${deposit.ref}`;
      expect(sent).toHaveLength(0);
    }
  });

  it("is refunded once when the owner of the mailbox confirms it, however often", async () => {
    const { email, orderId, deposit } = await prepare({ destination: "source" });
    const link = await readLink(email);
    const responses = await Promise.all(Array.from({ length: 4 }, () => decide(link)));
    for (const response of [...responses, await decide(link, "reject")]) {
      const { payload } = response.as(confirmWithdrawalResponseSchema);
      expect(payload).toMatchObject({ status: "refunded", destination: "source" });
    }
    expect(await isRefunded(orderId)).toBe(true);
    const sent = await test.database`
      SELECT amount_cents AS cents FROM sandbox_refunds WHERE payment_ref = ${deposit.ref}`;
    expect([...sent]).toEqual([{ cents: 400 }]);
  });

  it("is void when the owner of the mailbox did not send it", async () => {
    const { agent, email, orderId } = await prepare();
    const link = await readLink(email);
    for (const decision of ["reject", "confirm"]) {
      const { payload } = (await decide(link, decision)).as(confirmWithdrawalResponseSchema);
      expect(payload.status).toBe("resolved");
    }
    expect([await isRefunded(orderId), await balanceOf(agent)]).toEqual([false, 0]);
  });

  it("waits for the staff when the order was opened since, and says so", async () => {
    const { agent, email, orderId } = await prepare();
    await agent.post(`/api/purchase/${orderId}/consent`, {
      consent: { version: HELD_CONSENT_VERSION, language: "en" },
    });
    const before = (await waiting()).find(({ contract }) => contract === String(orderId));
    const link = await readLink(email);
    const { payload } = (await decide(link)).as(confirmWithdrawalResponseSchema);
    const late = (await decide(link, "reject")).as(confirmWithdrawalResponseSchema);
    expect(late.payload.status).toBe("review");
    const after = (await waiting()).find(({ contract }) => contract === String(orderId));
    expect([before?.is_confirmed, payload.status, after?.is_confirmed]).toEqual([
      false,
      "review",
      true,
    ]);
    expect(await isRefunded(orderId)).toBe(false);
  });

  it("counts for nothing once the account has another address", async () => {
    const { id, email, orderId } = await prepare();
    const link = await readLink(email);
    await test.database`UPDATE users SET email = ${`moved-${email}`} WHERE id = ${id}`;
    const { payload } = (await decide(link)).as(confirmWithdrawalResponseSchema);
    expect([payload.status, await isRefunded(orderId)]).toEqual(["review", false]);
  });

  it("is confirmed by its own link only", async () => {
    const { email, orderId } = await prepare();
    const link = await readLink(email);
    const other = await prepare();
    const { key } = await readLink(other.email);
    const forged = [
      { ...link, key },
      { ...link, key: "" },
      { ...link, number: "W-22222222" },
      // Signed by us, for a statement that does not exist.
      { ...link, number: "W-22222222", key: createWithdrawalKey(test.deps, "W-22222222") },
    ];
    for (const one of forged) expect((await decide(one)).status).toBe(403);
    expect((await decide({ ...link, number: "1" })).status).toBe(422);
    expect(await isRefunded(orderId)).toBe(false);
  });
});

it("from an order that credits of the shop paid for puts these back, and pays no money", async () => {
  const { agent, email, id } = await createPayer(test);
  await buy(test, agent, { priceCents: 1_000 });
  await giveCredits(test.database, id, 900);
  const { orderId } = await buy(test, agent, { priceCents: 800, isLocked: true });
  const options = await agent.get("/api/withdrawals/options");
  expect(options.as(withdrawalOptionsResponseSchema).payload.orders).toMatchObject([
    { id: orderId, destinations: ["wallet"] },
  ]);
  await withdraw(agent, { email, contract: String(orderId), destination: "source" });
  expect([await isRefunded(orderId), await balanceOf(agent)]).toEqual([true, 900]);
});

describe("a withdrawal of unused balance", () => {
  it("pays back what is unspent of deposits of the last 14 days", async () => {
    const { agent } = await createPayer(test);
    await buy(test, agent, { priceCents: 300 });
    const options = await agent.get("/api/withdrawals/options");
    expect(options.as(withdrawalOptionsResponseSchema).payload.balance).toBe("7.00");
    await withdraw(agent, { subject: "balance" });
    expect(await balanceOf(agent)).toBe(0);
  });

  it("leaves older deposits alone, and of a guest waits for the staff", async () => {
    const { agent, email, deposit } = await createPayer(test);
    await withdraw(test.createAgent(), { subject: "balance", email });
    expect(await balanceOf(agent)).toBe(1_000);
    expect((await waiting()).filter((one) => one.email === email)).toHaveLength(1);
    await test.database`
      UPDATE deposits SET created_at = created_at - interval '21 days' WHERE id = ${deposit.id}`;
    await withdraw(agent, { subject: "balance" });
    expect(await balanceOf(agent)).toBe(1_000);
  });

  it("counts 14 whole days, like that from an order, and from the statement on", async () => {
    const member = await createPayer(test);
    const guest = await createPayer(test);
    await test.database`
      UPDATE deposits SET created_at = '2026-11-02T10:00:00Z'
      WHERE id IN (${member.deposit.id}, ${guest.deposit.id})`;
    test.clock.stop(new Date("2026-11-17T03:59:59Z"));
    await withdraw(member.agent, { subject: "balance" });
    expect(await balanceOf(member.agent)).toBe(0);
    const { email } = guest;
    await withdraw(test.createAgent(), { subject: "balance", email });
    test.clock.stop(new Date("2026-11-17T04:00:00Z"));
    await withdraw(guest.agent, { subject: "balance" });
    expect(await balanceOf(guest.agent)).toBe(1_000);
    // Stated in time, confirmed later.
    await decide(await readLink(email));
    expect(await balanceOf(guest.agent)).toBe(0);
  });

  it("is about no deposit of after it, however late it is confirmed", async () => {
    const { agent, email, deposit } = await createPayer(test, 400);
    await withdraw(test.createAgent(), { subject: "balance", email });
    const link = await readLink(email);
    await buy(test, agent, { priceCents: 400 });
    await test.database`
      UPDATE withdrawals SET received_at = received_at - interval '2 minutes' WHERE email = ${email}`;
    await test.database`
      UPDATE deposits SET created_at = created_at - interval '3 minutes' WHERE id = ${deposit.id}`;
    await payDeposit(agent, 700);
    await decide(link);
    expect(await balanceOf(agent)).toBe(700);
  });

  it("leaves what the shop gave in the wallet, and counts it as spent first", async () => {
    const balanceLeft = async (agent: ApiAgent) => {
      const options = await agent.get("/api/withdrawals/options");
      return options.as(withdrawalOptionsResponseSchema).payload.balance;
    };
    const { agent, id } = await createPayer(test);
    await buy(test, agent, { priceCents: 300 });
    await giveCredits(test.database, id, 900);
    expect(await balanceLeft(agent)).toBe("7.00");
    const { orderId } = await buy(test, agent, { priceCents: 500 });
    expect(await balanceLeft(agent)).toBe("7.00");
    expect((await refundOrder(staff, orderId)).status).toBe(200);
    expect(await balanceLeft(agent)).toBe("7.00");
    await withdraw(agent, { subject: "balance" });
    expect(await balanceOf(agent)).toBe(900);
    expect(await balanceLeft(agent)).toBe("0.00");
  });

  it("leaves what the shop gave also after a dispute took it, and was won", async () => {
    const { agent, id, deposit } = await createPayer(test);
    await buy(test, agent, { priceCents: 300 });
    await giveCredits(test.database, id, 400);
    await playSandbox(agent, deposit.token, "dispute");
    expect(await balanceOf(agent)).toBe(100);
    await playSandbox(agent, deposit.token, "dispute_won");
    await withdraw(agent, { subject: "balance" });
    expect(await balanceOf(agent)).toBe(400);
  });

  it("leaves what the shop gave also after it paid the debt of a dispute that was won", async () => {
    const { agent, id, deposit } = await createPayer(test);
    await buy(test, agent, { priceCents: 300 });
    await playSandbox(agent, deposit.token, "dispute");
    await giveCredits(test.database, id, 400);
    expect(await balanceOf(agent)).toBe(100);
    await playSandbox(agent, deposit.token, "dispute_won");
    await withdraw(agent, { subject: "balance" });
    expect(await balanceOf(agent)).toBe(400);
  });

  it("leaves what the shop gave also after a refund took it, and failed", async () => {
    const { agent, id, deposit } = await createPayer(test);
    await buy(test, agent, { priceCents: 300 });
    await giveCredits(test.database, id, 400);
    const [refund] = refundsOf(await refundDeposit(staff, deposit.id, { amount: "10.00" }));
    expect(await balanceOf(agent)).toBe(100);
    await applyRefundReport(test.deps, "sandbox", {
      refundId: Number(refund?.id),
      refundKey: ANY_KEY,
      outcome: "failed",
    });
    const options = await agent.get("/api/withdrawals/options");
    expect(options.as(withdrawalOptionsResponseSchema).payload.balance).toBe("7.00");
  });

  it("is received also where what is left is worth no cent", async () => {
    await test.database`UPDATE settings SET eur_rate_basis_points = 1000000`;
    const { agent } = await createPayer(test, 100);
    await test.database`UPDATE settings SET eur_rate_basis_points = DEFAULT`;
    await buy(test, agent, { priceCents: 9_997 });
    const options = await agent.get("/api/withdrawals/options");
    expect(options.as(withdrawalOptionsResponseSchema).payload.balance).toBe("0.00");
    const response = await withdraw(agent, { subject: "balance" });
    expect(response.as(withdrawalResponseSchema).payload.status).toBe("review");
    expect(await balanceOf(agent)).toBe(3);
  });

  it("of a guest is paid back once the owner of the mailbox has confirmed it", async () => {
    const { agent, email } = await createPayer(test);
    await withdraw(test.createAgent(), { subject: "balance", email });
    await decide(await readLink(email));
    expect(await balanceOf(agent)).toBe(0);
  });
});

// Last, because it leaves more statements waiting than a page shows.
it("limits receipts to an address by senders who are not signed in, and blocks no member", async () => {
  const { agent, email } = await createPayer(test);
  const stated = { subject: "balance", email: email.toUpperCase() };
  const statuses: number[] = [];
  for (let sent = 0; sent <= WITHDRAWAL_RECEIPTS_PER_HOUR_MAX; sent++) {
    statuses.push((await withdraw(test.createAgent(), stated)).status);
  }
  expect(statuses).toEqual([...Array(WITHDRAWAL_RECEIPTS_PER_HOUR_MAX).fill(200), 429]);
  expect((await withdraw(agent, stated)).status).toBe(200);
  test.clock.advance(3_601);
  expect((await withdraw(test.createAgent(), stated)).status).toBe(200);
});

describe("statements of a member that refund nothing", () => {
  /** Sends one more than the limit allows, without waiting for the limit by the minute. */
  const flood = async (agent: ApiAgent, email: string) => {
    const statuses: number[] = [];
    test.clock.stop();
    for (let sent = 0; sent <= WITHDRAWAL_RECEIPTS_PER_HOUR_MAX; sent++) {
      statuses.push((await withdraw(agent, { contract: "nothing", email })).status);
      test.clock.advance(61);
    }
    return statuses;
  };
  const LIMITED = [...Array(WITHDRAWAL_RECEIPTS_PER_HOUR_MAX).fill(200), 429];

  it("do not fill another person's mailbox, whichever member sends them", async () => {
    const email = "somebody@example.com";
    const [one, other] = [await createPayer(test), await createPayer(test)];
    expect(await flood(one.agent, email)).toEqual(LIMITED);
    expect((await withdraw(other.agent, { contract: "nothing", email })).status).toBe(429);
    expect(await mailsTo(test, email)).toHaveLength(WITHDRAWAL_RECEIPTS_PER_HOUR_MAX);
    // What is certain is refunded all the same.
    const { orderId } = await buy(test, one.agent, { isLocked: true });
    expect((await withdraw(one.agent, { contract: `${orderId}`, email })).status).toBe(200);
    expect(await isRefunded(orderId)).toBe(true);
  });

  it("do not fill that of an address under which somebody else has registered", async () => {
    const { agent, email } = await createMember(test, { isEmailVerified: false });
    expect(await flood(agent, email)).toEqual(LIMITED);
  });

  it("are received without limit by the hour at one's own, confirmed address", async () => {
    const { agent, email } = await createMember(test, { isEmailVerified: true });
    expect(await flood(agent, email)).toEqual(LIMITED.map(() => 200));
  });
});
