import { useFormat, useT } from "#app/i18n/i18n.tsx";
import { DateTime } from "#app/ui/base/date-time.tsx";
import { Fact } from "./fact.tsx";

/** The submitted data of an offer (spec §3 Offer), as its owner and staff see it. */
export type SentOffer = {
  category: string | null;
  styles: string[];
  /** "" if the server omits it. */
  createdAt: string;
  description: string;
  /** The prompt, `add_text`. */
  addText: string;
};

/** Its short values, for a list of facts. */
export function OfferFacts({ offer }: { offer: SentOffer }) {
  const t = useT();
  const format = useFormat();
  return (
    <>
      {offer.category ? <Fact name={t("offer.category")}>{offer.category}</Fact> : null}
      {offer.styles.length > 0 ? (
        <Fact name={t("offer.style")}>{format.list(offer.styles)}</Fact>
      ) : null}
      {offer.createdAt ? (
        <Fact name={t("offer.created")}>
          <DateTime at={offer.createdAt} /> UTC
        </Fact>
      ) : null}
    </>
  );
}

/** Its texts as typed. */
export function OfferTexts({ offer }: { offer: SentOffer }) {
  const t = useT();
  return (
    <>
      {offer.description ? (
        <p dir="auto" className="mt-4 whitespace-pre-line wrap-anywhere">
          {offer.description}
        </p>
      ) : null}
      {offer.addText ? (
        <figure className="mt-5">
          <figcaption className="eyebrow mb-1.5">{t("offer.prompt")}</figcaption>
          <blockquote
            dir="auto"
            className="rounded-card bg-sunken p-4 text-sm whitespace-pre-line wrap-anywhere"
          >
            {offer.addText}
          </blockquote>
        </figure>
      ) : null}
    </>
  );
}
