import { useFormat, useT } from "#app/i18n/i18n.tsx";
import { ButtonLink } from "#app/ui/base/button.tsx";

/** Payouts ready for the bank, and the link to the preview of their file. */
export function ReadyCard({ ready }: { ready: { count: number; totalCents: number } }) {
  const t = useT();
  const format = useFormat();
  return (
    <section aria-labelledby="ready-title">
      <div className="card flex flex-wrap items-center justify-between gap-x-10 gap-y-5 p-6">
        <div>
          <h2 id="ready-title" className="text-2xl">
            {t("staff_payouts.ready")}
          </h2>
          <p className="mt-2 flex flex-wrap items-baseline gap-x-3 tabular-nums">
            <span className="font-display text-3xl">{format.money(ready.totalCents)}</span>
            <span className="text-muted">
              {t("staff_payouts.transfers", { count: ready.count })}
            </span>
          </p>
        </div>
        <div className="flex flex-wrap items-center gap-4">
          {ready.count > 0 ? (
            <ButtonLink to="/staff/payouts/new" data-shortcut="a">
              {t("staff_payouts.make")}
            </ButtonLink>
          ) : (
            <p className="text-muted">{t("staff_payouts.none_ready")}</p>
          )}
          <ButtonLink to="/staff/payouts/statements" kind="secondary">
            {t("staff_statements.title")}
          </ButtonLink>
        </div>
      </div>
    </section>
  );
}
