import type { ReactNode } from "react";
import type { StaffPayoutView } from "#app/api-client/selling/payouts.server.ts";
import { useFormat, useT } from "#app/i18n/i18n.tsx";
import { EmailAddress } from "#app/staff/table/email-address.tsx";
import { staffPath } from "#app/staff/table/staff-path.ts";
import { StaffTable } from "#app/staff/table/staff-table.tsx";
import { adjacentPages } from "#app/staff/table/table-path.ts";
import { ButtonLink } from "#app/ui/base/button.tsx";
import { DateTime } from "#app/ui/base/date-time.tsx";
import { Link } from "#app/ui/base/link.tsx";
import { PAYOUT_STATUSES } from "#domain/payouts.ts";
import { ApprovalSum } from "./payout-facts.tsx";

/** The payouts with one status or in one file, or all of them. */
export function PayoutTable(props: {
  payouts: StaffPayoutView[];
  /** True if this role may open the offers' screens. */
  canReadOffers: boolean;
  status: string | null;
  batchId: string | null;
  counts: Readonly<Partial<Record<string, number>>> | null;
  listPath: string;
  page: number;
  pages: number;
  hasErrors: boolean;
  /** Shown above the list. */
  children: ReactNode;
}) {
  const { payouts, canReadOffers, status, batchId, counts, listPath, page, pages, hasErrors } =
    props;
  const t = useT();
  const format = useFormat();
  return (
    <StaffTable
      title={t("staff_payouts.title")}
      path="/staff/payouts"
      query={{ ...(status ? { status } : {}), ...(batchId ? { batch: batchId } : {}) }}
      hasErrors={hasErrors}
      tabs={{
        name: "status",
        label: t("offers.status"),
        current: status,
        choices: [
          { value: null, text: t("staff_payouts.all") },
          ...PAYOUT_STATUSES.map((value) => ({
            value,
            text: t(`staff_payouts.status_${value}`),
            count: counts?.[value],
          })),
        ],
      }}
      {...adjacentPages(page, pages)}
      empty={t("staff_payouts.empty")}
      note={t("dashboard.times")}
      keys={[
        { key: "a", text: t("staff_keys.make_file") },
        { key: "m", text: t("staff_keys.mark") },
      ]}
      rows={payouts}
      keyOf={(payout) => payout.id}
      columns={[
        {
          title: t("staff_payouts.offer"),
          render: (payout) => <PaidOffer payout={payout} isLinked={canReadOffers} />,
        },
        {
          title: t("staff_payouts.account"),
          render: (payout) => <PaidAccount payout={payout} />,
        },
        {
          title: t("staff_payouts.state"),
          keepsWords: true,
          render: (payout) => <PayoutStatus payout={payout} />,
        },
        {
          title: t("staff_payouts.amount"),
          isNumber: true,
          render: ({ amountCents, currency }) => format.money(amountCents, currency),
        },
        {
          title: t("staff.decision"),
          keepsWords: true,
          render: (payout) => <PayoutLink payout={payout} listPath={listPath} />,
        },
      ]}
    >
      <div className="mt-4">{props.children}</div>
    </StaffTable>
  );
}

/** The offer that a payout is for, with its reference and its seller. */
function PaidOffer({ payout, isLinked }: { payout: StaffPayoutView; isLinked: boolean }) {
  const { offer, userEmail, endToEndId } = payout;
  return (
    <>
      {isLinked ? (
        <Link to={staffPath("offers", offer.id)} className="link wrap-anywhere">
          <bdi>{offer.title}</bdi>
        </Link>
      ) : (
        <bdi className="wrap-anywhere">{offer.title}</bdi>
      )}
      <span className="block text-sm wrap-anywhere text-muted">
        <bdi dir="ltr">{endToEndId}</bdi>
      </span>
      <span className="block text-sm wrap-anywhere text-muted">
        <EmailAddress email={userEmail} />
      </span>
    </>
  );
}

function PaidAccount({ payout: { fullName, account } }: { payout: StaffPayoutView }) {
  return (
    <>
      <bdi className="wrap-anywhere">{fullName ?? "–"}</bdi>
      {account ? (
        <span className="block text-sm text-muted md:whitespace-nowrap">
          <bdi dir="ltr">{account}</bdi>
        </span>
      ) : null}
    </>
  );
}

/** A link to the viewer's possible actions on a payout, if there are any. */
function PayoutLink({ payout, listPath }: { payout: StaffPayoutView; listPath: string }) {
  const t = useT();
  const { id, marks, mayApprove, approverProblem, endToEndId } = payout;
  if (!mayApprove && !approverProblem && marks.length === 0) return "–";
  const [key, text] = mayApprove
    ? ["staff_payouts.approve_one", "staff.approve"]
    : approverProblem
      ? ["staff_payouts.who_approves_one", "staff_payouts.who_approves"]
      : ["staff_payouts.mark_one", "staff_payouts.mark"];
  return (
    <ButtonLink
      to={toPayoutDialog(listPath, id)}
      data-shortcut={mayApprove || approverProblem ? undefined : "m"}
      kind="secondary"
      size="small"
      preventScrollReset
      aria-label={t(key, { name: endToEndId })}
      className="min-h-11"
    >
      {t(text)}
    </ButtonLink>
  );
}

/** The path of the list with the dialog of one of its payouts. */
export function toPayoutDialog(listPath: string, id: string): string {
  return `${listPath}${listPath.includes("?") ? "&" : "?"}payout=${encodeURIComponent(id)}`;
}

const LOOKS: Record<string, string> = {
  settled: "text-positive",
  returned: "text-negative",
  unknown: "text-warning",
  awaiting_verification: "text-warning",
};

function PayoutStatus({ payout }: { payout: StaffPayoutView }) {
  const t = useT();
  const { status, changedAt, evidence, hold } = payout;
  return (
    <>
      <span
        className={`inline-flex items-start gap-2 text-start text-sm font-medium ${LOOKS[status] ?? "text-ink"}`}
      >
        <span aria-hidden="true" className="mt-1.5 size-2 flex-none rounded-full bg-current" />
        {t(`staff_payouts.status_${status}`)}
      </span>
      {hold ? (
        <span className="block text-sm font-medium text-negative">
          {t(`staff_payouts.hold_${hold}`)}
        </span>
      ) : null}
      <ApprovalSum payout={payout} />
      {changedAt ? (
        <span className="block text-sm text-muted tabular-nums">
          <DateTime at={changedAt} />
        </span>
      ) : null}
      {evidence ? (
        <span className="block text-sm wrap-anywhere text-muted md:min-w-32">
          <bdi>{evidence}</bdi>
        </span>
      ) : null}
    </>
  );
}
