import { beforeEach, describe, expect, it } from "vitest";
import { anonymizeUser } from "#api/accounts/profile.queries.ts";
import type { Sql } from "#api/db/client.ts";
import { listViolations, type Movement, post, type Violation } from "#api/wallet/wallet.service.ts";
import { setUpLedger } from "#tests/setup/money/ledger.ts";

const ledger = setUpLedger();
const { grant, revoke } = ledger;

/** Inserts a row as a valid deposit leaves it, without the money. */
const insertDeposit = async (
  sql: Sql,
  changes: { status?: string; userId?: number; review?: string } = {},
) => {
  const [row] = await sql<{ id: number }[]>`
    INSERT INTO deposits (user_id, operation_id, body_hash, amount_cents, internal_amount_cents,
      method, status, provider, contact, needs_review)
    VALUES (${changes.userId ?? ledger.userId}, gen_random_uuid(), 'x', 500, 500, 'card',
      ${changes.status ?? "success"}, 'sandbox', '{}', ${changes.review ?? null})
    RETURNING id`;
  return String(row?.id);
};
// Needs no product, because the triggers are disabled.
const insertOrder = async (sql: Sql, ownerId = ledger.userId) => {
  const [row] = await sql<{ id: number }[]>`
    INSERT INTO orders (user_id, product_id, slug, titles, price_cents, currency, prompt, licence,
      picture_hash)
    VALUES (${ownerId}, 1, 'x', '{}', 300, 'Credits', 'x', 'x', 'x') RETURNING id`;
  return String(row?.id);
};

const paying = (sourceId: string, amountCents = 300): Movement => ({
  kind: "order",
  sourceId,
  from: { wallet: ledger.userId },
  to: { platform: "revenue" },
  amountCents,
});
const crediting = (sourceId: string, amountCents = 500): Movement => ({
  ...grant(amountCents, sourceId),
  kind: "deposit",
  from: { platform: "provider_clearing" },
});
const forfeiting = (sourceId: string, amountCents = 1_000): Movement => ({
  ...paying(sourceId, amountCents),
  kind: "forfeit",
});
const deleteUser = (sql: Sql) => anonymizeUser(sql, ledger.userId, new Date());

describe("the check of the ledger", () => {
  beforeEach(() => ledger.post(grant(1_000)));

  it("finds nothing wrong with an honest deposit and an honest order", async () => {
    const found = await violationsAfter(async (sql) => {
      await post(sql, crediting(await insertDeposit(sql)));
      await post(sql, paying(await insertOrder(sql)));
      await insertDeposit(sql, { status: "pending" });
      await insertDeposit(sql, { status: "failed" });
    });
    expect(found).toEqual([]);
  });

  it("finds nothing wrong with a deleted account, and with money that comes after it", async () => {
    const found = await violationsAfter(async (sql) => {
      await post(sql, crediting(await insertDeposit(sql)));
      await post(sql, forfeiting(String(ledger.userId), 1_500));
      await deleteUser(sql);
      const late = await insertDeposit(sql, { review: "late" });
      await post(sql, { ...crediting(late), to: { platform: "suspense" } });
    });
    expect(found).toEqual([]);
  });

  it.each<[string, string[], (sql: Sql) => Promise<unknown>]>([
    [
      "a balance that was raised by hand",
      ["balance is its postings", "conservation"],
      (sql) =>
        sql`UPDATE ledger_accounts SET balance_cents = 1001 WHERE user_id = ${ledger.userId}`,
    ],
    [
      "a posting that was changed",
      ["balance is its postings", "conservation", "history is its postings"],
      (sql) => sql`
        UPDATE ledger_postings SET amount_cents = 999 WHERE id = (
          SELECT max(id) FROM ledger_postings)`,
    ],
    [
      "a posting that was removed",
      [
        "balance is its postings",
        "conservation",
        "history is its postings",
        "transaction has postings",
      ],
      (sql) => sql`DELETE FROM ledger_postings WHERE id = (SELECT max(id) FROM ledger_postings)`,
    ],
    [
      "a line of the payment history that was changed",
      ["history is its postings"],
      (sql) => sql`UPDATE balance_changes SET balance_cents = balance_cents + 1
        WHERE user_id = ${ledger.userId}`,
    ],
    ["a wallet below zero", ["balance is its postings"], (sql) => post(sql, revoke(1_001))],
    [
      "a transaction that moved nothing",
      ["transaction has postings"],
      (sql) => sql`INSERT INTO ledger_transactions (kind, source_id) VALUES ('grant', 'nothing')`,
    ],
    [
      "a success that was never credited",
      ["deposit is credited once"],
      (sql) => insertDeposit(sql),
    ],
    [
      "a credit for a deposit that did not succeed",
      ["deposit is credited once"],
      async (sql) => post(sql, crediting(await insertDeposit(sql, { status: "failed" }))),
    ],
    [
      "a credit of another amount",
      ["deposit is credited once"],
      async (sql) => post(sql, crediting(await insertDeposit(sql), 501)),
    ],
    [
      "a credit to another wallet",
      ["deposit is credited once"],
      async (sql) =>
        post(sql, crediting(await insertDeposit(sql, { userId: await otherUser(sql) }))),
    ],
    [
      "a credit with a second posting",
      ["deposit is credited once"],
      async (sql) => {
        await post(sql, crediting(await insertDeposit(sql)));
        await repeatLastPosting(sql);
      },
    ],
    [
      "a credit that was kept from its owner",
      ["deposit is credited once"],
      async (sql) => {
        const late = await insertDeposit(sql, { review: "late" });
        await post(sql, { ...crediting(late), to: { platform: "suspense" } });
      },
    ],
    ["a deleted account with money", ["deleted account is empty"], deleteUser],
    [
      "a balance taken from an account that is not deleted",
      ["forfeit is of a deleted account"],
      (sql) => post(sql, forfeiting(String(ledger.userId))),
    ],
    [
      "a balance given up to another account than ours",
      ["forfeit is of a deleted account"],
      async (sql) => {
        await post(sql, { ...forfeiting(String(ledger.userId)), to: { platform: "promotion" } });
        await deleteUser(sql);
      },
    ],
    [
      "a balance of another's given up",
      ["deleted account is empty", "forfeit is of a deleted account"],
      async (sql) => {
        const other = await otherUser(sql);
        await post(sql, { ...grant(1_000), to: { wallet: other } });
        await post(sql, { ...forfeiting(String(ledger.userId)), from: { wallet: other } });
        await deleteUser(sql);
      },
    ],
    ["an order that nobody paid", ["order is paid"], (sql) => insertOrder(sql)],
    [
      "an order paid with another price",
      ["order is paid"],
      async (sql) => post(sql, paying(await insertOrder(sql), 299)),
    ],
    [
      "an order paid from another wallet",
      ["order is paid"],
      async (sql) => post(sql, paying(await insertOrder(sql, await otherUser(sql)))),
    ],
    [
      "an order debited twice",
      ["order is paid"],
      async (sql) => {
        await post(sql, paying(await insertOrder(sql)));
        await repeatLastPosting(sql);
      },
    ],
    [
      "a payment of an order that is not there",
      ["payment has its cause"],
      (sql) => post(sql, paying("999999")),
    ],
    [
      "a credit of a deposit that is not there",
      ["payment has its cause"],
      (sql) => post(sql, crediting("999999")),
    ],
  ])("reports %s", async (_, invariants, damage) => {
    const found = await violationsAfter(damage);
    expect(found.map((one) => one.invariant).sort()).toEqual(invariants);
  });
});

async function otherUser(sql: Sql): Promise<number> {
  const [row] = await sql<{ id: number }[]>`
    SELECT user_id AS id FROM ledger_accounts WHERE user_id <> ${ledger.userId} LIMIT 1`;
  if (!row) throw new Error("there is no other user yet");
  return row.id;
}

async function repeatLastPosting(sql: Sql): Promise<void> {
  await sql`
    INSERT INTO ledger_postings
      (transaction_id, source_account_id, destination_account_id, amount_cents)
    SELECT transaction_id, source_account_id, destination_account_id, amount_cents
    FROM ledger_postings ORDER BY id DESC LIMIT 1`;
}

/** The triggers that protect the ledger, by table. */
const CONSTRAINTS = [
  ["ledger_postings", "ledger_postings_append_only"],
  ["ledger_transactions", "ledger_transactions_append_only"],
  ["ledger_accounts", "ledger_accounts_balance_guard"],
  ["balance_changes", "balance_changes_guard"],
] as const;

async function switchConstraints(sql: Sql, to: "ENABLE" | "DISABLE"): Promise<void> {
  for (const [table, constraint] of CONSTRAINTS) {
    await sql.unsafe(`ALTER TABLE ${table} ${to} TRIGGER ${constraint}`);
  }
}

async function dropConstraints(sql: Sql): Promise<void> {
  await sql`ALTER TABLE ledger_accounts DROP CONSTRAINT wallet_never_negative`;
  await sql`ALTER TABLE orders DROP CONSTRAINT orders_product_id_fkey,
    DROP CONSTRAINT orders_picture_hash_fkey`;
}

/** Returns the check's findings after a damage with disabled triggers; rolls the damage back. */
async function violationsAfter(damage: (sql: Sql) => Promise<unknown>): Promise<Violation[]> {
  const undo = new Error("undo");
  let found: Violation[] = [];
  const work = ledger.database.begin(async (sql) => {
    await dropConstraints(sql);
    await switchConstraints(sql, "DISABLE");
    await damage(sql);
    await switchConstraints(sql, "ENABLE");
    // The disabled triggers are found too (invariants.test.ts), but are no damage here.
    found = (await listViolations(sql)).filter((one) => one.invariant !== "triggers are enabled");
    throw undo;
  });
  await expect(work).rejects.toBe(undo);
  expect(await listViolations(ledger.database)).toEqual([]);
  return found;
}
