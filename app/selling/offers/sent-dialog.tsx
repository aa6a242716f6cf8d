import { useT } from "#app/i18n/i18n.tsx";
import { ButtonLink } from "#app/ui/base/button.tsx";
import { Icon } from "#app/ui/base/icon.tsx";
import { ButtonRow } from "#app/ui/button-row.tsx";
import { CloseButton, Dialog } from "#app/ui/dialog.tsx";
import { formatDay } from "#domain/dates.ts";

/** Shown after an offer was created (spec §2 Offer modals: offer sent; §4). */
export function OfferSentDialog({ replyBy }: { replyBy: string | null }) {
  const t = useT();
  return (
    <Dialog title={t("offer.sent_title")} closeTo="/dashboard/offers" width="552px">
      <p role="status" className="flex gap-3 border-s-4 border-s-positive bg-sunken p-4">
        <Icon name="check" className="mt-0.5 size-5 text-positive" />
        <span className="font-medium">{t("offer.sent_banner")}</span>
      </p>
      <p className="mt-5 text-muted">
        {replyBy ? t("offer.reply_by", { date: formatDay(replyBy) }) : t("offer.reply_days")}
      </p>
      <ButtonRow>
        <ButtonLink to="/dashboard/offers/create" kind="secondary">
          {t("offer.another")}
        </ButtonLink>
        <CloseButton to="/dashboard/offers" kind="primary">
          {t("offer.to_list")}
        </CloseButton>
      </ButtonRow>
    </Dialog>
  );
}
