import { useFormat, useT } from "#app/i18n/i18n.tsx";
import { formatRate } from "#domain/money.ts";

/**
 * The rate at which a form shows amounts, sent along with it: at a different rate the server opens
 * no deposit, and sells nothing.
 */
export function SeenRate({ basisPoints }: { basisPoints: number }) {
  return <input type="hidden" name="expected_rate" value={formatRate(basisPoints)} />;
}

/** What one euro buys. */
export function RateText({ basisPoints }: { basisPoints: number }) {
  const t = useT();
  const format = useFormat();
  return t("deposit.rate", {
    money: format.money(100),
    credits: format.rate(basisPoints),
  });
}
