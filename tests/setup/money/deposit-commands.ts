import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { staffPayoutsResponseSchema } from "#api/contract/payouts.ts";
import { sendCardPayouts } from "#api/payouts/card-payouts.ts";
import { followRefunds } from "#api/refunds/refunds.jobs.ts";
import { retryUnmatched } from "#api/refunds/take-report.ts";
import { cardPayouts } from "./card-commands.ts";
import {
  command,
  credit,
  type Deposit,
  expectSame,
  isOnHold,
  memberOf,
  openMoneyModel,
  PEOPLE,
  personOf,
  pick,
  sendDispute,
  settle,
  statusOf,
  takeBack,
} from "./money-model.ts";
import { approve, createPricedOffer, exportPayouts, fillApproval } from "./offers.ts";
import { payDeposit, refundDeposit, refundOrder, refundsOf } from "./refunds.ts";
import { providerOf } from "./test-api.ts";
import { openDeposit, sendReport } from "./top-up.ts";

// The commands of the money's model: what people, bank and staff may do, in any order.

const index = fc.nat(20);
const owner = fc.nat(PEOPLE - 1);
/** Whole, in parts, and those whose endings the sandbox plays: failed, slow, unknown. */
const part = fc.constantFrom(null, null, 50, 100, 213, 217, 219, 1_000);
const toBody = (cents: number | null) =>
  cents === null ? {} : { amount: (cents / 100).toFixed(2) };

const deposits = fc.tuple(owner, fc.constantFrom(100, 500, 1_000, 2_000)).map(([who, cents]) =>
  command(`deposit(${who}, ${cents})`, async (model, real) => {
    if (personOf(model, who).isDeleted) return;
    const opened = await openDeposit(memberOf(real, who).agent, {
      amount: (cents / 100).toFixed(2),
    });
    const fresh = { isPaid: false, isCredited: false, dispute: "none" } as const;
    model.deposits.push({ ...opened, owner: who, cents, ...fresh });
  }),
);

const pays = fc.tuple(index, fc.boolean()).map(([which, isLost]) =>
  command(`pay(${which}${isLost ? ", report lost" : ""})`, async (model, real) => {
    const deposit = pick(
      model.deposits.filter((one) => !one.isPaid),
      which,
    );
    if (!deposit || personOf(model, deposit.owner).isDeleted) return;
    real.network.isDown = isLost;
    const path = `/api/sandbox/payments/${deposit.token}`;
    await memberOf(real, deposit.owner).agent.post(path, { decision: "pay" });
    real.network.isDown = false;
    // A page that is older than half an hour has expired.
    const [row] = await real.test.database<{ status: string }[]>`
      SELECT status FROM sandbox_payments WHERE ref = ${deposit.ref}`;
    deposit.isPaid = row?.status === "paid";
    if (!isLost) settle(model, deposit);
  }),
);

const notices = fc.tuple(index, fc.integer({ min: 1, max: 3 })).map(([which, times]) =>
  command(`notice(${which}) x ${times}`, async (model, real) => {
    const deposit = pick(
      model.deposits.filter((one) => one.isPaid),
      which,
    );
    if (!deposit) return;
    const report = { ref: deposit.ref, amountCents: deposit.cents };
    await Promise.all(Array.from({ length: times }, () => sendReport(real.test, report)));
    settle(model, deposit);
  }),
);

const polls = index.map((which) =>
  command(`poll(${which})`, async (model, real) => {
    const deposit = pick(model.deposits, which);
    if (!deposit || personOf(model, deposit.owner).isDeleted) return;
    await memberOf(real, deposit.owner).agent.get(`/api/deposit/status?order_id=${deposit.id}`);
    settle(model, deposit);
  }),
);

const buys = fc.tuple(owner, index, fc.integer({ min: 1, max: 3 })).map(([who, which, times]) =>
  command(`buy(${who}, ${which}) x ${times}`, async (model, real) => {
    const person = personOf(model, who);
    const product = pick(real.products, which);
    if (!product || person.isDeleted) return;
    const { agent } = memberOf(real, who);
    const isOwned = model.orders.some(
      (one) => one.owner === who && one.product === product.id && one.refundedCents < one.cents,
    );
    const mayBuy = isOwned || (!isOnHold(model, who) && person.balance >= product.cents);
    const responses = await Promise.all(
      Array.from({ length: times }, () =>
        agent.post("/api/purchase/prompt", { prompt_id: product.id }),
      ),
    );
    for (const response of responses) {
      expectSame("may buy", response.status === 200, mayBuy, response);
    }
    if (!mayBuy || isOwned) return;
    const rows = await real.test.database<{ id: number }[]>`
      SELECT id FROM orders WHERE user_id = ${memberOf(real, who).id}
        AND product_id = ${product.id} AND refunded_at IS NULL`;
    expectSame("open orders", rows.length, 1);
    person.balance -= product.cents;
    const id = rows[0]?.id ?? 0;
    model.orders.push({
      id,
      owner: who,
      product: product.id,
      cents: product.cents,
      refundedCents: 0,
    });
  }),
);

const generates = fc.tuple(owner, index).map(([who, which]) =>
  command(`generate(${who}, ${which})`, async (model, real) => {
    const product = pick(real.products, which);
    if (!product || personOf(model, who).isDeleted) return;
    const body = { prompt_id: product.id, size: "64x64", format: "jpg" };
    // Free of charge: whatever comes of it, no money moves.
    await memberOf(real, who).agent.post("/api/purchase/generate-image", body);
  }),
);

const orderRefunds = fc
  .tuple(index, part, fc.constantFrom("wallet", "source"))
  .map(([which, cents, destination]) =>
    command(`refund order(${which}, ${cents}, ${destination})`, async (model, real) => {
      const order = pick(model.orders, which);
      if (!order) return;
      const body = { ...toBody(cents), destination, operation_id: randomUUID() };
      const [response] = await Promise.all([
        refundOrder(real.staff, order.id, body),
        refundOrder(real.staff, order.id, body),
      ]);
      const left = order.cents - order.refundedCents;
      const isPossible = left > 0 && (cents ?? left) <= left;
      expectSame("refund of an order", response.status === 200, isPossible, response);
      if (!isPossible) return;
      order.refundedCents += cents ?? left;
      const person = personOf(model, order.owner);
      if (person.isDeleted) return;
      credit(person, cents ?? left);
      const rows = await real.test.database<{ cents: number; status: string }[]>`
        SELECT amount_cents AS cents, status FROM refunds
        WHERE operation_id LIKE ${`${body.operation_id} deposit %`}`;
      for (const row of rows) if (row.status !== "failed") person.balance -= row.cents;
    }),
  );

const depositRefunds = fc.tuple(index, part).map(([which, cents]) =>
  command(`refund deposit(${which}, ${cents})`, async (model, real) => {
    const deposit = pick(model.deposits, which);
    if (!deposit) return;
    const person = personOf(model, deposit.owner);
    const [gone] = await real.test.database<{ cents: number }[]>`
      SELECT coalesce(sum(amount_cents), 0)::int AS cents FROM refunds
      WHERE deposit_id = ${deposit.id} AND status <> 'failed'`;
    const isLost = deposit.dispute === "lost";
    const left = isLost ? 0 : Math.max(0, deposit.cents - (gone?.cents ?? 0));
    const most = person.isDeleted ? left : Math.min(left, person.balance);
    const body = { ...toBody(cents), operation_id: randomUUID() };
    const [response] = await Promise.all([
      refundDeposit(real.staff, deposit.id, body),
      refundDeposit(real.staff, deposit.id, body),
    ]);
    const isPossible =
      deposit.isCredited && deposit.dispute !== "opened" && most > 0 && (cents ?? most) <= most;
    expectSame("refund of a deposit", response.status === 200, isPossible, response);
    if (!isPossible) return;
    const [refund] = refundsOf(response);
    const isFailed = (await statusOf(real, refund?.id ?? 0)) === "failed";
    if (!person.isDeleted && !isFailed) person.balance -= cents ?? most;
  }),
);

const disputes = fc.tuple(index, fc.constantFrom("opened", "won", "lost")).map(([which, outcome]) =>
  command(`dispute(${which}, ${outcome})`, async (model, real) => {
    const deposit = pick(
      model.deposits.filter((one) => one.isCredited),
      which,
    );
    if (!deposit) return;
    const person = personOf(model, deposit.owner);
    await sendDispute(real, deposit, outcome);
    await sendDispute(real, deposit, outcome);
    if (deposit.dispute === "none") {
      deposit.dispute = "opened";
      if (!person.isDeleted) takeBack(person, deposit.cents);
    }
    if (outcome === "opened" || deposit.dispute !== "opened") return;
    deposit.dispute = outcome === "won" ? "won" : "lost";
    if (outcome === "won" && !person.isDeleted) credit(person, deposit.cents);
  }),
);

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
    const offer = pick(
      model.offers.filter((one) => one.status === "offer"),
      which,
    );
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
    const offer = pick(
      model.offers.filter((one) => one.status === "approved"),
      which,
    );
    if (!offer || personOf(model, offer.owner).isDeleted) return;
    // A new payout where the last one came back, else the one that is there: the invariants decide.
    const body = fillApproval(offer);
    await memberOf(real, offer.owner).agent.post("/api/offer/withdraw/sepa", body);
  }),
);

const exports = fc.constant(
  command("export", async (_, { staff }) => void (await exportPayouts(staff))),
);

const marks = fc
  .tuple(index, fc.constantFrom("sent", "settled", "returned", "unknown"))
  .map(([which, state]) =>
    command(`mark(${which}, ${state})`, async (_, { staff }) => {
      const list = (await staff.agent.get("/api/staff/payouts")).as(staffPayoutsResponseSchema);
      const payout = pick(list.payload, which);
      if (!payout) return;
      await staff.agent.post(`/api/staff/payouts/${payout.id}/mark`, { state, evidence: "MT940" });
    }),
  );

const deletions = owner.map((who) =>
  command(`delete(${who})`, async (model, real) => {
    const person = personOf(model, who);
    if (person.isDeleted) return;
    const { agent, password } = memberOf(real, who);
    const body = { password, forfeit_balance: true };
    const response = await agent.request("DELETE", "/api/user/delete", body);
    if (isOnHold(model, who)) expectSame("deletion", response.status, 422, response);
    if (response.status !== 200) return;
    person.isDeleted = true;
    person.balance = 0;
  }),
);

const jobs = fc.constant(
  command("jobs", async (model, { test }) => {
    // Reports that were lost are sent again.
    for (const deposit of model.deposits) settle(model, deposit);
    for (const job of providerOf(test).jobs ?? []) await job.run();
    await sendCardPayouts(test.deps);
    for (const { jobs: own } of test.deps.cardPayouts.all)
      for (const job of own ?? []) await job.run();
    await followRefunds(test.deps);
    await retryUnmatched(test.deps);
  }),
);

/** Something to begin with, so that few runs are spent on people without money. */
const starts = owner.map((who) =>
  command(`top up(${who})`, async (model, real) => {
    if (personOf(model, who).isDeleted) return;
    const opened = await payDeposit(memberOf(real, who).agent, 1_000);
    const paid = { isPaid: true, isCredited: false, dispute: "none" } as const;
    const deposit: Deposit = { ...opened, owner: who, cents: 1_000, ...paid };
    model.deposits.push(deposit);
    settle(model, deposit);
  }),
);

const all = [
  ...[starts, deposits, pays, notices, polls, buys, buys, generates, orderRefunds, depositRefunds],
  ...[disputes, prices, decisions, cardPayouts, withdrawals, exports, marks, deletions, jobs],
];

/** Runs of up to 60 commands, each against a shop of its own. Throws for what does not agree. */
export async function runMoneyModel(options: {
  runs: number;
  seed?: number;
  /** Called after each run. */
  onRun?: (commandsCount: number) => void;
}): Promise<void> {
  const commands = fc.commands(all, { maxCommands: 60, size: "max" });
  await fc.assert(
    fc.asyncProperty(commands, async (given) => {
      const opened = await openMoneyModel();
      try {
        await fc.asyncModelRun(() => opened, given);
        options.onRun?.([...given].length);
      } finally {
        await opened.real.test.close();
      }
    }),
    { numRuns: options.runs, seed: options.seed, endOnFailure: options.runs > 50 },
  );
}
