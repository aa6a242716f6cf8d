import { useFormat, useT } from "#app/i18n/i18n.tsx";
import { ButtonLink } from "#app/ui/base/button.tsx";
import { DocumentLinks } from "#app/ui/document-links.tsx";
import { formatDay } from "#domain/dates.ts";
import { Note } from "./note.tsx";
import { toStep } from "./offer-paths.ts";
import type { OpenedOffer } from "./offers.server.ts";

/** The state of an accepted offer's payout, and what it is waiting for (spec §4 Other). */
export function PayoutState({ offer }: { offer: OpenedOffer }) {
  const t = useT();
  const format = useFormat();
  const { payout } = offer;
  if (!payout) return <Note tone="neutral">{t("payout.text_none")}</Note>;
  const look = LOOKS[payout.status] ?? { tone: "neutral", key: "unknown" };
  const amount = format.money(payout.amountCents, payout.currency);
  const texts = (payout.isToCard ? nameCardTexts(look.key, payout.isFailed) : null) ?? {
    title: look.key,
    text: look.key,
  };
  return (
    <Note tone={look.tone} title={t(`payout.title_${texts.title}`, { amount })}>
      <p>{t(`payout.text_${texts.text}`, { date: formatDay(offer.arrivesBy) })}</p>
      {payout.account ? (
        <p className="mt-2 text-sm">
          {t(payout.isToCard ? "payout.card" : "payout.account")}{" "}
          <bdi dir="ltr" className="whitespace-nowrap tabular-nums">
            {payout.account}
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
          {t(offer.methods.length > 1 ? "payout.choose_again" : "payout.again")}
        </ButtonLink>
      ) : null}
    </Note>
  );
}

type Look = {
  tone: "neutral" | "warning" | "positive" | "negative";
  key: "awaiting" | "ready" | "sent" | "settled" | "returned" | "unknown";
};

/** Texts of a card payout that differ from those of a bank transfer. */
function nameCardTexts(key: Look["key"], isFailed: boolean) {
  switch (key) {
    case "awaiting":
      return null;
    case "sent":
    case "settled":
      return { title: key, text: `card_${key}` };
    case "returned":
      return { title: isFailed ? "card_failed" : "card_returned", text: "card_failed" };
    default:
      return { title: `card_${key}`, text: `card_${key}` };
  }
}

/** The states that an owner needs to distinguish; bank files are internal to staff. */
const LOOKS: Record<string, Look> = {
  awaiting_verification: { tone: "warning", key: "awaiting" },
  ready: { tone: "neutral", key: "ready" },
  exported: { tone: "neutral", key: "ready" },
  sending: { tone: "neutral", key: "ready" },
  sent: { tone: "neutral", key: "sent" },
  settled: { tone: "positive", key: "settled" },
  returned: { tone: "negative", key: "returned" },
  unknown: { tone: "warning", key: "unknown" },
};
