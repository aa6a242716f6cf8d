import { useFormat, useT } from "#app/i18n/i18n.tsx";
import { priceInEur } from "#domain/money.ts";

/** A price in EUR as it is invoiced, to stand after the one in credits; nothing without a rate. */
export function PriceInEuro(props: {
  priceCents: number;
  rateBasisPoints: number | null;
  className: string;
}) {
  const { priceCents, rateBasisPoints, className } = props;
  const t = useT();
  const format = useFormat();
  if (rateBasisPoints === null) return null;
  const price = format.money(priceInEur(priceCents, rateBasisPoints));
  return <span className={className}>{t("product.inEuro", { price })}</span>;
}
