import { expect } from "vitest";
import type { Database, Sql } from "#api/db/client.ts";
import { listViolations, type Violation } from "#api/wallet/wallet.service.ts";

// What no constraint lets happen must still be found by the check of the money (invariants.sql),
// should a constraint ever be lost.

/** A name, the invariants that are then violated, and what violates them. */
export type Damage = [string, string[], (sql: Sql) => Promise<unknown>];

/** What is found after a damage, which is then taken back. */
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

/** Throws unless the damage violates exactly these invariants, and nothing is left of it. */
export async function expectFound(
  database: Database,
  [, invariants, damage]: Damage,
): Promise<void> {
  const found = await findAfter(database, damage);
  expect(found.map(({ invariant }) => invariant).sort()).toEqual(invariants);
  expect(await listViolations(database)).toEqual([]);
}

/** Does `work` while the table's own triggers are disabled. */
export async function withoutTriggers(
  sql: Sql,
  table: string,
  work: () => Promise<unknown>,
): Promise<void> {
  await sql.unsafe(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
  await work();
  await sql.unsafe(`ALTER TABLE ${table} ENABLE TRIGGER USER`);
}

/** Drops what the table's rows must be by themselves, so that a damage reaches it. */
export async function dropChecks(sql: Sql, table: string): Promise<void> {
  const rows = await sql<{ name: string }[]>`
    SELECT conname AS name FROM pg_constraint
    WHERE conrelid = ${table}::regclass AND contype = 'c'`;
  for (const { name } of rows) await sql`ALTER TABLE ${sql(table)} DROP CONSTRAINT ${sql(name)}`;
}
