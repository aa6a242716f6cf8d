import { useT } from "#app/i18n/i18n.tsx";
import type { Receipt } from "#app/request/withdrawal-receipt.ts";
import { ButtonLink } from "#app/ui/base/button.tsx";
import { DateTime } from "#app/ui/base/date-time.tsx";
import { useMember } from "#app/ui/base/layout-data.ts";

/** Confirms receipt of the statement: its reference, the time, and where the money is. */
export function Received({ received }: { received: Receipt }) {
  const { number, at, outcome } = received;
  const t = useT();
  const { user } = useMember();
  const [before, after] = t("withdrawal.received_number", { number }).split(number);
  return (
    <>
      <h1 className="text-4xl md:text-5xl">{t("withdrawal.received_title")}</h1>
      <div role="status" className="mt-4 space-y-3">
        <p>
          {before}
          <bdi className="whitespace-nowrap">{number}</bdi>
          {after}
        </p>
        <p>{t(`withdrawal.done_${outcome}`)}</p>
      </div>
      {at === null ? null : (
        <p className="mt-3 text-muted">
          <DateTime at={at} /> UTC
        </p>
      )}
      {outcome === "link" || user === null ? null : (
        <ButtonLink to="/dashboard/payments" kind="secondary" className="mt-8">
          {t("withdrawal.payments")}
        </ButtonLink>
      )}
    </>
  );
}
