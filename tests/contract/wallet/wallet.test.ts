import { describe, expect, it } from "vitest";
import { inTransaction } from "#api/db/client.ts";
import { listViolations, lockBalance, post, takeBack } from "#api/wallet/wallet.service.ts";
import { createUser } from "#tests/factories.ts";
import { newSourceId, setUpLedger } from "#tests/setup/money/ledger.ts";

const ledger = setUpLedger();
const { grant, revoke } = ledger;
const balance = () => inTransaction(ledger.database, (sql) => lockBalance(sql, ledger.userId));
const takeAway = (amountCents: number, sourceId = newSourceId()) =>
  inTransaction(ledger.database, (sql) =>
    takeBack(sql, {
      kind: "adjustment",
      sourceId,
      amountCents,
      userId: ledger.userId,
      to: "promotion",
    }),
  );
const failsWith = (sqlstate: string) => expect.objectContaining({ code: sqlstate });

describe("a posting", () => {
  it("moves money from one end to the other", async () => {
    expect(await ledger.post(grant(10_050))).toBe(true);
    expect(await ledger.post(revoke(50))).toBe(true);
    expect(await balance()).toBe(10_000);
    const [platform] = await ledger.database<{ balance_cents: number }[]>`
      SELECT balance_cents FROM ledger_accounts WHERE kind = 'promotion'`;
    // Platform accounts have no stored balance, which would serialize all sales.
    expect(platform?.balance_cents).toBe(0);
    expect(await listViolations(ledger.database)).toEqual([]);
  });

  it("between two wallets takes from one what it gives to the other", async () => {
    const other = await createUser(ledger.database);
    await ledger.post(grant(300));
    await ledger.post({ ...grant(120), from: { wallet: ledger.userId }, to: { wallet: other.id } });
    expect(await balance()).toBe(180);
    expect(await inTransaction(ledger.database, (sql) => lockBalance(sql, other.id))).toBe(120);
    expect(await listViolations(ledger.database)).toEqual([]);
  });

  it("of the smallest amount, and of a huge one, is exact", async () => {
    await ledger.post(grant(1));
    await ledger.post(grant(4_503_599_627_370_000));
    expect(await balance()).toBe(4_503_599_627_370_001);
    expect(await listViolations(ledger.database)).toEqual([]);
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
    await expect(ledger.post(movement)).rejects.toThrow(RangeError);
    expect(await countPostings(movement.sourceId)).toBe(0);
  });

  it("of nothing says what is wrong, also when it takes back", async () => {
    const problem = "a posting moves a positive amount";
    await expect(ledger.post(grant(0))).rejects.toThrow(problem);
    await expect(takeAway(0)).rejects.toThrow(problem);
  });

  it("takes a wallet down to nothing, and not a cent below", async () => {
    await ledger.post(grant(500));
    const tooMuch = revoke(501);
    await expect(ledger.post(tooMuch)).rejects.toEqual(failsWith("23514"));
    expect(await balance()).toBe(500);
    expect(await countPostings(tooMuch.sourceId)).toBe(0);
    await ledger.post(revoke(500));
    expect(await balance()).toBe(0);
    await expect(ledger.post(revoke(1))).rejects.toEqual(failsWith("23514"));
    expect(await listViolations(ledger.database)).toEqual([]);
  });

  it("to or from a user without a wallet is rejected whole", async () => {
    const nobody = 999_999_999;
    const movement = { ...grant(5), to: { wallet: nobody } };
    await expect(ledger.post(movement)).rejects.toThrow("has no wallet");
    await expect(ledger.post({ ...movement, from: { wallet: nobody } })).rejects.toThrow(
      "has no wallet",
    );
    expect(await countPostings(movement.sourceId)).toBe(0);
    await expect(inTransaction(ledger.database, (sql) => lockBalance(sql, nobody))).rejects.toThrow(
      "has no wallet",
    );
  });

  it("from an account to itself is rejected", async () => {
    await ledger.post(grant(5));
    const circle = { ...grant(5), from: { wallet: ledger.userId } };
    await expect(ledger.post(circle)).rejects.toEqual(failsWith("23514"));
    expect(await balance()).toBe(5);
  });

  it("is gone when the transaction around it fails", async () => {
    const movement = grant(700);
    const failing = inTransaction(ledger.database, async (sql) => {
      await post(sql, movement);
      throw new Error("the order could not be made");
    });
    await expect(failing).rejects.toThrow("the order could not be made");
    expect(await balance()).toBe(0);
    expect(await ledger.post(movement)).toBe(true);
    expect(await balance()).toBe(700);
  });
});

describe("one cause", () => {
  it("moves money once, whatever the second report says", async () => {
    const sourceId = newSourceId();
    expect(await ledger.post(grant(250, sourceId))).toBe(true);
    expect(await ledger.post(grant(250, sourceId))).toBe(false);
    expect(await ledger.post(grant(999, sourceId))).toBe(false);
    expect(await balance()).toBe(250);
    expect(await countPostings(sourceId)).toBe(1);
    expect(await listViolations(ledger.database)).toEqual([]);
  });

  it("moves money once out of 50 reports at the same time", async () => {
    const sourceId = newSourceId();
    const responses = await Promise.all(
      Array.from({ length: 50 }, () => ledger.post(grant(100, sourceId))),
    );
    expect(responses.filter(Boolean)).toHaveLength(1);
    expect(await balance()).toBe(100);
    expect(await listViolations(ledger.database)).toEqual([]);
  });

  it("adds up to the cent when 100 different ones come at the same time", async () => {
    await ledger.post(grant(10_000));
    const movements = Array.from({ length: 100 }, (_, i) => (i % 2 ? grant(i) : revoke(i + 1)));
    await Promise.all(movements.map(ledger.post));
    // 1+3+...+99 came in, and 1+3+...+99 went out.
    expect(await balance()).toBe(10_000);
    expect(await listViolations(ledger.database)).toEqual([]);
  });
});

describe("the ledger", () => {
  it.each([
    "UPDATE ledger_postings SET amount_cents = amount_cents + 1",
    "UPDATE ledger_postings SET amount_cents = 1 WHERE false",
    "DELETE FROM ledger_postings",
    "TRUNCATE ledger_postings",
    "UPDATE ledger_transactions SET source_id = 'x'",
    "DELETE FROM ledger_transactions",
    "TRUNCATE ledger_transactions, ledger_postings, balance_changes",
    "TRUNCATE ledger_transactions CASCADE",
  ])("are only ever added to: %s is rejected", async (statement) => {
    await ledger.post(grant(100));
    await expect(ledger.database.unsafe(statement)).rejects.toThrow(/append-only/);
    expect(await balance()).toBe(100);
  });

  it.each([
    "balance_cents = balance_cents + 1",
    "balance_cents = 0",
    "balance_cents = 99999",
  ])("know no balance by hand: SET %s is rejected", async (change) => {
    await ledger.post(grant(100));
    const edit = ledger.database.unsafe(
      `UPDATE ledger_accounts SET ${change} WHERE user_id = ${ledger.userId}`,
    );
    await expect(edit).rejects.toThrow();
    expect(await balance()).toBe(100);
  });

  it("have one wallet for each user and one account of each kind for the platform", async () => {
    const second = ledger.database`
      INSERT INTO ledger_accounts (kind, user_id) VALUES ('wallet', ${ledger.userId})`;
    await expect(second).rejects.toEqual(failsWith("23505"));
    const platform = ledger.database`INSERT INTO ledger_accounts (kind) VALUES ('revenue')`;
    await expect(platform).rejects.toEqual(failsWith("23505"));
    const ownerless = ledger.database`INSERT INTO ledger_accounts (kind) VALUES ('wallet')`;
    await expect(ownerless).rejects.toEqual(failsWith("23514"));
  });
});

// Last, because a debt without a dispute is a violation.
describe("taking back", () => {
  /** Returns the wallet's balance and debt; no debt account means no debt yet. */
  const accounts = async () => {
    const rows = await ledger.database<{ kind: string; cents: number }[]>`
      SELECT kind, balance_cents AS cents FROM ledger_accounts WHERE user_id = ${ledger.userId}`;
    return Object.fromEntries(rows.map(({ kind, cents }) => [kind, cents]));
  };

  it("takes the whole wallet and not a cent more, then the rest becomes a debt", async () => {
    await ledger.post(grant(500));
    expect(await takeAway(500)).toBe(true);
    expect(await accounts()).toEqual({ wallet: 0 });
    await ledger.post(grant(300));
    const sourceId = newSourceId();
    expect(await takeAway(301, sourceId)).toBe(true);
    expect(await accounts()).toEqual({ wallet: 0, debt: -1 });
    expect(await countPostings(sourceId)).toBe(2);
    expect(await takeAway(2)).toBe(true);
    expect(await accounts()).toEqual({ wallet: 0, debt: -3 });
  });

  it("is once for each cause", async () => {
    await ledger.post(grant(500));
    const sourceId = newSourceId();
    expect([await takeAway(200, sourceId), await takeAway(200, sourceId)]).toEqual([true, false]);
    expect(await accounts()).toEqual({ wallet: 300 });
  });

  it("leaves a debt that what comes in pays first", async () => {
    await takeAway(100);
    await ledger.post(grant(40));
    expect(await accounts()).toEqual({ wallet: 0, debt: -60 });
    await ledger.post(grant(60));
    expect(await accounts()).toEqual({ wallet: 0, debt: 0 });
    await ledger.post(grant(5));
    expect(await accounts()).toEqual({ wallet: 5, debt: 0 });
  });

  it.each([
    0,
    -1,
    0.5,
    Number.NaN,
  ])("of %s is a RangeError, and nothing is written", async (cents) => {
    const sourceId = newSourceId();
    await expect(takeAway(cents, sourceId)).rejects.toThrow(RangeError);
    expect(await countPostings(sourceId)).toBe(0);
  });
});

async function countPostings(sourceId: string): Promise<number> {
  const rows = await ledger.database`
    SELECT p.id FROM ledger_transactions t LEFT JOIN ledger_postings p ON p.transaction_id = t.id
    WHERE t.source_id = ${sourceId}`;
  return rows.length;
}
