import { useFormat, useT } from "#app/i18n/i18n.tsx";
import { Link } from "#app/ui/base/link.tsx";
import { openOnPage, useHistoryPath } from "#app/ui/history-path.ts";
import { OfferImage } from "#app/ui/offer-image.tsx";
import { OfferStatus } from "#app/ui/offer-status.tsx";
import { RecordTable } from "#app/ui/record-table.tsx";
import { finalPriceCents, isUserPriceStruck, offerBadge } from "#domain/offers.ts";
import { OFFERS_PATH } from "./offer-paths.ts";
import type { OfferRow } from "./offers.server.ts";

/** The user's offers (spec §2 My Offers); the whole row links to its offer. */
export function OfferTable({ offers }: { offers: OfferRow[] }) {
  const t = useT();
  const page = useHistoryPath(OFFERS_PATH);
  return (
    <RecordTable
      caption={t("offers.title")}
      rows={offers}
      keyOf={(offer) => offer.id}
      rowClassName="relative hover:bg-sunken"
      columns={[
        {
          title: t("offers.design"),
          isImage: true,
          render: ({ thumb }) => <OfferImage src={thumb} />,
        },
        {
          title: t("offers.name"),
          render: ({ id, title }) => (
            <Link
              id={`offer-${id}`}
              to={openOnPage(page, "offer", id)}
              preventScrollReset
              className="font-medium wrap-anywhere after:absolute after:inset-0"
            >
              <bdi>{title}</bdi>
            </Link>
          ),
        },
        {
          title: t("offers.price"),
          isNumber: true,
          render: (offer) => <Price offer={offer} />,
        },
        {
          title: t("offers.status"),
          render: (offer) => (
            <span className="flex flex-wrap items-center justify-end gap-x-4 gap-y-1 md:justify-start">
              <OfferBadge offer={offer} />
              <OfferStatus status={offer.status} />
            </span>
          ),
        },
      ]}
    />
  );
}

/** The user's price (spec §2 My Offers), next to ours once it is final (§4 approved, declined). */
function Price({ offer }: { offer: OfferRow }) {
  const t = useT();
  const format = useFormat();
  const userPrice = format.money(offer.userPriceCents);
  if (!isUserPriceStruck(offer.status, offer)) return userPrice;
  return (
    <>
      <s className="block text-sm text-muted">
        <span className="sr-only">{t("offer.was")} </span>
        {userPrice}
      </s>{" "}
      {format.money(finalPriceCents(offer))}
    </>
  );
}

/** "Offer" if our price awaits a decision, else "Details" (spec §2 My Offers). */
function OfferBadge({ offer }: { offer: OfferRow }) {
  const t = useT();
  const badge = offerBadge(offer.status, offer.servicePriceCents);
  const look = badge === "offer" ? "bg-accent text-on-accent" : "border border-control text-ink";
  return (
    <span className={`inline-flex min-h-7 items-center px-2.5 text-sm font-medium ${look}`}>
      {t(`offers.badge_${badge}`)}
    </span>
  );
}
