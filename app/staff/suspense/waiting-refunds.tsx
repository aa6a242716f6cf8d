import type { WaitingRefundView } from "#app/api-client/staff/deposits.server.ts";
import { RadioGroup } from "#app/forms/field.tsx";
import type { FailedForm, LoadedForm } from "#app/forms/form-types.ts";
import { SubmitButton } from "#app/forms/submit-button.tsx";
import { BoundForm, useAppForm } from "#app/forms/use-app-form.tsx";
import { useFormat, useT } from "#app/i18n/i18n.tsx";
import { CreditRequest } from "#app/staff/approval/credit-request.tsx";
import { EvidenceField } from "#app/staff/forms/evidence-field.tsx";
import { StaleForm } from "#app/staff/forms/stale-form.tsx";
import { SeenField } from "#app/staff/forms/use-seen.tsx";
import { useStaleForm } from "#app/staff/forms/use-stale-form.ts";
import { StateText } from "#app/staff/state-text.tsx";
import { staffPath } from "#app/staff/table/staff-path.ts";
import { ButtonLink } from "#app/ui/base/button.tsx";
import { DateTime } from "#app/ui/base/date-time.tsx";
import { Link } from "#app/ui/base/link.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { Fact } from "#app/ui/fact.tsx";
import { RecordTable } from "#app/ui/record-table.tsx";
import { REFUND_MARKS } from "#domain/refunds.ts";

const toPath = (refundId: string) => `/staff/suspense?refund=${encodeURIComponent(refundId)}`;

export type MarkableRefund = WaitingRefundView & { isMarkable: boolean; mayApprove: boolean };

/**
 * Refunds that the shop cannot complete automatically, each with the dialog that records its
 * outcome.
 */
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
  const { status, provider, isProviderSetUp, lastError, markRequest } = refund;
  return (
    <>
      <StateText state={status} />
      {markRequest ? (
        <span className="block text-warning">{t("staff_deposits.outcome_approval")}</span>
      ) : null}
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

/** An untried refund cannot have been paid; one that has arrived may still come back. */
const MARKS: Record<WaitingRefundView["status"], readonly (keyof typeof LABELS)[]> = {
  unknown: REFUND_MARKS,
  pending: REFUND_MARKS,
  requested: ["failed"],
  succeeded: ["failed"],
};

/**
 * A refund that was tried may have been paid even if a restored backup still lists it as requested.
 * A failure that waits for a second person is not requested again.
 */
function marksOf({ status, triedAt, markRequest }: WaitingRefundView) {
  const isTried = status === "requested" && triedAt !== null;
  const marks = isTried ? REFUND_MARKS : MARKS[status];
  return marks.filter((state) => !markRequest || state !== "failed");
}

const LABELS = {
  succeeded: "staff_orders.state.paid",
  failed: "staff_orders.state.refund_failed",
} as const;

/** The values sent for a refund that has changed since (`StaleForm`). */
function useStaleOutcome() {
  const t = useT();
  const options = REFUND_MARKS.map((state) => ({ value: state, label: t(LABELS[state]) }));
  return {
    reason: t("errors.refund_changed"),
    choices: [{ name: "state", label: t("staff_payouts.what_happened"), options }],
    texts: [{ name: "evidence", label: t("staff_payouts.evidence"), rows: 3 }],
  } as const;
}

/**
 * Records a refund's outcome as shown by its provider, or ends a refund that was never sent. While
 * marking it as failed waits for a second person, offers to decide on that, or to record that it
 * has been paid. If the refund can no longer be marked, or is no longer in the list (null), shows
 * what was typed.
 */
export function RefundDialog(props: {
  refund: (WaitingRefundView & { mayApprove: boolean }) | null;
  closeTo: string;
  mark: LoadedForm<"state" | "evidence" | "seen">;
  decide: LoadedForm<"request" | "decision">;
  failed: FailedForm | undefined;
}) {
  const { refund, closeTo, decide, mark, failed } = props;
  const t = useT();
  const marks = refund ? marksOf(refund) : [];
  const outcome = { ...useStaleOutcome(), loaded: mark };
  const stale = useStaleForm({ ...outcome, failed, isOpen: marks.length > 0 });
  if (!refund && !stale) return null;
  return (
    <Dialog title={t("staff_deposits.close_dispute")} closeTo={closeTo} width="552px">
      {refund?.markRequest ? (
        <MarkRequest {...{ refund, failed }} request={refund.markRequest} loaded={decide} />
      ) : null}
      {refund && marks.length > 0 ? <MarkForm {...{ refund, mark, failed, marks }} /> : null}
      <StaleForm {...outcome} failed={stale} />
    </Dialog>
  );
}

/** A second person's decision on marking a refund as failed. */
function MarkRequest(props: {
  refund: WaitingRefundView & { mayApprove: boolean };
  request: NonNullable<WaitingRefundView["markRequest"]>;
  loaded: LoadedForm<"request" | "decision">;
  failed: FailedForm | undefined;
}) {
  const { refund, request, loaded, failed } = props;
  const t = useT();
  const format = useFormat();
  return (
    <div className="mb-8 last:mb-0">
      <CreditRequest
        action={`${toPath(refund.id)}&form=${loaded.id}`}
        {...{ request, loaded, failed }}
        mayApprove={refund.mayApprove}
        facts={
          <>
            <Fact name={t("staff_deposits.outcome_approval")}>{t(LABELS.failed)}</Fact>
            <Fact name={t("staff_payouts.amount")} keepsWords>
              {format.money(refund.moneyCents, refund.currency)}
            </Fact>
          </>
        }
      />
    </div>
  );
}

function MarkForm(props: {
  refund: WaitingRefundView;
  mark: LoadedForm<"state" | "evidence" | "seen">;
  failed: FailedForm | undefined;
  marks: readonly (keyof typeof LABELS)[];
}) {
  const { refund, mark, failed, marks } = props;
  const t = useT();
  const form = useAppForm(mark, failed);
  const hintOf = (state: keyof typeof LABELS) =>
    refund.status === "requested" && state === "failed"
      ? "staff_deposits.hint_unsent"
      : `staff_deposits.hint_${state}`;
  return (
    <BoundForm
      of={form}
      action={`${toPath(refund.id)}&form=${mark.id}`}
      summary={["state", "evidence"]}
      className="space-y-6"
    >
      <SeenField loaded={mark} failed={failed} name="seen" current={refund.status} />
      <RadioGroup
        meta={form.fields.state}
        legend={t("staff_payouts.what_happened")}
        choices={marks.map((state) => ({
          value: state,
          label: t(LABELS[state]),
          hint: t(hintOf(state)),
        }))}
      />
      <EvidenceField meta={form.fields.evidence} />
      <SubmitButton>{t("staff_payouts.save")}</SubmitButton>
    </BoundForm>
  );
}
