import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { inTransaction } from "#api/db/client.ts";
import { listViolations, lockBalance, type Movement, post } from "#api/wallet/wallet.service.ts";
import { createUser } from "#tests/factories.ts";
import { createTestDatabase, type TestDatabase } from "#tests/setup/test-database.ts";

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase({ connectionsMax: 20 });
});
afterAll(() => test.drop());

let userId: number;
beforeEach(async () => {
  userId = (await createUser(test.database)).id;
});

let causes = 0;
const newCause = () => `test-${++causes}`;

/** A grant of the platform, so that no order or deposit has to exist. */
const grant = (amountCents: number, sourceId = newCause()): Movement => ({
  kind: "grant",
  sourceId,
  from: { platform: "promotion" },
  to: { wallet: userId },
  amountCents,
});
const takeBack = (amountCents: number, sourceId = newCause()): Movement => ({
  ...grant(amountCents, sourceId),
  from: { wallet: userId },
  to: { platform: "promotion" },
});
const book = (movement: Movement) => inTransaction(test.database, (sql) => post(sql, movement));
const balance = () => inTransaction(test.database, (sql) => lockBalance(sql, userId));
const failsWith = (sqlstate: string) => expect.objectContaining({ code: sqlstate });

describe("a posting", () => {
  it("moves money from one end to the other", async () => {
    expect(await book(grant(10_050))).toBe(true);
    expect(await book(takeBack(50))).toBe(true);
    expect(await balance()).toBe(10_000);
    const [platform] = await test.database<{ balance_cents: number }[]>`
      SELECT balance_cents FROM ledger_accounts WHERE kind = 'promotion'`;
    // Platform accounts are the outside: a stored balance there would serialize all sales.
    expect(platform?.balance_cents).toBe(0);
    expect(await listViolations(test.database)).toEqual([]);
  });

  it("between two wallets takes from one what it gives to the other", async () => {
    const other = await createUser(test.database);
    await book(grant(300));
    await book({ ...grant(120), from: { wallet: userId }, to: { wallet: other.id } });
    expect(await balance()).toBe(180);
    expect(await inTransaction(test.database, (sql) => lockBalance(sql, other.id))).toBe(120);
    expect(await listViolations(test.database)).toEqual([]);
  });

  it("of the smallest amount, and of a huge one, is exact", async () => {
    await book(grant(1));
    await book(grant(4_503_599_627_370_000));
    expect(await balance()).toBe(4_503_599_627_370_001);
    expect(await listViolations(test.database)).toEqual([]);
  });

  it.each([
    0,
    -1,
    0.5,
    1.000001,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    2 ** 53,
  ])("of %s is a RangeError, and nothing is written", async (amountCents) => {
    const movement = grant(amountCents);
    await expect(book(movement)).rejects.toThrow(RangeError);
    expect(await countBookings(movement.sourceId)).toBe(0);
  });

  it("takes a wallet down to nothing, and not a cent below", async () => {
    await book(grant(500));
    const tooMuch = takeBack(501);
    await expect(book(tooMuch)).rejects.toEqual(failsWith("23514"));
    expect(await balance()).toBe(500);
    expect(await countBookings(tooMuch.sourceId)).toBe(0);
    await book(takeBack(500));
    expect(await balance()).toBe(0);
    await expect(book(takeBack(1))).rejects.toEqual(failsWith("23514"));
    expect(await listViolations(test.database)).toEqual([]);
  });

  it("to or from a user without a wallet is rejected whole", async () => {
    const nobody = 999_999_999;
    const movement = { ...grant(5), to: { wallet: nobody } };
    await expect(book(movement)).rejects.toThrow("has no wallet");
    await expect(book({ ...movement, from: { wallet: nobody } })).rejects.toThrow("has no wallet");
    expect(await countBookings(movement.sourceId)).toBe(0);
    await expect(inTransaction(test.database, (sql) => lockBalance(sql, nobody))).rejects.toThrow(
      "has no wallet",
    );
  });

  it("from an account to itself is rejected", async () => {
    await book(grant(5));
    const circle = { ...grant(5), from: { wallet: userId } };
    await expect(book(circle)).rejects.toEqual(failsWith("23514"));
    expect(await balance()).toBe(5);
  });

  it("is gone when the transaction around it fails", async () => {
    const movement = grant(700);
    const failing = inTransaction(test.database, async (sql) => {
      await post(sql, movement);
      throw new Error("the order could not be made");
    });
    await expect(failing).rejects.toThrow("the order could not be made");
    expect(await balance()).toBe(0);
    expect(await book(movement)).toBe(true);
    expect(await balance()).toBe(700);
  });
});

describe("one cause", () => {
  it("moves money once, whatever the second report says", async () => {
    const sourceId = newCause();
    expect(await book(grant(250, sourceId))).toBe(true);
    expect(await book(grant(250, sourceId))).toBe(false);
    expect(await book(grant(999, sourceId))).toBe(false);
    expect(await balance()).toBe(250);
    expect(await countBookings(sourceId)).toBe(1);
    expect(await listViolations(test.database)).toEqual([]);
  });

  it("moves money once out of 50 reports at the same time", async () => {
    const sourceId = newCause();
    const responses = await Promise.all(
      Array.from({ length: 50 }, () => book(grant(100, sourceId))),
    );
    expect(responses.filter(Boolean)).toHaveLength(1);
    expect(await balance()).toBe(100);
    expect(await listViolations(test.database)).toEqual([]);
  });

  it("adds up to the cent when 100 different ones come at the same time", async () => {
    await book(grant(10_000));
    const movements = Array.from({ length: 100 }, (_, i) => (i % 2 ? grant(i) : takeBack(i + 1)));
    await Promise.all(movements.map(book));
    // 1+3+...+99 came in, and 1+3+...+99 went out.
    expect(await balance()).toBe(10_000);
    expect(await listViolations(test.database)).toEqual([]);
  });
});

describe("the books", () => {
  it.each([
    "UPDATE ledger_postings SET amount_cents = amount_cents + 1",
    "UPDATE ledger_postings SET amount_cents = 1 WHERE false",
    "DELETE FROM ledger_postings",
    "TRUNCATE ledger_postings",
    "UPDATE ledger_transactions SET source_id = 'x'",
    "DELETE FROM ledger_transactions",
    "TRUNCATE ledger_transactions, ledger_postings",
    "TRUNCATE ledger_transactions CASCADE",
  ])("are only ever added to: %s is rejected", async (statement) => {
    await book(grant(100));
    await expect(test.database.unsafe(statement)).rejects.toThrow(/append-only/);
    expect(await balance()).toBe(100);
  });

  it.each([
    "balance_cents = balance_cents + 1",
    "balance_cents = 0",
    "balance_cents = 99999",
  ])("know no balance by hand: SET %s is rejected", async (change) => {
    await book(grant(100));
    const edit = test.database.unsafe(
      `UPDATE ledger_accounts SET ${change} WHERE user_id = ${userId}`,
    );
    await expect(edit).rejects.toThrow();
    expect(await balance()).toBe(100);
  });

  it("have one wallet for each user and one account of each kind for the platform", async () => {
    const second = test.database`
      INSERT INTO ledger_accounts (kind, user_id) VALUES ('wallet', ${userId})`;
    await expect(second).rejects.toEqual(failsWith("23505"));
    const platform = test.database`INSERT INTO ledger_accounts (kind) VALUES ('revenue')`;
    await expect(platform).rejects.toEqual(failsWith("23505"));
    const ownerless = test.database`INSERT INTO ledger_accounts (kind) VALUES ('wallet')`;
    await expect(ownerless).rejects.toEqual(failsWith("23514"));
  });
});

async function countBookings(sourceId: string): Promise<number> {
  const rows = await test.database`
    SELECT p.id FROM ledger_transactions t LEFT JOIN ledger_postings p ON p.transaction_id = t.id
    WHERE t.source_id = ${sourceId}`;
  return rows.length;
}
