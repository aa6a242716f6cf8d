import { isCountryCode } from "#domain/countries.ts";
import { smallestDepositCents } from "#domain/deposits.ts";
import { DomainError, fieldError } from "#domain/errors.ts";
import { createMessage } from "#domain/messages.ts";
import { parseSum, toDecimal } from "#domain/money.ts";
import type { DepositBody } from "../contract/deposits.ts";
import type { ApiDeps } from "../http/context.ts";
import { requireSettings, type SettingsRow } from "../site/site.queries.ts";

const METHOD_NAMES = { card: "Card", sepa: "SEPA Direct Debit" } as const;

/**
 * Parses the amount into EUR cents. Throws validation_failed on `amount` if it is invalid or out of
 * range.
 */
export async function requireDepositCents(
  { database }: Pick<ApiDeps, "database">,
  amount: unknown,
): Promise<number> {
  return assertInLimits(await requireSettings(database), amount);
}

type Limits = Pick<SettingsRow, "depositMinCents" | "depositMaxCents" | "eurRateBasisPoints">;

/**
 * Parses and checks an amount. Even at a very low rate, set when other limits applied, a deposit
 * must credit something.
 */
function assertInLimits(limits: Limits, amount: unknown): number {
  const { depositMaxCents, eurRateBasisPoints } = limits;
  const minCents = smallestDepositCents(limits.depositMinCents, eurRateBasisPoints);
  // A number far beyond the limits still counts as an amount, so its error names the limit.
  const cents = parseSum(amount);
  if (cents === null) throw fieldError("amount", "amount_invalid");
  if (cents < minCents) {
    const amount = `${toDecimal(minCents)} EUR`;
    throw fieldError("amount", "deposit_too_small", { amount });
  }
  if (cents > depositMaxCents) {
    const amount = `${toDecimal(depositMaxCents)} EUR`;
    throw fieldError("amount", "deposit_too_large", { amount });
  }
  return cents;
}

/**
 * Validates the whole form and returns the payment methods (spec §7 deposit/validate). Throws
 * validation_failed with all invalid fields at once.
 */
export async function listPaymentMethods(
  { payments, database }: Pick<ApiDeps, "payments" | "database">,
  body: DepositBody,
) {
  assertDeposit(await requireSettings(database), body);
  return payments.methods.map((id) => ({ id, name: METHOD_NAMES[id] }));
}

/** Returns the amount in EUR cents. Throws validation_failed with all invalid fields at once. */
export function assertDeposit(limits: Limits, body: DepositBody): number {
  if (isCountryCode(body.country)) return assertInLimits(limits, body.amount);
  try {
    assertInLimits(limits, body.amount);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const fields = { ...error.fields, country: [createMessage("country_required")] };
    throw new DomainError("validation_failed", { fields });
  }
  throw fieldError("country", "country_required");
}
