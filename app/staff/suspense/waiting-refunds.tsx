import type { WaitingRefundView } from "#app/api-client/staff/deposits.server.ts";
import { RadioGroup } from "#app/forms/field.tsx";
import type { FailedForm, LoadedForm } from "#app/forms/form-types.ts";
import { SubmitButton } from "#app/forms/submit-button.tsx";
import { TextArea } from "#app/forms/text-area.tsx";
import { BoundForm, useAppForm } from "#app/forms/use-app-form.tsx";
import { useFormat, useT } from "#app/i18n/i18n.tsx";
import { StateText } from "#app/staff/state-text.tsx";
import { staffPath } from "#app/staff/table/staff-path.ts";
import { ButtonLink } from "#app/ui/base/button.tsx";
import { DateTime } from "#app/ui/base/date-time.tsx";
import { Link } from "#app/ui/base/link.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { RecordTable } from "#app/ui/record-table.tsx";
import { REFUND_MARKS } from "#domain/refunds.ts";

const toPath = (refundId: string) => `/staff/suspense?refund=${encodeURIComponent(refundId)}`;

export type MarkableRefund = WaitingRefundView & { isMarkable: boolean };

/** Refunds that the shop cannot complete by itself, each with the dialog that records its outcome. */
export function RefundTable({ refunds }: { refunds: MarkableRefund[] }) {
  const t = useT();
  const format = useFormat();
  return (
    <RecordTable
      caption={t("staff_deposits.refunds")}
      rows={refunds}
      keyOf={({ id }) => id}
      columns={[
        {
          title: t("documents.deposit"),
          render: ({ depositId }) => (
            <Link to={staffPath("deposits", depositId)} className="link">
              #{depositId}
            </Link>
          ),
        },
        {
          title: t("payments.date"),
          render: ({ createdAt }) => <DateTime at={createdAt} className="tabular-nums" />,
        },
        { title: t("payments.status"), render: (refund) => <RefundState refund={refund} /> },
        {
          title: t("staff_deposits.refund_tried"),
          render: ({ triedAt }) =>
            triedAt === null ? "–" : <DateTime at={triedAt} className="tabular-nums" />,
        },
        {
          title: t("staff_payouts.amount"),
          isNumber: true,
          render: ({ moneyCents, currency }) => format.money(moneyCents, currency),
        },
        {
          title: t("staff.decision"),
          render: ({ id, depositId, isMarkable }) =>
            isMarkable ? (
              <ButtonLink
                to={toPath(id)}
                kind="secondary"
                size="small"
                preventScrollReset
                aria-label={`${t("staff_deposits.close_dispute")} #${depositId}`}
                className="min-h-11"
              >
                {t("staff_deposits.close_dispute")}
              </ButtonLink>
            ) : (
              "–"
            ),
        },
      ]}
    />
  );
}

/** A refund's state, and why it waits. */
function RefundState({ refund }: { refund: WaitingRefundView }) {
  const t = useT();
  const { status, provider, isProviderSetUp, lastError } = refund;
  return (
    <>
      <StateText state={status} />
      {isProviderSetUp ? null : (
        <span className="block text-sm text-muted">
          {t("staff_deposits.provider_gone", { provider })}
        </span>
      )}
      {lastError === null ? null : (
        <bdi className="block wrap-anywhere text-sm text-muted">{lastError}</bdi>
      )}
    </>
  );
}

/** What was never sent cannot have been paid. */
const MARKS = { unknown: REFUND_MARKS, requested: ["failed"] } as const;

const LABELS = {
  succeeded: "staff_orders.state.paid",
  failed: "staff_orders.state.refund_failed",
} as const;

/** Records the outcome of a refund, as its provider shows it, or ends one that was never sent. */
export function RefundDialog(props: {
  refund: WaitingRefundView;
  closeTo: string;
  mark: LoadedForm<"state" | "evidence" | "seen">;
  failed: FailedForm | undefined;
}) {
  const { refund, closeTo, mark, failed } = props;
  const t = useT();
  const form = useAppForm(mark, failed);
  return (
    <Dialog title={t("staff_deposits.close_dispute")} closeTo={closeTo} width="552px">
      <BoundForm
        of={form}
        action={`${toPath(refund.id)}&form=${mark.id}`}
        summary={["state", "evidence"]}
        className="space-y-6"
      >
        <input type="hidden" name="seen" value={refund.status} />
        <RadioGroup
          meta={form.fields.state}
          legend={t("staff_payouts.what_happened")}
          choices={MARKS[refund.status].map((state) => ({
            value: state,
            label: t(LABELS[state]),
            hint: t(
              refund.status === "requested"
                ? "staff_deposits.hint_unsent"
                : `staff_deposits.hint_${state}`,
            ),
          }))}
        />
        <TextArea
          meta={form.fields.evidence}
          label={t("staff_payouts.evidence")}
          hint={t("staff_payouts.evidence_hint")}
          rows={3}
        />
        <SubmitButton>{t("staff_payouts.save")}</SubmitButton>
      </BoundForm>
    </Dialog>
  );
}
