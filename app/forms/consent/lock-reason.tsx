import { useT } from "#app/i18n/i18n.tsx";
import { formatDay } from "#domain/dates.ts";

/** What keeps the delivery of an order closed (`OrderView`). */
export type Lock = { opensAt: string | null; hold: "named" | "described" | null };

/**
 * Why the delivery of an order is not open (domain/withdrawal.ts): until when it can be withdrawn
 * from, in the words of `dated`, or which undecided withdrawal holds it.
 */
export function LockReason(props: {
  lock: Lock;
  dated: "order.locked_text" | "product.ownedLocked";
}) {
  const { opensAt, hold } = props.lock;
  const t = useT();
  // A server that names neither holds it by a withdrawal that names it.
  if (hold === "named" || (hold === null && opensAt === null)) return <p>{t("order.held_text")}</p>;
  // A held one does not open on that date.
  const dated = hold === null ? props.dated : "order.withdrawable_text";
  return (
    <>
      {opensAt === null ? null : <p>{t(dated, { date: formatDay(opensAt) })}</p>}
      {hold === null ? null : <p className="mt-3">{t("order.held_described_text")}</p>}
    </>
  );
}
