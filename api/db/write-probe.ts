import { type Database, postgresCode, type Sql } from "./client.ts";

/** A probe costs a few milliseconds: a success is good for this long. */
const RESULT_MS = 5_000;
/** As many rows take about 300 KB when they are sorted, of which 64 KB stay in memory. */
const ROWS = 4_000;
/** The operator forbids temporary files of this size: nothing is known of the disk then. */
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
  // The shop's tables have the owner of its migrations; others may have tables beside them.
  const [row] = await sql<{ closed: string[] | null }[]>`
    SELECT array_agg(c.relname::text ORDER BY c.relname) AS closed FROM pg_class AS c
    WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r'
      AND NOT has_table_privilege(c.oid, 'INSERT')
      AND c.relowner = (SELECT relowner FROM pg_class WHERE oid = to_regclass('migrations'))`;
  if (row?.closed) throw new Error(`its role may not insert into ${row.closed.join(", ")}`);
  // A file on the disk of the tables, and no rows that somebody would have to clean up.
  await sql`SELECT set_config('work_mem', '64kB', true), set_config('temp_tablespaces', '', true)`;
  await sql`
    SELECT count(*) FROM (
      SELECT FROM generate_series(1, ${ROWS}::int) AS i ORDER BY md5(i::text) OFFSET 0) AS sorted`;
}
