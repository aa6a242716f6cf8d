import type { Logger } from "pino";
import type { Sql } from "#api/db/client.ts";
import { findTextProblem } from "#api/db/text-support.ts";
import { ConfigError } from "../config/config-error.ts";

const REMEDY =
  "create one with TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C.UTF-8' and give its address, as " +
  'docs/operations.md says under "Install"';

/**
 * Throws ConfigError if the database cannot store the shop's texts. A wrong locale only stops a new
 * shop: an update must not lock out one that has always run with it, so such a shop only gets a log
 * warning that some searches fail.
 */
export async function assertHoldsTexts(
  sql: Sql,
  { isNew, log }: { isNew: boolean; log: Pick<Logger, "warn"> },
): Promise<void> {
  const found = await findTextProblem(sql);
  if (!found) return;
  if (found.isLossy || isNew) {
    throw new ConfigError(`DATABASE_URL: the database cannot be used: ${found.problem}; ${REMEDY}`);
  }
  log.warn(
    `The database's locale is wrong: ${found.problem}. Searches of the staff miss some capital ` +
      'letters; docs/operations.md says how to move the shop ("Install")',
  );
}
