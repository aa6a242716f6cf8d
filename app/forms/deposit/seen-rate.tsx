import { useFormat, useT } from "#app/i18n/i18n.tsx";
import { formatRate } from "#domain/money.ts";

/**
 * The rate that a form shows amounts at, sent along: at another one the server opens no deposit, and
 * sells nothing.
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
