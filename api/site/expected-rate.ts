import { fieldError } from "#domain/errors.ts";
import { parseRate } from "#domain/money.ts";

/**
 * The rate that the form showed, in basis points; null if none was sent. Throws validation_failed
 * on `expected_rate`.
 */
export function readExpectedRate(sent: string | number | undefined): number | null {
  if (sent === undefined) return null;
  const rate = parseRate(String(sent));
  if (rate === null) throw fieldError("expected_rate", "rate_invalid");
  return rate;
}
