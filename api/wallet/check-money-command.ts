import type { Sql } from "../db/client.ts";
import { listViolations } from "./wallet.service.ts";

/** The lines shown to the operator when an invariant of the money is broken. */
export class MoneyViolated extends Error {
  override readonly name = "MoneyViolated";
}

/** Checks the money for the operator's command. Throws MoneyViolated with a line for each row. */
export async function runMoneyCheck(sql: Sql): Promise<string> {
  const violations = await listViolations(sql);
  if (violations.length === 0) return "The money adds up.";
  const lines = violations.map(({ invariant, subject }) => `${invariant}: ${subject}`);
  throw new MoneyViolated(["The money does not add up:", ...lines].join("\n"));
}
