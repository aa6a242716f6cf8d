import postgres from "postgres";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Database } from "#api/db/client.ts";
import { MIGRATIONS, migrate } from "#api/db/migrate.ts";
import type { Migration } from "#api/db/migration-plan.ts";
import { listViolations } from "#api/wallet/wallet.service.ts";
import {
  hasRowsOfItsOwn,
  LANDED_SCHEMAS,
  type LandedSchema,
  rowsFor,
  sqlOf,
} from "#tests/setup/database/schema-history.ts";
import { createTestDatabase, type TestDatabase } from "#tests/setup/database/test-database.ts";
import { sample } from "#tests/setup/sample.ts";

const open: TestDatabase[] = [];
afterEach(() => Promise.all(open.splice(0).map((test) => test.drop())));

async function createEmpty(): Promise<TestDatabase> {
  const test = await createTestDatabase({ isEmpty: true });
  open.push(test);
  return test;
}

/** Lists everything in a schema by name, independent of the order of creation. */
async function describeSchema(database: Database): Promise<string[]> {
  const rows = await database<{ part: string }[]>`
    SELECT format('column %s.%s %s %s %s %s', table_name, column_name, data_type, is_nullable,
        column_default, generation_expression) AS part
      FROM information_schema.columns WHERE table_schema = 'public'
    UNION ALL SELECT format('index %s', indexdef) FROM pg_indexes WHERE schemaname = 'public'
    UNION ALL SELECT format('constraint %s %s %s', conrelid::regclass, conname,
        pg_get_constraintdef(oid)) FROM pg_constraint WHERE connamespace = 'public'::regnamespace
    UNION ALL SELECT format('trigger %s', pg_get_triggerdef(oid)) FROM pg_trigger
      WHERE NOT tgisinternal
    UNION ALL SELECT format('function %s %s', proname, prosrc) FROM pg_proc
      WHERE pronamespace = 'public'::regnamespace AND prolang <> 13 -- extensions' are in C
    UNION ALL SELECT format('storage %s %s %s %s', attrelid::regclass, attname, attstorage,
        attstattarget) FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
      WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND attnum > 0
        AND NOT attisdropped
    ORDER BY 1`;
  return rows.map(({ part }) => part);
}

/** Recreates a database as that release left it: schema, migration records, and rows. */
async function makeAsLanded(database: Database, schema: LandedSchema): Promise<void> {
  await database`CREATE TABLE migrations (name text PRIMARY KEY,
    applied_at timestamptz NOT NULL DEFAULT now())`;
  for (const name of schema.migrations) {
    await database.unsafe(sqlOf(name));
    await database`INSERT INTO migrations (name) VALUES (${name.replace(/\.first$/, "")})`;
  }
  await database.unsafe(rowsFor(schema));
}

async function countRows(database: Database): Promise<Map<string, number>> {
  const tables = await database<{ name: string }[]>`
    SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public'
      AND table_name NOT IN ('migrations', 'search_words')`;
  const counts = new Map<string, number>();
  for (const { name } of tables) {
    const [row] = await database<{ count: number }[]>`SELECT count(*) FROM ${database(name)}`;
    counts.set(name, row?.count ?? 0);
  }
  return counts;
}

/**
 * A schema whose last migration adds no rows has the rows of the previous one, and proves little
 * more.
 */
const schemas = sample(
  LANDED_SCHEMAS.filter((schema) => hasRowsOfItsOwn(schema) || schema === LANDED_SCHEMAS.at(-2)),
  5,
);

describe("an upgrade to the newest schema", () => {
  let newest: string[];
  beforeAll(async () => {
    const fresh = await createEmpty();
    await migrate(fresh.connection);
    newest = await describeSchema(fresh.database);
  });

  it.each(schemas)("from $name keeps every row and all that must hold", async (schema) => {
    const { database, connection } = await createEmpty();
    await makeAsLanded(database, schema);
    const before = await countRows(database);

    const ran = await migrate(connection);

    const names = schema.migrations.map((name) => name.replace(/\.first$/, ""));
    expect(ran).toEqual(MIGRATIONS.map(({ name }) => name).filter((name) => !names.includes(name)));
    expect(await describeSchema(database)).toEqual(newest);
    expect(await listViolations(database)).toEqual([]);
    const after = await countRows(database);
    // 0012 and 0032 added EUR accounts to the ledger; nothing else was added or lost.
    const accountsAdded =
      (schema.migrations.includes("0012-payouts") ? 0 : 3) +
      (schema.migrations.includes("0032-card-payouts") ? 0 : 1);
    for (const [table, count] of before) {
      const added = table === "ledger_accounts" ? accountsAdded : 0;
      expect([table, after.get(table)]).toEqual([table, count + added]);
    }
    const [buyer] = await database`
      SELECT balance_cents FROM ledger_accounts JOIN users ON users.id = user_id
      WHERE email = 'buyer@example.com'`;
    expect(buyer).toEqual({ balance_cents: 850 });
    const [order] = await database`SELECT descriptions, style FROM orders`;
    if (!names.includes("0007-generation")) {
      expect(order).toEqual({ descriptions: { en: "A lone beacon" }, style: "bauhaus" });
    }
    const [sold] = await database`SELECT consented_at, predates_consent FROM orders`;
    if (!names.includes("0024-consent")) {
      expect(sold).toEqual({ consented_at: null, predates_consent: true });
    }
    const [counted] = await database`
      SELECT products_count FROM catalog_counts WHERE style_id IS NULL`;
    expect(counted).toEqual({ products_count: 3 });
    expect(await migrate(connection)).toEqual([]);
  });
});

describe("the upgrade to 0021", () => {
  const REASONS = {
    canceled: "payment_canceled",
    expired: "payment_expired",
    failed: "payment_failed",
    "Card declined by the sandbox": "card_declined",
    "The payment page could not be opened. No money was taken.": "payment_page_failed",
    "Insufficient funds": "Insufficient funds",
  };

  it("makes codes of our reasons and keeps a provider's own", async () => {
    const schema = LANDED_SCHEMAS.find(({ name }) => name === "0019");
    if (!schema) throw new Error("0019 has landed");
    const { database, connection } = await createEmpty();
    await makeAsLanded(database, schema);
    await database`
      INSERT INTO deposits (user_id, operation_id, body_hash, amount_cents, internal_amount_cents,
        method, status, provider, contact, error_message)
      SELECT user_id, gen_random_uuid(), 'h', 1000, 1000, 'card', 'failed', 'sandbox', '{}', reason
      FROM unnest(${Object.keys(REASONS)}::text[]) AS reason,
        (SELECT user_id FROM deposits LIMIT 1) AS payer`;
    await migrate(connection);
    const rows = await database<{ reason: string }[]>`
      SELECT error_message AS reason FROM deposits WHERE error_message IS NOT NULL`;
    expect(rows.map(({ reason }) => reason).sort()).toEqual(Object.values(REASONS).sort());
  });
});

describe("the upgrade to 0084", () => {
  it("finds the orders that undecided statements name, and no order of after them", async () => {
    const schema = LANDED_SCHEMAS.find(({ name }) => name === "0081");
    if (!schema) throw new Error("0081 has landed");
    const { database, connection } = await createEmpty();
    await makeAsLanded(database, schema);
    const [order] = await database<{ id: number }[]>`SELECT min(id) AS id FROM orders`;
    const id = order?.id ?? 0;
    await database`UPDATE orders SET created_at = now() - interval '30 days' WHERE id = ${id}`;
    await database`
      INSERT INTO withdrawals (operation_id, number, status, user_id, subject, contract,
        destination, name, email, locale, received_at)
      SELECT gen_random_uuid(), given.number, given.status, user_id, 'order', given.text, 'wallet',
        'Bea', 'bea@example.com', 'en', created_at + given.after * interval '1 minute'
      FROM orders, (VALUES ('named', 'review', ${`No. ${id}, or 0${id}, of 5`}, 1),
        ('described', 'review', 'the lighthouse', 1), ('before it', 'review', ${String(id)}, -2),
        ('of a moment before it', 'review', ${String(id)}, -0.5),
        ('after its period', 'review', ${`the ${id}th`}, 60 * 24 * 22),
        ('list', 'review', ${`${id}, 91, 92, 93, 94, 95`}, 1),
        ('decided', 'resolved', ${String(id)}, 1)) AS given (number, status, text, after)
      WHERE id = ${id}`;
    await migrate(connection);
    const rows = await database<{ number: string; ids: number[] | null; note: string | null }[]>`
      SELECT number, order_ids AS ids, note FROM withdrawals WHERE number NOT LIKE 'W-%' ORDER BY id`;
    expect(rows.flatMap(({ number, note }) => (note === null ? [] : [number]))).toEqual(["named"]);
    expect(rows.map(({ number, ids }) => [number, ids])).toEqual([
      ["named", [id]],
      ["described", null],
      ["before it", null],
      ["of a moment before it", [id]],
      ["after its period", null],
      ["list", null],
      ["decided", null],
    ]);
  });
});

/** Starts migrating as a replica does; resolves with the first line that it logs. */
async function startUntilLogged(connection: TestDatabase["connection"], migrations: Migration[]) {
  let done: Promise<string[]> = Promise.resolve([]);
  const message = await new Promise<string>((resolve, reject) => {
    done = migrate(connection, { migrations, log: resolve });
    done.catch(reject);
  });
  return { message, done };
}

describe("migrating", () => {
  const step = (number: string, sql: string): Migration => ({ name: `${number}-step`, sql });
  const KEY = 55;

  it("has no time limits, and replicas that start meanwhile wait for their turn", async () => {
    const { connection, database } = await createEmpty();
    const gate = postgres({ ...connection, max: 1 });
    await gate`SELECT pg_advisory_lock(${KEY})`;
    // As database hosts set it for the roles or databases that they create.
    await gate.unsafe(`ALTER DATABASE "${connection.database}" SET statement_timeout = '2min'`);
    await gate.unsafe(`ALTER DATABASE "${connection.database}" SET lock_timeout = '3min'`);
    const slow = step(
      "0001",
      `CREATE TABLE limits AS SELECT name, setting FROM pg_settings
         WHERE name IN ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout');
       SELECT pg_advisory_xact_lock(${KEY})`,
    );
    const first = await startUntilLogged(connection, [slow]);
    expect(first.message).toBe("Migrating the database: 0001-step");
    const second = await startUntilLogged(connection, [slow]);
    expect(second.message).toBe(
      "Another process is migrating the database: waiting for it (0 s so far)",
    );

    await gate.end();
    expect(await first.done).toEqual(["0001-step"]);
    expect(await second.done).toEqual([]);
    const limits = await database`SELECT DISTINCT setting FROM limits`;
    expect([...limits]).toEqual([{ setting: "0" }]);
  });

  it("leaves nothing of a migration that fails, keeps those before it, and lets others go on", async () => {
    const { connection, database } = await createEmpty();
    const good = step("0001", "CREATE TABLE kept (id int)");
    const bad = step("0002", "CREATE TABLE lost (id int); SELECT 1 / 0");
    await expect(migrate(connection, { migrations: [good, bad] })).rejects.toThrow(
      "division by zero",
    );
    const [tables] = await database`
      SELECT to_regclass('kept') IS NOT NULL AS kept, to_regclass('lost') IS NOT NULL AS lost`;
    expect(tables).toEqual({ kept: true, lost: false });
    const fixed = step("0002", "CREATE TABLE lost (id int)");
    expect(await migrate(connection, { migrations: [good, fixed] })).toEqual(["0002-step"]);
  });

  it("rejects what does not fit, before it changes anything", async () => {
    const { connection } = await createEmpty();
    const [one, two] = [step("0001", "SELECT 1"), step("0002", "SELECT 2")];
    await migrate(connection, { migrations: [one, two] });
    await expect(migrate(connection, { migrations: [one] })).rejects.toThrow(
      "the database is newer than this build: it has 0002-step",
    );
    const changed = step("0002", "SELECT 3");
    await expect(migrate(connection, { migrations: [one, changed] })).rejects.toThrow(
      "migration 0002-step is not the one that this database was migrated with",
    );
  });

  it("has a time limit on every other connection", async () => {
    const { database } = await createEmpty();
    const [row] = await database`SELECT current_setting('lock_timeout') AS lock,
      current_setting('statement_timeout') AS statement`;
    expect(row).toEqual({ lock: "10s", statement: "30s" });
  });
});
