import type { Logger } from "pino";
import type { Database } from "#api/db/client.ts";
import { checkConnectionBudget, readConnectionBudget } from "#api/db/connection-budget.ts";
import type { Config } from "../config/config.ts";
import { ConfigError } from "../config/config-error.ts";

/**
 * Throws ConfigError if the processes of this machine could never get their connections; logs a
 * warning if other clients hold too many at present.
 */
export async function assertConnectionsFit(
  { workers, connectionsMax }: Config,
  database: Database,
  log: Logger,
): Promise<void> {
  const budget = await readConnectionBudget(database);
  const own = { processes: workers, each: connectionsMax };
  const { error, warning } = checkConnectionBudget(budget, own);
  if (error !== null) throw new ConfigError(error);
  if (warning !== null) log.warn(warning);
}
