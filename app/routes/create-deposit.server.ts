import { z } from "zod";
import { checkoutSchema } from "#api/contract/deposits.ts";
import type { Settings } from "#api/contract/site.ts";
import { toCents } from "#app/api-client/read.server.ts";
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
