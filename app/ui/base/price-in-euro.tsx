import { useFormat, useT } from "#app/i18n/i18n.tsx";
import { useLayoutData } from "#app/ui/base/layout-data.ts";
import { priceInEur } from "#domain/money.ts";

/**
 * A price in EUR as invoiced, to be placed after the one in credits; nothing without a rate. If it
 * includes VAT, that is stated (Directive 98/6/EC; in Germany PAngV §6).
 */
export function PriceInEuro(props: {
  priceCents: number;
  rateBasisPoints: number | null;
  className: string;
}) {
  const { priceCents, rateBasisPoints, className } = props;
  const t = useT();
  const format = useFormat();
  const { pricesIncludeVat } = useLayoutData().settings;
  if (rateBasisPoints === null) return null;
  const price = format.money(priceInEur(priceCents, rateBasisPoints));
  return (
    <span className={className}>
      {t(pricesIncludeVat ? "product.inEuroWithVat" : "product.inEuro", { price })}
    </span>
  );
}
