import type { Sql } from "../db/client.ts";
import { listViolations } from "./wallet.service.ts";

/** A money invariant is violated; `message` has the lines for the operator. */
export class MoneyInvariantError extends Error {
  override readonly name = "MoneyInvariantError";
}

/**
 * Checks the money invariants for the operator's command. Throws MoneyInvariantError with a line
 * per violation.
 */
export async function runMoneyCheck(sql: Sql): Promise<string> {
  const violations = await listViolations(sql);
  if (violations.length === 0) return "The money adds up.";
  const lines = violations.map(({ invariant, subject }) => `${invariant}: ${subject}`);
  throw new MoneyInvariantError(["The money does not add up:", ...lines].join("\n"));
}
