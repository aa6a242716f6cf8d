import { useFormat, useT } from "#app/i18n/i18n.tsx";
import { ButtonLink } from "#app/ui/base/button.tsx";
import { DocumentLinks } from "#app/ui/document-links.tsx";
import { formatDay } from "#domain/dates.ts";
import { Note } from "./note.tsx";
import { toStep } from "./offer-paths.ts";
import type { OpenedOffer } from "./offers.server.ts";

/** What became of the money of an accepted offer, and what it waits for (spec §4 Other). */
export function PayoutState({ offer }: { offer: OpenedOffer }) {
  const t = useT();
  const format = useFormat();
  const { payout } = offer;
  if (!payout) return <Note tone="neutral">{t("payout.text_none")}</Note>;
  const look = LOOKS[payout.status] ?? { tone: "neutral", key: "unknown" };
  const amount = format.money(payout.amountCents, payout.currency);
  return (
    <Note tone={look.tone} title={t(`payout.title_${look.key}`, { amount })}>
      <p>{t(`payout.text_${look.key}`, { date: formatDay(offer.arrivesBy) })}</p>
      {payout.iban ? (
        <p className="mt-2 text-sm">
          {t("payout.account")}{" "}
          <bdi dir="ltr" className="tabular-nums">
            {payout.iban}
          </bdi>
        </p>
      ) : null}
      <DocumentLinks documents={offer.documents} />
      {payout.status === "awaiting_verification" ? (
        <ButtonLink to="/dashboard/verification" size="small" className="mt-3 min-h-11">
          {t("offer.verify")}
        </ButtonLink>
      ) : null}
      {offer.isReturned ? (
        <ButtonLink
          to={toStep(offer.id, "contact")}
          preventScrollReset
          size="small"
          className="mt-3 min-h-11"
        >
          {t("payout.again")}
        </ButtonLink>
      ) : null}
    </Note>
  );
}

type Look = {
  tone: "neutral" | "warning" | "positive" | "negative";
  key: "awaiting" | "ready" | "sent" | "settled" | "returned" | "unknown";
};

/** What the owner needs to distinguish; files for the bank are internal to the staff. */
const LOOKS: Record<string, Look> = {
  awaiting_verification: { tone: "warning", key: "awaiting" },
  ready: { tone: "neutral", key: "ready" },
  exported: { tone: "neutral", key: "ready" },
  sent: { tone: "neutral", key: "sent" },
  settled: { tone: "positive", key: "settled" },
  returned: { tone: "negative", key: "returned" },
  unknown: { tone: "warning", key: "unknown" },
};
