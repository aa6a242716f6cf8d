import { useT } from "#app/i18n/i18n.tsx";
import { type OfferStage, offerStage } from "#domain/offers.ts";

const LOOKS: Record<OfferStage, string> = {
  pending: "text-muted",
  offer: "text-accent",
  approved: "text-positive",
  declined: "text-negative",
  unknown: "text-muted",
};

/** Labels that differ between owner and staff. */
const STAFF_LABELS = new Set(["offer", "declined_by_user"]);

/**
 * An offer's status (spec §3), in its colour and always in words, for its owner or staff. One that
 * only another server knows is shown as it is.
 */
export function OfferStatus({ status, isForStaff }: { status: string; isForStaff?: boolean }) {
  const t = useT();
  const stage = offerStage(status);
  const key = status === "declined_by_user" || status === "declined_by_service" ? status : stage;
  return (
    <span
      className={`inline-flex items-center gap-2 text-start text-sm font-medium ${LOOKS[stage]}`}
    >
      <span aria-hidden="true" className="size-2 flex-none rounded-full bg-current" />
      {key === "unknown" ? (
        <bdi>{status}</bdi>
      ) : isForStaff && STAFF_LABELS.has(key) ? (
        t(`staff_offers.one_${key}`)
      ) : (
        t(`offer.status_${key}`)
      )}
    </span>
  );
}
