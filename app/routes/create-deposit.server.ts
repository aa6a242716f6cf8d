import { randomUUID } from "node:crypto";
import { z } from "zod";
import { checkoutSchema } from "#api/contract/deposits.ts";
import type { Country, Settings } from "#api/contract/site.ts";
import { ApiError } from "#app/api-client/api-error.server.ts";
import { toCents } from "#app/api-client/read.server.ts";
import { COUNTRY_CODES } from "#domain/countries.ts";
import { DEPOSIT_CENTS_MAX, DEPOSIT_CENTS_MIN } from "#domain/deposits.ts";
import { parseAmount, toDecimal } from "#domain/money.ts";

export const DEPOSIT_FIELDS = [
  "amount",
  "first_name",
  "last_name",
  "email",
  "phone",
  "address",
  "city",
  "post_code",
  "country",
  "payment_method",
  "operation_id",
] as const;

const WRONG_AMOUNT = "Please enter an amount such as 12.50";

export type DepositLimits = { minCents: number; maxCents: number };

/** The settings' limits; the house's own when the server states none. */
export function toLimits(settings: Settings): DepositLimits {
  return {
    minCents: toCents(settings.deposit_min) ?? DEPOSIT_CENTS_MIN,
    maxCents: toCents(settings.deposit_max) ?? DEPOSIT_CENTS_MAX,
  };
}

/**
 * The contract's checkout with the amount read as people write it ("12,50"), within the limits.
 * `money` writes EUR cents for the reader of the messages.
 */
export function createDepositSchema(
  { minCents, maxCents }: DepositLimits,
  money: (cents: number) => string,
) {
  return checkoutSchema.extend({
    amount: z.string(WRONG_AMOUNT).transform((text, refinement) => {
      const cents = parseAmount(text);
      if (cents !== null && cents >= minCents && cents <= maxCents) return toDecimal(cents);
      const message =
        cents === null
          ? WRONG_AMOUNT
          : cents < minCents
            ? `The smallest top-up is ${money(minCents)}`
            : `The largest top-up is ${money(maxCents)}`;
      refinement.addIssue({ code: "custom", message });
      return z.NEVER;
    }),
    operation_id: z.uuid("This form is incomplete. Please send it again."),
  });
}

/** A form's own name for the deposit it will make: sent twice, it is still one deposit. */
export function createOperationId(): string {
  return randomUUID();
}

/** After these the id names a deposit that can never be opened. */
const SPENT_CODES = new Set(["operation_conflict", "deposit_expired"]);

/**
 * The operation id for the form that is shown again: the same, so that sending it once more cannot
 * open a second deposit. Only an id that can never work again is replaced.
 */
export function nextOperationId(sent: unknown, error: unknown): string {
  const isSpent = error instanceof ApiError && SPENT_CODES.has(error.code);
  const isUsable = !isSpent && z.uuid().safeParse(sent).success;
  return isUsable ? String(sent) : createOperationId();
}

/** Countries by the reader's names, for when the server's list cannot be had. */
export function listKnownCountries(locale: string): Country[] {
  const names = new Intl.DisplayNames([locale], { type: "region" });
  return COUNTRY_CODES.map((id) => ({ id, name: names.of(id) ?? id })).sort((a, b) =>
    a.name.localeCompare(b.name, locale),
  );
}
