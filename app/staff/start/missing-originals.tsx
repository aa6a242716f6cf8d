import type { OverviewView } from "#app/api-client/staff/overview.server.ts";
import { useT } from "#app/i18n/i18n.tsx";
import { staffPath } from "#app/staff/table/staff-path.ts";
import { DateTime } from "#app/ui/base/date-time.tsx";
import { Link } from "#app/ui/base/link.tsx";

type Originals = OverviewView["missingOriginals"];

/** Lost pictures, because of which products can be neither bought nor delivered. */
export function MissingOriginals({ originals }: { originals: Originals }) {
  const t = useT();
  if (originals.length === 0) return null;
  return (
    <section aria-labelledby="originals-title">
      <h2 id="originals-title" className="text-lg text-negative">
        {t("staff_start.originals_title")}
      </h2>
      <p className="mt-1 mb-2 max-w-prose text-sm text-muted">{t("staff_start.originals_hint")}</p>
      <ul className="card text-sm">
        {originals.map((original) => (
          <MissingOriginal key={original.picture} original={original} />
        ))}
      </ul>
    </section>
  );
}

function MissingOriginal({ original }: { original: Originals[number] }) {
  const t = useT();
  const { picture, productId, title, isForSale, ordersCount, foundAt } = original;
  return (
    <li className="flex flex-wrap items-baseline gap-x-4 gap-y-1 border-b border-line px-4 py-2 last:border-b-0">
      <DateTime at={foundAt} className="text-muted tabular-nums" />
      <Link
        to={staffPath("products", productId)}
        className="link inline-flex min-h-11 items-center wrap-anywhere"
      >
        <bdi>{title}</bdi>
      </Link>
      {isForSale ? <span>{t("staff_products.status_published")}</span> : null}
      <span>{t("staff_start.originals_orders", { count: ordersCount })}</span>
      <span dir="ltr" className="font-mono text-xs text-muted wrap-anywhere">
        pictures/{picture}.png
      </span>
    </li>
  );
}
