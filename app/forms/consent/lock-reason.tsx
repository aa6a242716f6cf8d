import { useT } from "#app/i18n/i18n.tsx";
import { formatDay } from "#domain/dates.ts";

/** The reason why an order's delivery is closed (`OrderView`). */
export type Lock = { opensAt: string | null; hold: "named" | "described" | null };

/**
 * Says why an order's delivery is not open (domain/withdrawal.ts): until when withdrawal is
 * possible, with the text `dated`, or which undecided withdrawal holds it.
 */
export function LockReason(props: {
  lock: Lock;
  dated: "order.locked_text" | "product.ownedLocked";
}) {
  const { opensAt, hold } = props.lock;
  const t = useT();
  // If a server states neither, the order is held by a withdrawal that names it.
  if (hold === "named" || (hold === null && opensAt === null)) return <p>{t("order.held_text")}</p>;
  // A held order does not open on that date.
  const dated = hold === null ? props.dated : "order.withdrawable_text";
  return (
    <>
      {opensAt === null ? null : <p>{t(dated, { date: formatDay(opensAt) })}</p>}
      {hold === null ? null : <p className="mt-3">{t("order.held_described_text")}</p>}
    </>
  );
}
