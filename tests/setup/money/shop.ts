import postgres from "postgres";
import { paymentsResponseSchema } from "#api/contract/payments.ts";
import type { Database } from "#api/db/client.ts";
import invariantsSql from "#api/wallet/invariants.sql?raw";
import type { Violation } from "#api/wallet/wallet.service.ts";
import { toDecimal } from "#domain/money.ts";
import { createMember, createProduct } from "#tests/factories.ts";
import { readProfile } from "#tests/setup/api/reads.ts";
import { createSandbox, createTestApi } from "../api/test-api.ts";
import { configureDebtor, createStaff, type Member } from "../records/offers.ts";
import { offerCards } from "./cards.ts";
import { BY_HAND_LIMIT_CENTS, type Model, type Real } from "./model.ts";

// The shop that the money model is compared with.

export const PEOPLE = 2;
const PRICES = [150, 400, 900];
/** A new shop costs as much as a run, but reads get slower with every run in the same shop. */
const RUNS_PER_SHOP = 10;

/** A shop that serves several runs, each with its own people and staff. */
export type MoneyShop = Pick<Real, "test" | "products" | "network"> & {
  /** The invariants as prepared statements: planning them takes longer than checking them. */
  checks: Database;
  runsLeft: number;
  close(): Promise<void>;
};

export async function openMoneyShop(): Promise<MoneyShop> {
  const network = { isDown: false };
  const test = await createTestApi({
    connectionsMax: 20,
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
  const products: Real["products"] = [];
  for (const cents of PRICES) {
    products.push({ id: (await createProduct(test, { priceCents: cents })).id, cents });
  }
  const alone = { max: 1, max_lifetime: null, onnotice: () => {} };
  const checks = postgres({ ...test.connection, ...alone });
  await checks.unsafe(`PREPARE invariants AS ${invariantsSql}`);
  const close = async () => {
    await checks.end();
    await test.close();
  };
  return { test, products, network, checks, runsLeft: RUNS_PER_SHOP, close };
}

/** Creates people without money, and staff, for one run. */
export async function openRun(opened: MoneyShop): Promise<{ model: Model; real: Real }> {
  const { test, products, network, checks } = opened;
  await test.database`UPDATE settings SET payout_approval_above_cents = NULL,
    balance_approval_above_cents = ${BY_HAND_LIMIT_CENTS}`;
  const createPerson = () => createMember(test, { verificationStatus: "approved", name: "Sam" });
  const members: Member[] = await Promise.all(Array.from({ length: PEOPLE }, createPerson));
  const [staff, colleague] = await Promise.all([createStaff(test), createStaff(test)]);
  const people = members.map(() => ({ balance: 0, debt: 0, isDeleted: false, waiting: null }));
  const shop = { revenue: 0, suspense: 0 };
  const model = { people, deposits: [], orders: [], offers: [], shop };
  const before = await readShop(checks);
  return { model, real: { test, staff, colleague, members, products, network, checks, before } };
}

/** Reads the two accounts that hold money of deleted accounts, in internal cents. */
async function readShop(checks: Database): Promise<Model["shop"]> {
  const rows = await checks<{ kind: string; cents: string }[]>`
    SELECT a.kind, sum(CASE WHEN a.id = p.destination_account_id THEN p.amount_cents
      ELSE -p.amount_cents END) AS cents
    FROM ledger_accounts a
    JOIN ledger_postings p ON a.id IN (p.source_account_id, p.destination_account_id)
    WHERE a.kind IN ('revenue', 'suspense') GROUP BY a.kind`;
  const of = (kind: string) => Number(rows.find((row) => row.kind === kind)?.cents ?? 0);
  return { revenue: of("revenue"), suspense: of("suspense") };
}

/** Throws unless every invariant holds, and each person and the shop match the model. */
export async function assertAgreement(model: Model, real: Real): Promise<void> {
  const { checks, members, before } = real;
  const violations = await checks<Violation[]>`EXECUTE invariants`;
  if (violations.length > 0) throw new Error(`violated: ${JSON.stringify(violations)}`);
  const rows = await checks<{ userId: string; kind: string; cents: string }[]>`
    SELECT user_id AS "userId", kind, balance_cents AS cents FROM ledger_accounts
    WHERE user_id = ANY (${members.map(({ id }) => id)})`;
  for (const [index, person] of model.people.entries()) {
    const of = (kind: string) =>
      Number(
        rows.find((row) => Number(row.userId) === members[index]?.id && row.kind === kind)?.cents ??
          0,
      );
    const found = { balance: of("wallet"), debt: 0 - of("debt") };
    if (found.balance !== person.balance || found.debt !== person.debt) {
      throw new Error(
        `person ${index}: the shop has ${JSON.stringify(found)}, the model ${JSON.stringify(person)}`,
      );
    }
  }
  const now = await readShop(checks);
  for (const account of ["revenue", "suspense"] as const) {
    const added = now[account] - before[account];
    if (added === model.shop[account]) continue;
    throw new Error(`${account}: the shop has ${added} more, the model ${model.shop[account]}`);
  }
}

/** Throws unless each person's payment history ends as in the model. */
export async function assertHistories(model: Model, { members }: Real): Promise<void> {
  for (const [index, person] of model.people.entries()) {
    const member = members[index];
    if (!member || person.isDeleted) continue;
    const response = await member.agent.get("/api/payment/history");
    const { balance, payload } = response.as(paymentsResponseSchema);
    const expected = toDecimal(person.balance - person.debt);
    const last = payload.find((line) => line.balance !== null)?.balance ?? toDecimal(0);
    const profile = await readProfile(member.agent);
    if (balance !== expected || last !== expected || profile.balance !== expected) {
      const found = [last, balance, profile.balance].join(", ");
      throw new Error(`person ${index}: the history and the profile say ${found} not ${expected}`);
    }
  }
}
