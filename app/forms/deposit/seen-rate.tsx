import { useFormat, useT } from "#app/i18n/i18n.tsx";
import { formatRate, internalToEur } from "#domain/money.ts";

/** The rate that a deposit form shows, sent along: at another one the server opens no deposit. */
export function SeenRate({ basisPoints }: { basisPoints: number }) {
  return <input type="hidden" name="expected_rate" value={formatRate(basisPoints)} />;
}

/** What one of the internal currency costs. */
export function RateText({ basisPoints }: { basisPoints: number }) {
  const t = useT();
  const format = useFormat();
  return t("deposit.rate", {
    money: format.money(internalToEur(100, basisPoints)),
    credits: format.credits(100),
  });
}
