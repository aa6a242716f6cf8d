import type { OverviewView } from "#app/api-client/staff/overview.server.ts";
import { useFormat, useT } from "#app/i18n/i18n.tsx";
import { Link } from "#app/ui/base/link.tsx";
import { formatDay } from "#domain/dates.ts";
import type { WaitingKind } from "#domain/overview.ts";

/** The screen for each kind of item, and its label. */
const KINDS: Record<WaitingKind, { to: string; text: string }> = {
  offers: { to: "/staff/offers", text: "staff_offers.title" },
  verifications: { to: "/staff/verifications", text: "staff.verifications" },
  notices: { to: "/staff/notices", text: "staff_notices.title" },
  payouts: { to: "/staff/payouts", text: "staff_payouts.title" },
  balances: { to: "/staff/people?state=balance", text: "people.state_balance" },
  rate: { to: "/staff/settings#rate-request-title", text: "staff_settings.rate_request" },
  settlements: { to: "/staff/deposits?state=approval", text: "staff_deposits.state_approval" },
  deposits: { to: "/staff/deposits?state=review", text: "staff_start.kind_deposits" },
  refunds: { to: "/staff/suspense", text: "staff_deposits.refunds" },
  reports: { to: "/staff/suspense", text: "staff_deposits.suspense" },
  disputes: { to: "/staff/disputes", text: "staff_deposits.disputes" },
  withdrawals: { to: "/staff/withdrawals", text: "staff_withdrawals.title" },
  messages: { to: "/staff/messages?status=new", text: "staff_messages.title" },
  mails: { to: "#mails-title", text: "staff_start.kind_mails" },
};

/** Open items for this role, with the age of the oldest; overdue ones are highlighted. */
export function Waiting({ waiting }: { waiting: OverviewView["waiting"] }) {
  const t = useT();
  const format = useFormat();
  const open = waiting.filter(({ count }) => count > 0);
  return (
    <section aria-labelledby="waiting-title">
      <h2 id="waiting-title" className="text-lg">
        {t("staff_start.waiting")}
      </h2>
      {open.length === 0 ? (
        <p className="mt-1 text-sm text-muted">{t("staff_start.waiting_none")}</p>
      ) : (
        <ul className="mt-2 grid gap-3 sm:grid-cols-2 xl:grid-cols-4">
          {open.map(({ kind, count, overdue, oldestAt }) => (
            <li key={kind} className="card relative px-4 py-3 hover:bg-sunken">
              <Link
                to={KINDS[kind].to}
                className="flex items-baseline justify-between gap-3 font-medium after:absolute after:inset-0"
              >
                <span className="wrap-anywhere">{t(KINDS[kind].text)}</span>
                <span className="text-xl tabular-nums">{format.number(count)}</span>
              </Link>
              <p className="mt-1 text-sm text-muted">
                {overdue > 0 ? (
                  <span className="me-3 font-medium text-negative">
                    {t("staff_start.overdue", { count: format.number(overdue) })}
                  </span>
                ) : null}
                {oldestAt === null ? null : t("staff_start.since", { date: formatDay(oldestAt) })}
              </p>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
