import { expect } from "vitest";
import type { Database, Sql } from "#api/db/client.ts";
import { listViolations, type Violation } from "#api/wallet/wallet.service.ts";

// States that a constraint prevents must also be found by the money check (invariants.sql), in case
// a constraint is ever lost.

/** A name, the invariants that the damage violates, and a function that causes it. */
export type Damage = [string, string[], (sql: Sql) => Promise<unknown>];

/** Returns the violations that a damage causes; the damage is rolled back. */
async function findAfter(database: Database, damage: Damage[2]): Promise<Violation[]> {
  const undo = new Error("undo");
  let found: Violation[] = [];
  const work = database.begin(async (sql) => {
    await damage(sql);
    found = await listViolations(sql);
    throw undo;
  });
  await expect(work).rejects.toBe(undo);
  return found;
}

/** Throws unless the damage violates exactly these invariants, and is rolled back completely. */
export async function expectFound(
  database: Database,
  [, invariants, damage]: Damage,
): Promise<void> {
  const found = await findAfter(database, damage);
  expect(found.map(({ invariant }) => invariant).sort()).toEqual(invariants);
  expect(await listViolations(database)).toEqual([]);
}

/** Runs `work` with the table's own triggers disabled. */
export async function withoutTriggers(
  sql: Sql,
  table: string,
  work: () => Promise<unknown>,
): Promise<void> {
  await sql.unsafe(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
  await work();
  await sql.unsafe(`ALTER TABLE ${table} ENABLE TRIGGER USER`);
}

/** Drops the table's CHECK constraints, so that a damage can be written. */
export async function dropChecks(sql: Sql, table: string): Promise<void> {
  const rows = await sql<{ name: string }[]>`
    SELECT conname AS name FROM pg_constraint
    WHERE conrelid = ${table}::regclass AND contype = 'c'`;
  for (const { name } of rows) await sql`ALTER TABLE ${sql(table)} DROP CONSTRAINT ${sql(name)}`;
}
