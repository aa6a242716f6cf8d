import { randomUUID } from "node:crypto";
import type fc from "fast-check";
import type { Database } from "#api/db/client.ts";
import { listWalletMovements } from "#api/wallet/wallet.queries.ts";
import { promotionLeft } from "#domain/promotion.ts";
import type { ApiResponse } from "../api/api-agent.ts";
import type { TestApi } from "../api/test-api.ts";
import type { Member } from "../records/offers.ts";
import { assertAgreement } from "./shop.ts";
import { sendWebhook } from "./top-up.ts";

// A model of the money: what each person has and owes, by plain arithmetic. Commands do something to
// the real shop and to the model; after each, both must agree and every invariant must hold.

export type Deposit = {
  id: number;
  ref: string;
  token: string;
  owner: number;
  cents: number;
  isPaid: boolean;
  isCredited: boolean;
  /** Credited to suspense, because its owner's account was deleted; what of it is there. */
  isLate: boolean;
  heldCents: number;
  /** What was left of it in suspense was kept. */
  isKept: boolean;
  dispute: "none" | "opened" | "won" | "lost";
  /** What its dispute was taken from, unless it is the owner. */
  disputeFrom: "owner" | Left;
  /** What it is to buy, until it was credited. */
  intent: Intent | null;
};
type Intent = { product: number; cents: number; isConsented: boolean; isCalledOff: boolean };
/** What holds the money of a deleted account. */
export type Left = "revenue" | "suspense";
export type Order = {
  /** 0 within the command in which it is bought. */
  id: number;
  owner: number;
  product: number;
  cents: number;
  refundedCents: number;
  isConsented: boolean;
  /** A statement of withdrawal that may be about it is undecided. */
  isHeld: boolean;
};
type Person = {
  balance: number;
  debt: number;
  isDeleted: boolean;
  /** A correction of the balance that a second person has to decide. */
  waiting: { id: number | string; cents: number } | null;
};
export type Offer = { id: number; owner: number; status: "offer" | "approved" | "declined" };

export type Model = {
  people: Person[];
  deposits: Deposit[];
  orders: Order[];
  offers: Offer[];
  /** What the run has added to both accounts of the shop. */
  shop: Record<Left, number>;
};
export type Real = {
  test: TestApi;
  staff: Member;
  /** A second person, for what one alone may not decide. */
  colleague: Member;
  members: Member[];
  products: { id: number; cents: number }[];
  /** While true, the provider's reports are lost. */
  network: { isDown: boolean };
  checks: Database;
  /** What both accounts held before the run. */
  before: Record<Left, number>;
};

/** Above it a correction of a balance, or a settlement by hand, waits for a second person. */
export const BY_HAND_LIMIT_CENTS = 300;

export type Command = fc.AsyncCommand<Model, Real>;

/** A command that does `work`; afterwards model and shop must agree. */
export function command(name: string, work: (model: Model, real: Real) => Promise<void>): Command {
  return {
    check: () => true,
    toString: () => name,
    run: async (model, real) => {
      // Far enough that no limit of requests by the minute is met.
      real.test.clock.advance(61);
      await work(model, real);
      await nameOrders(model, real);
      await assertAgreement(model, real);
    },
  };
}

/** Gives new orders their numbers. Throws where there is no such order. */
async function nameOrders(model: Model, { test, members }: Real): Promise<void> {
  for (const order of model.orders.filter(({ id }) => id === 0)) {
    const userId = members[order.owner]?.id ?? 0;
    // The database stamps it, whose clock does not move with that of the test.
    const rows = await test.database<{ id: number; isConsented: boolean }[]>`
      UPDATE orders SET created_at = ${test.clock.now()}
      WHERE user_id = ${userId} AND product_id = ${order.product} AND refunded_at IS NULL
      RETURNING id, consented_at IS NOT NULL AS "isConsented"`;
    expectSame(`orders of ${order.product}`, rows.length, 1);
    expectSame("consented", rows[0]?.isConsented, order.isConsented);
    order.id = rows[0]?.id ?? 0;
  }
}

export function expectSame(
  what: string,
  found: unknown,
  expected: unknown,
  response?: ApiResponse,
) {
  if (found === expected) return;
  throw new Error(
    `${what}: ${String(found)} instead of ${String(expected)} ${response?.text ?? ""}`,
  );
}

export function credit(person: Person, cents: number): void {
  const paid = Math.min(person.debt, cents);
  person.debt -= paid;
  person.balance += cents - paid;
}

export function takeBack(person: Person, cents: number): void {
  const paid = Math.min(person.balance, cents);
  person.balance -= paid;
  person.debt += cents - paid;
}

export const personOf = (model: Model, index: number): Person => {
  const person = model.people[index];
  if (!person) throw new Error(`person ${index} is missing`);
  return person;
};
export const memberOf = (real: Real, index: number): Member => {
  const member = real.members[index];
  if (!member) throw new Error(`member ${index} is missing`);
  return member;
};
export const pick = <Item>(items: readonly Item[], index: number): Item | undefined =>
  items[index % Math.max(1, items.length)];

/** Credits a deposit once, to its owner unless the account is deleted. */
export function creditDeposit(model: Model, deposit: Deposit): void {
  if (deposit.isCredited) return;
  deposit.isCredited = true;
  const person = personOf(model, deposit.owner);
  if (!person.isDeleted) {
    credit(person, deposit.cents);
    buyIntended(model, deposit);
    return;
  }
  deposit.isLate = true;
  addLeft(model, deposit, deposit.cents);
}

/** What a deposit is for is tried once; what its owner has by then stays as it is. */
function buyIntended(model: Model, deposit: Deposit): void {
  const { intent, owner } = deposit;
  deposit.intent = null;
  if (!intent || intent.isCalledOff || isOwned(model, owner, intent.product)) return;
  const person = personOf(model, owner);
  if (isOnHold(model, owner) || person.balance < intent.cents) return;
  const { product, cents, isConsented } = intent;
  person.balance -= cents;
  model.shop.revenue += cents;
  addOrder(model, { owner, product, cents, isConsented });
}

export function addOrder(
  model: Model,
  order: Pick<Order, "owner" | "product" | "cents" | "isConsented">,
): void {
  model.orders.push({ ...order, id: 0, refundedCents: 0, isHeld: false });
}

/** A refund of the product, or a withdrawal that may be about it, since the deposit was opened. */
export function callOff(model: Model, owner: number, product: number | null): void {
  for (const { intent, ...deposit } of model.deposits) {
    if (!intent || deposit.owner !== owner) continue;
    if (product === null || product === intent.product) intent.isCalledOff = true;
  }
}

/** Where the money of a deposit is whose owner has left. */
export const leftIn = ({ isLate, isKept }: Deposit): Left =>
  isLate && !isKept ? "suspense" : "revenue";

/** Adds to what a deleted account left of a deposit; below zero it is taken. */
export function addLeft(model: Model, deposit: Deposit, cents: number, to = leftIn(deposit)): void {
  model.shop[to] += cents;
  if (to === "suspense") deposit.heldCents += cents;
}

/** Money of a deposit that comes back, to its owner unless the account was deleted. */
export function giveBackTo(model: Model, deposit: Deposit, cents: number): void {
  const person = personOf(model, deposit.owner);
  if (person.isDeleted) addLeft(model, deposit, cents);
  else credit(person, cents);
}

export const depositOf = (model: Model, id: number): Deposit => {
  const deposit = model.deposits.find((one) => one.id === id);
  if (!deposit) throw new Error(`deposit ${id} is missing`);
  return deposit;
};

/** A paid deposit that the shop has heard of. */
export function settle(model: Model, deposit: Deposit): void {
  if (deposit.isPaid) creditDeposit(model, deposit);
}

export const isDisputed = (model: Model, owner: number) =>
  model.deposits.some((one) => one.owner === owner && one.dispute === "opened");

export const isOnHold = (model: Model, owner: number) =>
  personOf(model, owner).debt > 0 || isDisputed(model, owner);

/** True while the person has an order of the product that was not refunded. */
export const isOwned = (model: Model, owner: number, product: number) =>
  model.orders.some(
    (one) => one.owner === owner && one.product === product && one.refundedCents < one.cents,
  );

/** Buying with consent what one has opens the order that is there, unless it is held. */
export function consentTo(model: Model, owner: number, product: number): void {
  for (const order of model.orders) {
    const isOpen = order.refundedCents < order.cents && !order.isHeld;
    if (order.owner === owner && order.product === product && isOpen) order.isConsented = true;
  }
}

export const sendDispute = (real: Real, deposit: Deposit, outcome: string) =>
  sendWebhook(
    real.test,
    JSON.stringify({
      type: "dispute",
      id: randomUUID(),
      dispute_ref: `d_${deposit.ref}`,
      ref: deposit.ref,
      outcome,
      amount_cents: deposit.cents,
      currency: "EUR",
    }),
  );

/** What a deposit has given back, or is giving back. */
export async function refundedOf(real: Real, depositId: number): Promise<number> {
  const [row] = await real.test.database<{ cents: number }[]>`
    SELECT coalesce(sum(amount_cents), 0)::int AS cents FROM refunds
    WHERE deposit_id = ${depositId} AND status <> 'failed'`;
  return row?.cents ?? 0;
}

/** What is left of credits that the staff gave; domain/promotion.test.ts has its arithmetic. */
export async function givenOf(real: Real, who: number): Promise<number> {
  return promotionLeft(await listWalletMovements(real.test.database, memberOf(real, who).id));
}

/** Refunds of deposits that an operation made, each under a name of its own. */
export function sentRefundsOf(
  real: Real,
  operationId: string,
): Promise<{ depositId: number; cents: number; status: string }[]> {
  return real.test.database<{ depositId: number; cents: number; status: string }[]>`
    SELECT deposit_id AS "depositId", amount_cents AS cents, status FROM refunds
    WHERE operation_id LIKE ${`${operationId} deposit %`}`;
}

export async function statusOf(real: Real, refundId: number | string): Promise<string | undefined> {
  const [row] = await real.test.database<{ status: string }[]>`
    SELECT status FROM refunds WHERE id = ${Number(refundId)}`;
  return row?.status;
}

export const idsOf = (real: Real) => real.members.map(({ id }) => id);
