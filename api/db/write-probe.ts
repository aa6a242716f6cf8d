import { type Database, postgresCode, type Sql } from "./client.ts";

/** How long a success is reused, because a probe takes a few milliseconds. */
const RESULT_MS = 5_000;
/** Sorting this many rows takes about 300 KB, of which 64 KB fit into memory. */
const ROWS = 4_000;
/** The operator limits temporary files to less than this, so the disk cannot be checked. */
const TEMPORARY_FILES_LIMITED = "53400";

const latest = new WeakMap<Database, { result: Promise<void>; endsAt: number }>();

/**
 * Throws when the database has no space left, or when the session's role may not insert into one of
 * the shop's tables. Callers within five seconds share a success.
 */
export async function assertTakesRows(database: Database): Promise<void> {
  const known = latest.get(database);
  if (known && known.endsAt > performance.now()) return known.result;
  const probe = { result: writeProbe(database), endsAt: Number.POSITIVE_INFINITY };
  latest.set(database, probe);
  const finish = (goodMs: number) => () => {
    probe.endsAt = performance.now() + goodMs;
  };
  probe.result.then(finish(RESULT_MS), finish(0));
  return probe.result;
}

async function writeProbe(database: Database): Promise<void> {
  try {
    await database.begin(probe);
  } catch (error) {
    if (postgresCode(error) !== TEMPORARY_FILES_LIMITED) throw error;
  }
}

async function probe(sql: Sql): Promise<void> {
  // The shop's tables belong to the owner of the migrations table; the schema may contain those of
  // others.
  const [row] = await sql<{ closed: string[] | null }[]>`
    SELECT array_agg(c.relname::text ORDER BY c.relname) AS closed FROM pg_class AS c
    WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r'
      AND NOT has_table_privilege(c.oid, 'INSERT')
      AND c.relowner = (SELECT relowner FROM pg_class WHERE oid = to_regclass('migrations'))`;
  if (row?.closed) throw new Error(`its role may not insert into ${row.closed.join(", ")}`);
  // Writes a temporary file on the disk of the tables, which leaves no rows to clean up.
  await sql`SELECT set_config('work_mem', '64kB', true), set_config('temp_tablespaces', '', true)`;
  await sql`
    SELECT count(*) FROM (
      SELECT FROM generate_series(1, ${ROWS}::int) AS i ORDER BY md5(i::text) OFFSET 0) AS sorted`;
}
