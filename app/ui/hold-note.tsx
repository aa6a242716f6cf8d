import { useFormat, useT } from "#app/i18n/i18n.tsx";
import type { Hold } from "#domain/payments.ts";

/**
 * Why the balance is blocked (I17), and what helps: nothing during an open dispute, payment of the
 * debt after a lost one.
 */
export function HoldNote(props: {
  hold: Hold | null | undefined;
  balanceCents: number;
  className?: string;
}) {
  const { hold, balanceCents, className = "" } = props;
  const t = useT();
  const format = useFormat();
  if (!hold) return null;
  return (
    <div role="alert" className={`card border-s-4 border-s-warning p-5 ${className}`}>
      <p>
        {hold === "debt"
          ? t("payments.owed", { amount: format.credits(-balanceCents) })
          : t("payments.on_hold")}
      </p>
      {hold === "dispute" && balanceCents < 0 ? (
        <p className="mt-2">{t("payments.below_zero")}</p>
      ) : null}
    </div>
  );
}
