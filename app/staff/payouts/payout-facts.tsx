import type { StaffPayoutView } from "#app/api-client/selling/payouts.server.ts";
import { useFormat, useT } from "#app/i18n/i18n.tsx";
import { DecisionHistory } from "#app/staff/review/decision-history.tsx";
import { Fact } from "#app/ui/fact.tsx";
import { APPROVAL_WINDOW_DAYS } from "#domain/payouts.ts";

/** The facts of the payout that a dialog is about. */
export function PayoutFacts({ payout }: { payout: StaffPayoutView }) {
  const t = useT();
  const format = useFormat();
  return (
    <dl className="mb-6 border-t border-line text-sm tabular-nums">
      <Fact name={t("staff_payouts.offer")}>
        <bdi>{payout.offer.title}</bdi>
      </Fact>
      <Fact name={t("staff_payouts.amount")} keepsWords>
        {format.money(payout.amountCents, payout.currency)}
      </Fact>
      {payout.account ? (
        <Fact name={t("staff_payouts.account")}>
          <bdi>{payout.fullName ?? "–"}</bdi>
          <span className="block text-muted">
            <bdi dir="ltr">{payout.account}</bdi>
          </span>
        </Fact>
      ) : null}
      <Fact name={t("staff_payouts.reference")}>
        <bdi>{payout.endToEndId}</bdi>
      </Fact>
      <Fact name={t("staff_payouts.state")}>
        {t(`staff_payouts.status_${payout.status}`)}
        {payout.hold ? (
          <span className="block font-medium text-negative">
            {t(`staff_payouts.hold_${payout.hold}`)}
          </span>
        ) : null}
        <ApprovalSum payout={payout} />
      </Fact>
    </dl>
  );
}

/** Why a payout that alone does not exceed the limit needs a second person. */
export function ApprovalSum({ payout }: { payout: StaffPayoutView }) {
  const t = useT();
  const format = useFormat();
  const { approvalCents } = payout;
  if (approvalCents === null || approvalCents === payout.amountCents) return null;
  const amount = format.money(approvalCents, payout.currency);
  return (
    <span className="block text-sm text-muted tabular-nums">
      {t("staff_payouts.approval_sum", { days: APPROVAL_WINDOW_DAYS, amount })}
    </span>
  );
}

/** Its statuses so far, with who set them. */
export function PayoutHistory({ payout }: { payout: StaffPayoutView }) {
  const t = useT();
  return (
    <DecisionHistory
      decisions={payout.history}
      nameOf={(status) => t(`staff_payouts.status_${status}`)}
    />
  );
}
