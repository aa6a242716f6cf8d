import type { Database } from "./client.ts";

export type ConnectionBudget = {
  /**
   * Number of connections the server allows the current role in this database, not counting those
   * reserved for administrators.
   */
  allowed: number;
  /** Connections open now, across all databases. */
  used: number;
};

export async function readConnectionBudget(database: Database): Promise<ConnectionBudget> {
  const [row] = await database<ConnectionBudget[]>`
    SELECT least(
        current_setting('max_connections')::int
          - current_setting('superuser_reserved_connections')::int
          - coalesce(current_setting('reserved_connections', true), '0')::int,
        (SELECT nullif(rolconnlimit, -1) FROM pg_roles WHERE rolname = session_user),
        (SELECT nullif(datconnlimit, -1) FROM pg_database WHERE datname = current_database())
      ) AS allowed,
      (SELECT sum(numbackends)::int FROM pg_stat_database) AS used`;
  if (!row) throw new Error("a SELECT without FROM has one row");
  return row;
}

/**
 * Checks whether `processes` with `each` connections fit: `error` if they can never fit, `warning`
 * if other clients currently use too many; both null if they fit.
 */
export function checkConnectionBudget(
  { allowed, used }: ConnectionBudget,
  { processes, each }: { processes: number; each: number },
): { error: string | null; warning: string | null } {
  const needed = processes * each;
  const what = `${processes === 1 ? "this process" : `${processes} processes`} may need ${needed}`;
  const hint =
    "lower DATABASE_CONNECTIONS or WORKERS, or raise the server's max_connections, or the " +
    "CONNECTION LIMIT of the role or the database";
  if (needed > allowed) {
    const error = `the database allows ${allowed} connections, and ${what}: ${hint}`;
    return { error, warning: null };
  }
  if (used + needed <= allowed) return { error: null, warning: null };
  const warning = `of the database's ${allowed} connections ${used} are in use, and ${what}: ${hint}`;
  return { error: null, warning };
}
