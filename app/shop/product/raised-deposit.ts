import type { FailedDeposit } from "#app/forms/deposit/deposit-form.server.ts";
import { parseTypedAmount, toTypedAmount } from "#domain/typed-amounts.ts";

/**
 * A rejected deposit form, with its amount raised to what its purchase needs: price, rate or
 * balance may have changed, so the typed amount would be rejected again. Errors of the old amount
 * become errors of the form. Null if the typed amount stays: it is sufficient, starts no purchase,
 * is not an amount, or may already have opened a deposit.
 */
export function raiseDeposit(
  failed: FailedDeposit | undefined,
  { enoughCents, locale }: { enoughCents: number | null; locale: string },
): { form: FailedDeposit; amount: string } | null {
  const typed = failed?.reply.initialValue;
  if (!failed || !typed?.buy || failed.isUnclear || enoughCents === null) return null;
  const typedCents = parseTypedAmount(String(typed.amount), locale);
  if (typedCents === null || typedCents >= enoughCents) return null;
  const { amount: ofAmount = [], form = [], ...errors } = failed.reply.error ?? {};
  const amount = toTypedAmount(enoughCents, locale);
  const reply = {
    ...failed.reply,
    initialValue: { ...typed, amount },
    error: { ...errors, form: [...(form ?? []), ...(ofAmount ?? [])] },
  };
  return { form: { ...failed, reply }, amount };
}
