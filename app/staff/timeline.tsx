import type { TimelineEventView } from "#app/api-client/staff/orders.server.ts";
import { useFormat, useT } from "#app/i18n/i18n.tsx";
import { DateTime } from "#app/ui/base/date-time.tsx";
import { nameMethod } from "#app/ui/payment-method.ts";
import { isCoveredLoss, nameAccount } from "./ledger-words.ts";
import { StateText } from "./state-text.tsx";
import { useLanguageName } from "./use-language-name.ts";

/** One order or deposit, then its events, oldest first; times are in UTC. */
export function Timeline({ events }: { events: readonly TimelineEventView[] }) {
  const t = useT();
  return (
    <section aria-labelledby="timeline-title" className="mt-10">
      <h2 id="timeline-title" className="mb-4 text-2xl">
        {t("staff_orders.timeline")}
      </h2>
      <ol className="card divide-y divide-line text-sm">
        {events.map((event, index) => (
          // Two events may be identical; a list whose order never changes can use the index.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <li key={index} className="px-5 py-3">
            <TimelineEntry event={event} />
          </li>
        ))}
      </ol>
      <p className="mt-3 text-sm text-muted">{t("dashboard.times")}</p>
    </section>
  );
}

function TimelineEntry({ event }: { event: TimelineEventView }) {
  const t = useT();
  const format = useFormat();
  const { kind, at, amountCents, moneyCents, state, accounts, actor } = event;
  const nameLanguage = useLanguageName();
  const note = kind === "opened" && event.note ? nameMethod(t, event.note) : event.note;
  return (
    <>
      <p className="flex flex-wrap items-baseline gap-x-4">
        <DateTime
          at={at}
          className="text-muted tabular-nums max-sm:basis-full max-sm:rtl:text-end"
        />
        <span className="font-medium">{t(`staff_orders.did_${kind}`)}</span>
        {state === null ? null : kind === "consented" ? (
          <bdi>{nameLanguage(state)}</bdi>
        ) : isCoveredLoss(event) ? null : (
          <StateText state={state} />
        )}
        <span className="ms-auto flex flex-wrap justify-end gap-x-4 tabular-nums empty:hidden">
          {amountCents === null ? null : <span>{format.credits(amountCents)}</span>}
          {moneyCents === null ? null : <span>{format.money(moneyCents)}</span>}
        </span>
      </p>
      {accounts ? (
        <p className="text-muted">
          {t("staff_orders.from_to", {
            from: nameAccount(t, accounts.from),
            to: nameAccount(t, accounts.to),
          })}
        </p>
      ) : null}
      {note || actor ? (
        <p className="text-muted wrap-anywhere">
          {note ? <bdi>{note}</bdi> : null}
          {note && actor ? " · " : null}
          {actor ? <bdi>{actor}</bdi> : null}
        </p>
      ) : null}
    </>
  );
}
