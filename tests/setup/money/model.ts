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

// A model of the money: each person's balance and debts, by plain arithmetic. Commands act on both
// the real shop and the model; after each, both must agree and every invariant must hold.

export type Deposit = {
  id: number;
  ref: string;
  token: string;
  owner: number;
  cents: number;
  isPaid: boolean;
  isCredited: boolean;
  /** Credited to suspense because its owner's account was deleted. */
  isLate: boolean;
  heldCents: number;
  /** The rest of it in suspense was kept by the shop. */
  isKept: boolean;
  dispute: "none" | "opened" | "won" | "lost";
  /** The source that its dispute was taken from. */
  disputeFrom: "owner" | Left;
  /** The purchase that it is for, until it is credited. */
  intent: Intent | null;
};
type Intent = { product: number; cents: number; isConsented: boolean; isCalledOff: boolean };
/** The account that holds the money of a deleted account. */
export type Left = "revenue" | "suspense";
export type Order = {
  /** 0 during the command that buys it. */
  id: number;
  owner: number;
  product: number;
  cents: number;
  refundedCents: number;
  isConsented: boolean;
  /** An undecided statement of withdrawal may be about it. */
  isHeld: boolean;
};
type Person = {
  balance: number;
  debt: number;
  isDeleted: boolean;
  /** A balance correction that waits for a second person's decision. */
  waiting: { id: number | string; cents: number } | null;
};
export type Offer = { id: number; owner: number; status: "offer" | "approved" | "declined" };

export type Model = {
  people: Person[];
  deposits: Deposit[];
  orders: Order[];
  offers: Offer[];
  /** The amounts that the run has added to both of the shop's accounts. */
  shop: Record<Left, number>;
};
export type Real = {
  test: TestApi;
  staff: Member;
  /** A second staff member, for decisions that one may not make alone. */
  colleague: Member;
  members: Member[];
  products: { id: number; cents: number }[];
  /** While true, the provider's reports are lost. */
  network: { isDown: boolean };
  checks: Database;
  /** The amounts that both accounts held before the run. */
  before: Record<Left, number>;
};

/** Above it a balance correction, or a manual settlement, waits for a second person. */
export const BY_HAND_LIMIT_CENTS = 300;

export type Command = fc.AsyncCommand<Model, Real>;

/** Creates a command that does `work`; afterwards model and shop must agree. */
export function command(name: string, work: (model: Model, real: Real) => Promise<void>): Command {
  return {
    check: () => true,
    toString: () => name,
    run: async (model, real) => {
      // Far enough to stay below the per-minute rate limits.
      real.test.clock.advance(61);
      await work(model, real);
      await nameOrders(model, real);
      await assertAgreement(model, real);
    },
  };
}

/** Gives new orders their ids. Throws if there is no such order. */
async function nameOrders(model: Model, { test, members }: Real): Promise<void> {
  for (const order of model.orders.filter(({ id }) => id === 0)) {
    const userId = members[order.owner]?.id ?? 0;
    // The database sets the timestamp, and its clock does not follow the test's.
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

/** Credits a deposit once: to its owner, unless the account is deleted. */
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

/** Tries a deposit's intended purchase once; orders that its owner has by then stay as they are. */
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

/**
 * Records a refund of the product, or a withdrawal that may be about it, since the deposit opened.
 */
export function callOff(model: Model, owner: number, product: number | null): void {
  for (const { intent, ...deposit } of model.deposits) {
    if (!intent || deposit.owner !== owner) continue;
    if (product === null || product === intent.product) intent.isCalledOff = true;
  }
}

/** Returns where the money of a deposit is whose owner has left. */
export const leftIn = ({ isLate, isKept }: Deposit): Left =>
  isLate && !isKept ? "suspense" : "revenue";

/** Adds to the rest of a deposit that a deleted account left; a negative amount is taken. */
export function addLeft(model: Model, deposit: Deposit, cents: number, to = leftIn(deposit)): void {
  model.shop[to] += cents;
  if (to === "suspense") deposit.heldCents += cents;
}

/** Returns a deposit's money to its owner, unless the account was deleted. */
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

/** Settles a paid deposit that the shop was notified of. */
export function settle(model: Model, deposit: Deposit): void {
  if (deposit.isPaid) creditDeposit(model, deposit);
}

export const isDisputed = (model: Model, owner: number) =>
  model.deposits.some((one) => one.owner === owner && one.dispute === "opened");

export const isOnHold = (model: Model, owner: number) =>
  personOf(model, owner).debt > 0 || isDisputed(model, owner);

/** True if the person has an order of the product that was not refunded. */
export const isOwned = (model: Model, owner: number, product: number) =>
  model.orders.some(
    (one) => one.owner === owner && one.product === product && one.refundedCents < one.cents,
  );

/** Buying an owned product with consent opens the existing order, unless it is held. */
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

/** Returns the amount that a deposit has refunded or is refunding. */
export async function refundedOf(real: Real, depositId: number): Promise<number> {
  const [row] = await real.test.database<{ cents: number }[]>`
    SELECT coalesce(sum(amount_cents), 0)::int AS cents FROM refunds
    WHERE deposit_id = ${depositId} AND status <> 'failed'`;
  return row?.cents ?? 0;
}

/** Returns the rest of credits from the staff; domain/promotion.test.ts tests its arithmetic. */
export async function givenOf(real: Real, who: number): Promise<number> {
  return promotionLeft(await listWalletMovements(real.test.database, memberOf(real, who).id));
}

/** Lists the deposit refunds that an operation made, each with its own name. */
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
