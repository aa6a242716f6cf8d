import type { FailedDeposit } from "#app/forms/deposit/deposit-form.server.ts";
import { parseTypedAmount, toTypedAmount } from "#domain/typed-amounts.ts";

/**
 * A deposit form that is shown again, with an amount that pays for what it is to buy by itself:
 * price, rate or balance may have changed, and what was typed would be rejected again. An error of
 * the old amount is then one of the form. Null where what was typed stays: it is enough, buys
 * nothing by itself, is no amount, or may have opened a deposit.
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
