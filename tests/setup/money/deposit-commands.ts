import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { settledDepositResponseSchema } from "#api/contract/staff/deposits.ts";
import { withdrawalResponseSchema } from "#api/contract/withdrawals.ts";
import { RefundNotSentError } from "#api/providers/payments/payments.ts";
import { providerOf } from "../api/test-api.ts";
import { CONSENT } from "../records/consent.ts";
import {
  addLeft,
  BY_HAND_LIMIT_CENTS,
  callOff,
  command,
  creditDeposit,
  type Deposit,
  depositOf,
  expectSame,
  givenOf,
  idsOf,
  isDisputed,
  isOwned,
  memberOf,
  personOf,
  pick,
  type Real,
  refundedOf,
  sentRefundsOf,
  settle,
  statusOf,
} from "./model.ts";
import { payDeposit, refundDeposit, refundsOf } from "./refunds.ts";
import { PEOPLE } from "./shop.ts";
import { fillDeposit, openDeposit, sendReport } from "./top-up.ts";

// The money model's commands about money that comes in, and goes back to its source.

export const index = fc.nat(20);
export const owner = fc.nat(PEOPLE - 1);
/** All, parts, and the amounts whose outcomes the sandbox simulates: failed, slow, unknown. */
export const part = fc.constantFrom(null, null, 50, 100, 213, 217, 219, 1_000);
export const toBody = (cents: number | null) =>
  cents === null ? {} : { amount: (cents / 100).toFixed(2) };

const NEW = {
  ...{ isPaid: false, isCredited: false, isLate: false, heldCents: 0, isKept: false },
  ...({ dispute: "none", disputeFrom: "owner", intent: null } as const),
};

const opens = fc.tuple(owner, fc.constantFrom(100, 500, 1_000, 2_000)).map(([who, cents]) =>
  command(`deposit(${who}, ${cents})`, async (model, real) => {
    if (personOf(model, who).isDeleted) return;
    const { agent } = memberOf(real, who);
    const opened = await openDeposit(agent, { amount: (cents / 100).toFixed(2) });
    model.deposits.push({ ...opened, ...NEW, owner: who, cents });
  }),
);

/** Initial top-ups, so that few runs are spent on people without money. */
const topUps = owner.map((who) =>
  command(`top up(${who})`, async (model, real) => {
    if (personOf(model, who).isDeleted) return;
    const opened = await payDeposit(memberOf(real, who).agent, 1_000);
    const deposit: Deposit = { ...opened, ...NEW, owner: who, cents: 1_000, isPaid: true };
    model.deposits.push(deposit);
    settle(model, deposit);
  }),
);

/**
 * A deposit with an intent to buy once it is paid, which another command does. No deposit is opened
 * with an intent that is impossible.
 */
const intents = fc.tuple(owner, index, fc.boolean()).map(([who, which, isConsented]) =>
  command(
    `deposit to buy(${who}, ${which}${isConsented ? ", consents" : ""})`,
    async (model, real) => {
      const product = pick(real.products, which);
      const person = personOf(model, who);
      if (!product || person.isDeleted) return;
      const { id, cents } = product;
      const { test } = real;
      const { agent } = memberOf(real, who);
      const form = {
        amount: "5.00",
        purchase: {
          prompt_id: id,
          expected_price: (cents / 100).toFixed(2),
          buy: true,
          ...(isConsented ? { consent: CONSENT } : {}),
        },
      };
      const isShort = person.balance - person.debt + 500 < cents;
      if (!isOwned(model, who, id) && (isDisputed(model, who) || isShort)) {
        const rejected = await agent.post("/api/deposit/checkout", fillDeposit(form));
        expectSame("a deposit that cannot buy", rejected.status, 422, rejected);
        return;
      }
      const opened = await openDeposit(agent, form);
      // The database sets the timestamp, and its clock does not follow the test's.
      const at = test.clock.now();
      await test.database`UPDATE deposits SET created_at = ${at} WHERE id = ${opened.id}`;
      const intent = { product: id, cents, isConsented, isCalledOff: false };
      model.deposits.push({ ...opened, ...NEW, owner: who, cents: 500, intent });
    },
  ),
);

const pays = fc.tuple(index, fc.boolean()).map(([which, mayBeLost]) =>
  command(`pay(${which}${mayBeLost ? ", report lost" : ""})`, async (model, real) => {
    const unpaid = model.deposits.filter((one) => !one.isPaid);
    const deposit = pick(unpaid, which);
    if (!deposit || personOf(model, deposit.owner).isDeleted) return;
    // Reports of deposits with an intent are never lost: crediting them among others would make the
    // purchase depend on their order.
    const isLost = mayBeLost && deposit.intent === null;
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
    const paid = model.deposits.filter((one) => one.isPaid);
    const deposit = pick(paid, which);
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

/**
 * A deposit's payer cancels it in two windows and continues it in a third; if paid, it is credited.
 */
const cancellations = index.map((which) =>
  command(`cancel(${which})`, async (model, real) => {
    const deposit = pick(model.deposits, which);
    if (!deposit || personOf(model, deposit.owner).isDeleted) return;
    const { agent } = memberOf(real, deposit.owner);
    const path = `/api/deposit/${deposit.id}`;
    const [canceled, again, continued] = await Promise.all(
      ["cancel", "cancel", "continue"].map((step) => agent.post(`${path}/${step}`, {})),
    );
    for (const response of [canceled, again, continued]) {
      expectSame("cancelled or continued", response?.status, 200, response);
    }
    settle(model, deposit);
  }),
);

/** Two staff members settle an unreported deposit at once; a large one waits for approval. */
const settlements = index.map((which) =>
  command(`settle by hand(${which})`, async (model, real) => {
    const deposit = pick(model.deposits, which);
    if (!deposit) return;
    const [row] = await real.test.database<{ status: string }[]>`
      SELECT status FROM deposits WHERE id = ${deposit.id}`;
    const path = `/api/staff/deposits/${deposit.id}/settle`;
    const responses = await Promise.all(
      [real.staff, real.colleague].map(({ agent }) => agent.post(path, { evidence: "Statement" })),
    );
    const accepted = responses.find(({ status }) => status === 200);
    expectSame("settled by hand", Boolean(accepted), row?.status === "pending", responses[0]);
    if (!accepted) return;
    const isWaiting = accepted.as(settledDepositResponseSchema).payload.needs_approval;
    // If it was paid, its report credits it when the provider is queried.
    const isLarge = deposit.cents > BY_HAND_LIMIT_CENTS && !deposit.isPaid;
    expectSame("waits for a second person", isWaiting, isLarge, accepted);
    if (!isWaiting) creditDeposit(model, deposit);
  }),
);

/** Somebody decides about a waiting settlement, from two windows at once. */
const settlementDecisions = fc
  .tuple(index, fc.constantFrom("approve", "reject"), fc.boolean())
  .map(([which, decision, isOwn]) =>
    command(
      `decide on a settlement(${which}, ${decision}${isOwn ? ", one's own" : ""})`,
      async (model, real) => {
        const rows = await real.test.database<
          { id: number; depositId: number; requestedBy: number; status: string }[]
        >`SELECT r.id, deposit_id AS "depositId", requested_by AS "requestedBy", d.status
            FROM credit_requests r JOIN deposits d ON d.id = r.deposit_id
            WHERE d.user_id = ANY (${idsOf(real)}) AND decision IS NULL ORDER BY r.id`;
        const request = pick(rows, which);
        if (!request) return;
        const isStaffs = request.requestedBy === real.staff.id;
        const { agent } = isStaffs === isOwn ? real.staff : real.colleague;
        const path = `/api/staff/deposits/${request.depositId}/settle/decide`;
        const responses = await Promise.all([
          agent.post(path, { request: request.id, decision }),
          agent.post(path, { request: request.id, decision }),
        ]);
        const isApproved = decision === "approve";
        const isPossible = request.status === "pending" && !(isApproved && isOwn);
        const isDone = responses.some(({ status }) => status === 200);
        expectSame("settlement decided", isDone, isPossible, responses[0]);
        if (isDone && isApproved) creditDeposit(model, depositOf(model, request.depositId));
      },
    ),
  );

/** Faults of the request for a refund. */
const faults = fc.constantFrom("none", "none", "not sent", "lost request", "lost response");

async function withFault<Result>(
  real: Real,
  fault: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const provider = providerOf(real.test);
  const { refund } = provider;
  provider.refund = async (request) => {
    if (fault === "not sent") throw new RefundNotSentError(fault);
    if (fault === "lost request") throw new Error(fault);
    const report = await refund(request);
    if (fault === "lost response") throw new Error(fault);
    return report;
  };
  try {
    return await work();
  } finally {
    provider.refund = refund;
  }
}

const refunds = fc.tuple(index, part, faults).map(([which, cents, fault]) =>
  command(`refund deposit(${which}, ${cents}, ${fault})`, async (model, real) => {
    const deposit = pick(model.deposits, which);
    if (!deposit) return;
    const person = personOf(model, deposit.owner);
    const left = await leftOf(real, deposit);
    const most = person.isDeleted ? left : Math.min(left, person.balance);
    const body = { ...toBody(cents), operation_id: randomUUID() };
    const [response] = await withFault(real, fault, () =>
      Promise.all([
        refundDeposit(real.staff, deposit.id, body),
        refundDeposit(real.staff, deposit.id, body),
      ]),
    );
    const isPossible = most > 0 && (cents ?? most) <= most;
    expectSame("refund of a deposit", response.status === 200, isPossible, response);
    if (!isPossible) return;
    const [refund] = refundsOf(response);
    const isFailed = (await statusOf(real, refund?.id ?? 0)) === "failed";
    if (isFailed) return;
    if (person.isDeleted) addLeft(model, deposit, 0 - (cents ?? most));
    else person.balance -= cents ?? most;
  }),
);

/** Returns the refundable rest of a deposit, as far as its owner still has it. */
async function leftOf(real: Real, deposit: Deposit): Promise<number> {
  const isFree = deposit.dispute === "none" || deposit.dispute === "won";
  if (!deposit.isCredited || !isFree) return 0;
  return Math.max(0, deposit.cents - (await refundedOf(real, deposit.id)));
}

/** The unspent part of the deposits goes back to its sources; the form is sent twice. */
const balanceWithdrawals = owner.map((who) =>
  command(`withdraw balance(${who})`, async (model, real) => {
    const person = personOf(model, who);
    if (person.isDeleted) return;
    const own = model.deposits.filter((one) => one.owner === who);
    let left = 0;
    for (const deposit of own) left += await leftOf(real, deposit);
    const unspent = Math.min(left, person.balance - (await givenOf(real, who)));
    const { agent, email } = memberOf(real, who);
    const statement = { subject: "balance", name: "Sam", email, destination: "source" };
    const body = { ...statement, operation_id: randomUUID() };
    const [response] = await Promise.all([
      agent.post("/api/withdrawals", body),
      agent.post("/api/withdrawals", body),
    ]);
    const { number } = response.as(withdrawalResponseSchema).payload;
    callOff(model, who, null);
    const sent = await sentRefundsOf(real, `withdrawal ${number}`);
    const sum = sent.reduce((cents, one) => cents + one.cents, 0);
    expectSame("withdrawn balance", sum, unspent, response);
    for (const one of sent) if (one.status !== "failed") person.balance -= one.cents;
  }),
);

/** Two staff members end the review of a deposit at once; the shop keeps its part in suspense. */
const resolutions = index.map((which) =>
  command(`resolve deposit(${which})`, async (model, real) => {
    const deposit = pick(model.deposits, which);
    if (!deposit) return;
    const [row] = await real.test.database<{ status: string; review: string | null }[]>`
      SELECT status, needs_review AS review FROM deposits WHERE id = ${deposit.id}`;
    const path = `/api/staff/suspense/deposits/${deposit.id}/resolve`;
    const held = (deposit.heldCents / 100).toFixed(2);
    const body = { note: "Looked it up", review: row?.review ?? "", held };
    const responses = await Promise.all(
      [real.staff, real.colleague].map(({ agent }) => agent.post(path, body)),
    );
    const isWaiting = deposit.heldCents > 0 && deposit.dispute === "opened";
    const isPossible = row?.review !== null && row?.status !== "pending" && !isWaiting;
    const done = responses.filter(({ status }) => status === 200).length;
    expectSame("review ended", done, isPossible ? 1 : 0, responses[0]);
    if (!isPossible || deposit.heldCents === 0) return;
    const cents = deposit.heldCents;
    addLeft(model, deposit, 0 - cents, "suspense");
    deposit.isKept = true;
    model.shop.revenue += cents;
  }),
);

export const depositCommands = [
  ...[opens, topUps, intents, pays, notices, polls, cancellations, settlements],
  ...[settlementDecisions, refunds, balanceWithdrawals, resolutions],
];
