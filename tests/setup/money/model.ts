import { randomUUID } from "node:crypto";
import type fc from "fast-check";
import { listViolations } from "#api/wallet/wallet.service.ts";
import { createMember, createProduct } from "#tests/factories.ts";
import type { ApiResponse } from "./api-agent.ts";
import { offerCards } from "./cards.ts";
import { configureDebtor, type Member } from "./offers.ts";
import { createShop } from "./refunds.ts";
import { createSandbox, type TestApi } from "./test-api.ts";
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
  dispute: "none" | "opened" | "won" | "lost";
};
type Order = { id: number; owner: number; product: number; cents: number; refundedCents: number };
type Person = { balance: number; debt: number; isDeleted: boolean };
type Offer = { id: number; owner: number; status: "offer" | "approved" | "declined" };

export type Model = {
  people: Person[];
  deposits: Deposit[];
  orders: Order[];
  offers: Offer[];
};
export type Real = {
  test: TestApi;
  staff: Member;
  members: Member[];
  products: { id: number; cents: number }[];
  /** While true, the provider's reports are lost. */
  network: { isDown: boolean };
};

export const PEOPLE = 2;
const PRICES = [150, 400, 900];

export async function openMoneyModel(): Promise<{ model: Model; real: Real }> {
  const network = { isDown: false };
  const { test, staff } = await createShop({
    payments: (context) => [
      createSandbox({
        ...context,
        deliver: async (request) =>
          network.isDown ? new Response(null, { status: 503 }) : context.deliver(request),
      }),
    ],
  });
  await configureDebtor(test);
  await offerCards(test);
  await test.database`UPDATE settings SET sizes = '{64x64}'`;
  const members: Member[] = [];
  for (let n = 0; n < PEOPLE; n++) {
    members.push(await createMember(test, { verificationStatus: "approved", name: "Sam" }));
  }
  const products: Real["products"] = [];
  for (const cents of PRICES) {
    products.push({ id: (await createProduct(test, { priceCents: cents })).id, cents });
  }
  const people = members.map(() => ({ balance: 0, debt: 0, isDeleted: false }));
  const model = { people, deposits: [], orders: [], offers: [] };
  return { model, real: { test, staff, members, products, network } };
}

type Command = fc.AsyncCommand<Model, Real>;

/** A command that does `work`; afterwards model and shop must agree. */
export function command(name: string, work: (model: Model, real: Real) => Promise<void>): Command {
  return {
    check: () => true,
    toString: () => name,
    run: async (model, real) => {
      // Far enough that no limit of requests by the minute is met.
      real.test.clock.advance(61);
      await work(model, real);
      await assertAgreement(model, real);
    },
  };
}

async function assertAgreement(model: Model, { test, members }: Real): Promise<void> {
  const violations = await listViolations(test.database);
  if (violations.length > 0) throw new Error(`violated: ${JSON.stringify(violations)}`);
  const rows = await test.database<{ userId: number; kind: string; cents: number }[]>`
    SELECT user_id AS "userId", kind, balance_cents AS cents FROM ledger_accounts
    WHERE user_id IS NOT NULL`;
  for (const [index, person] of model.people.entries()) {
    const of = (kind: string) =>
      rows.find((row) => row.userId === members[index]?.id && row.kind === kind)?.cents ?? 0;
    const found = { balance: of("wallet"), debt: 0 - of("debt") };
    if (found.balance !== person.balance || found.debt !== person.debt) {
      throw new Error(
        `person ${index}: the shop has ${JSON.stringify(found)}, the model ${JSON.stringify(person)}`,
      );
    }
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

/** A paid deposit that the shop has heard of: credited once, to whoever there is. */
export function settle(model: Model, deposit: Deposit): void {
  if (!deposit.isPaid || deposit.isCredited) return;
  deposit.isCredited = true;
  const person = personOf(model, deposit.owner);
  if (!person.isDeleted) credit(person, deposit.cents);
}

export const isOnHold = (model: Model, owner: number) =>
  personOf(model, owner).debt > 0 ||
  model.deposits.some((one) => one.owner === owner && one.dispute === "opened");

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

export async function statusOf(real: Real, refundId: number | string): Promise<string | undefined> {
  const [row] = await real.test.database<{ status: string }[]>`
    SELECT status FROM refunds WHERE id = ${Number(refundId)}`;
  return row?.status;
}
