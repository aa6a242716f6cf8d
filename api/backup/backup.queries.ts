import type { Readable, Writable } from "node:stream";
import type { PendingQuery } from "postgres";
import { ADVISORY_LOCKS } from "#api/db/advisory-locks.ts";
import type { Database, Sql } from "#api/db/client.ts";
import type { AppliedMigration } from "#api/db/migration-plan.ts";
import type { BackupHead } from "./archive-format.ts";

const NAMED_PAGE = 1_000;

type Table = BackupHead["tables"][number];
type Sequence = BackupHead["sequences"][number];
/** Read before foreign keys are dropped, in order to recreate them. */
export type ForeignKey = { table: string; name: string; definition: string };

/**
 * Holds the migration lock in shared mode until the connection ends; returns false while another
 * process is migrating.
 */
export async function lockSchema(database: Database): Promise<boolean> {
  const [row] = await database<{ isLocked: boolean }[]>`
    SELECT pg_try_advisory_lock_shared(${ADVISORY_LOCKS.migrations}) AS "isLocked"`;
  return row?.isLocked === true;
}

/**
 * Takes the migration lock until the transaction ends; returns false while another process has it.
 */
export async function lockSchemaAlone(sql: Sql): Promise<boolean> {
  const [row] = await sql<{ isLocked: boolean }[]>`
    SELECT pg_try_advisory_xact_lock(${ADVISORY_LOCKS.migrations}) AS "isLocked"`;
  return row?.isLocked === true;
}

/**
 * Makes values be written and read as text in one fixed format, regardless of the role's settings.
 */
export async function fixTextForms(sql: Sql): Promise<void> {
  await sql`SET LOCAL datestyle = 'ISO'`;
  await sql`SET LOCAL intervalstyle = 'postgres'`;
  await sql`SET LOCAL extra_float_digits = 1`;
  await sql`SET LOCAL timezone = 'UTC'`;
}

/** Returns the applied migrations; null for a database without a schema. */
export async function readMigrations(sql: Sql): Promise<AppliedMigration[] | null> {
  const [row] = await sql`SELECT to_regclass('migrations') AS found`;
  if (row?.found === null) return null;
  return sql<AppliedMigration[]>`
    SELECT m.name, to_jsonb(m) ->> 'checksum' AS checksum FROM migrations AS m ORDER BY m.name`;
}

/**
 * Returns the schema's tables by name, with their non-generated columns; leaves out tables of
 * extensions.
 */
export function listTables(sql: Sql): Promise<Table[]> {
  return sql<Table[]>`
    SELECT c.relname AS name,
      (SELECT array_agg(a.attname::text ORDER BY a.attnum) FROM pg_attribute AS a
        WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
          AND a.attgenerated = '') AS columns
    FROM pg_class AS c
    WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r'
      AND NOT EXISTS (SELECT 1 FROM pg_depend AS d
        WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e')
    ORDER BY c.relname COLLATE "C"`;
}

/**
 * Reads the sequences. They are not part of a snapshot: read after it, they are never behind its
 * rows.
 */
export async function readSequences(sql: Sql): Promise<Sequence[]> {
  const names = await sql<{ name: string }[]>`
    SELECT c.relname AS name FROM pg_class AS c
    WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'S'
    ORDER BY c.relname COLLATE "C"`;
  const sequences: Sequence[] = [];
  for (const { name } of names) {
    const [row] = await sql<Omit<Sequence, "name">[]>`
      SELECT last_value::text AS "lastValue", is_called AS "isCalled" FROM ${sql(name)}`;
    if (row) sequences.push({ name, ...row });
  }
  return sequences;
}

type Keys = { keys: string[] };
type Naming = { table: string; columns: string[]; keys(sql: Sql): PendingQuery<Keys[]> };

/**
 * Every table whose rows name stored files, and the keys under which a row's file may be stored:
 * one of them must exist. Renditions and displayed copies are regenerated.
 */
export const FILE_NAMING: readonly Naming[] = [
  {
    table: "pictures",
    columns: ["hash"],
    keys: (sql) => sql<Keys[]>`SELECT ARRAY['pictures/' || hash || '.png'] AS keys FROM pictures`,
  },
  {
    // An earlier version stored originals in plain text; a job encrypts them.
    table: "offers",
    columns: ["file_key", "file_format"],
    keys: (sql) => sql<Keys[]>`
      SELECT ARRAY[file_key || '/original.' || file_format || '.sealed',
        file_key || '/original.' || file_format] AS keys
      FROM offers WHERE file_key IS NOT NULL`,
  },
  {
    // A row without a verification may be inserted before its file is stored.
    table: "verification_documents",
    columns: ["file_key", "verification_id"],
    keys: (sql) => sql<Keys[]>`
      SELECT ARRAY[file_key] AS keys FROM verification_documents WHERE verification_id IS NOT NULL`,
  },
  {
    table: "generations",
    columns: ["file_key"],
    keys: (sql) => sql<Keys[]>`
      SELECT ARRAY[file_key] AS keys FROM generations WHERE file_key IS NOT NULL`,
  },
  {
    // The upload is removed once it has been checked.
    table: "imports",
    columns: ["file_key", "status"],
    keys: (sql) =>
      sql<Keys[]>`SELECT ARRAY[file_key] AS keys FROM imports WHERE status = 'checking'`,
  },
];

/**
 * Yields, for each file that a row names, the list of its possible keys. Reads rows in pages and
 * skips tables and columns that this schema does not have.
 */
export async function* listNamedFiles(sql: Sql): AsyncGenerator<string[]> {
  const tables = await listTables(sql);
  for (const { table, columns, keys } of FILE_NAMING) {
    const found = tables.find(({ name }) => name === table);
    if (!found || !columns.every((column) => found.columns.includes(column))) continue;
    for await (const rows of keys(sql).cursor(NAMED_PAGE)) {
      for (const row of rows) yield row.keys;
    }
  }
}

export function copyOut(sql: Sql, { name, columns }: Table): Promise<Readable> {
  return sql`COPY ${sql(name)} (${sql(columns)}) TO STDOUT`.readable();
}

export function copyIn(sql: Sql, { name, columns }: Table): Promise<Writable> {
  return sql`COPY ${sql(name)} (${sql(columns)}) FROM STDIN`.writable();
}

/**
 * Returns the foreign keys as pg_get_constraintdef writes them, once for a partitioned table;
 * recreating them checks every row.
 */
export function listForeignKeys(sql: Sql): Promise<ForeignKey[]> {
  return sql<ForeignKey[]>`
    SELECT c.relname AS table, k.conname AS name, pg_get_constraintdef(k.oid) AS definition
    FROM pg_constraint AS k JOIN pg_class AS c ON c.oid = k.conrelid
    WHERE k.contype = 'f' AND k.conparentid = 0 AND k.connamespace = current_schema()::regnamespace
    ORDER BY c.relname, k.conname`;
}

export async function dropForeignKey(sql: Sql, key: ForeignKey): Promise<void> {
  await sql`ALTER TABLE ${sql(key.table)} DROP CONSTRAINT ${sql(key.name)}`;
}

export async function addForeignKey(sql: Sql, key: ForeignKey): Promise<void> {
  const definition = sql.unsafe(key.definition);
  await sql`ALTER TABLE ${sql(key.table)} ADD CONSTRAINT ${sql(key.name)} ${definition}`;
}

/**
 * Disables our own triggers, because the backup already contains what they wrote. Needs no
 * superuser.
 */
export async function disableTriggers(sql: Sql, table: string): Promise<void> {
  await sql`ALTER TABLE ${sql(table)} DISABLE TRIGGER USER`;
}

/** Enables them again. */
export async function enableTriggers(sql: Sql, table: string): Promise<void> {
  await sql`ALTER TABLE ${sql(table)} ENABLE TRIGGER USER`;
}

/** Deletes the rows inserted by migrations; the backup has its own. */
export async function emptyTable(sql: Sql, table: string): Promise<void> {
  await sql`TRUNCATE ${sql(table)}`;
}

/** Sets a sequence; returns false when the schema has none of this name. */
export async function setSequence(sql: Sql, sequence: Sequence): Promise<boolean> {
  const [row] = await sql`
    SELECT setval(c.oid, ${sequence.lastValue}::bigint, ${sequence.isCalled}) FROM pg_class AS c
    WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'S'
      AND c.relname = ${sequence.name}`;
  return row !== undefined;
}

/** Collects planner statistics, which do not exist for freshly loaded rows. */
export async function analyze(sql: Sql): Promise<void> {
  await sql`ANALYZE`;
}
