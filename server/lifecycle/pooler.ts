import type { Database } from "#api/db/client.ts";
import { findPooler } from "#api/db/pooler.ts";
import { ConfigError } from "../config/config-error.ts";

/**
 * SQLSTATEs for a prepared statement that belongs to another session, if a pool's first query fails
 * with them.
 */
const OTHER_SESSION: ReadonlySet<unknown> = new Set(["26000", "42P05"]);

/**
 * The sentence for an error of the first query that only a pooler causes: it rejects the settings
 * of a new session, or prepares a statement in one session and runs it in another. Null for any
 * other error.
 */
export function describePoolerError(error: unknown): ConfigError | null {
  if (!(error instanceof Error)) return null;
  if (/unsupported startup parameter/i.test(error.message)) {
    return poolerError(`rejects the settings of sessions (${error.message})`);
  }
  const isOtherSession = "code" in error && OTHER_SESSION.has(error.code);
  return isOtherSession ? poolerError(`mixes up sessions (${error.message})`) : null;
}

/**
 * Throws ConfigError if there is a pooler between this process and its database: time limits,
 * session locks, prepared statements and LISTEN need real sessions with their own settings.
 */
export async function assertNoPooler(database: Database): Promise<void> {
  const problem = await findPooler(database);
  if (problem) throw poolerError(problem);
}

const poolerError = (problem: string) =>
  new ConfigError(
    `DATABASE_URL: this is the address of a connection pooler, which ${problem}: give that of the ` +
      'database itself, as docs/operations.md says under "Install"',
  );
