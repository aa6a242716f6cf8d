import { postgresCode } from "#api/db/client.ts";

/** SQLSTATEs: a privilege that the role lacks, a write in a read-only transaction. */
const NO_RIGHT = "42501";
const READ_ONLY = "25006";

/**
 * What the database's role may not do, as a sentence for the operator that names the setting; null
 * for any other error.
 */
export function describeRightError(error: unknown): string | null {
  const code = postgresCode(error);
  if (!(error instanceof Error) || (code !== NO_RIGHT && code !== READ_ONLY)) return null;
  return (
    `DATABASE_URL: ${error.message}: the shop and its commands need the role that owns the ` +
    "database, and a database that accepts writes."
  );
}
