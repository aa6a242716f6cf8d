import type { Database } from "#api/db/client.ts";
import { findPooler } from "#api/db/pooler.ts";
import { ConfigError } from "../config/config-error.ts";

/** SQLSTATEs of a prepared statement that is another session's: of the first query of a pool. */
const OTHER_SESSION: ReadonlySet<unknown> = new Set(["26000", "42P05"]);

/**
 * The sentence for an error of the first query that only a pooler gives: it knows few of the
 * settings which a session may start with, or prepares in one session and runs in another. Null for
 * any other error.
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
 * Throws ConfigError when a pooler is between this process and its database. Time limits, locks of
 * a session, prepared statements and LISTEN need sessions of their own, with their settings.
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
