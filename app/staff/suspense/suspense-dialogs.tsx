import { Fragment } from "react";
import { useSearchParams } from "react-router";
import type { FailedForm } from "#app/forms/form-types.ts";
import { useT } from "#app/i18n/i18n.tsx";
import { LateDialog } from "#app/staff/forms/late-form.tsx";
import type { Route } from "./+types/staff-suspense";
import { DepositDialog } from "./deposit-dialog.tsx";
import { ReportDialog } from "./report-dialog.tsx";
import { RefundDialog, useLateOutcome } from "./waiting-refunds.tsx";

type DialogProps = {
  data: Route.ComponentProps["loaderData"];
  closeTo: string;
  failed: FailedForm | undefined;
};

/** The dialog of the report, deposit or refund that the address names. */
export function SuspenseDialogs(props: DialogProps) {
  return (
    <>
      <OpenedDialog {...props} />
      <LateDialogs {...props} />
    </>
  );
}

function OpenedDialog({ data, ...rest }: DialogProps) {
  const { opened, openedDeposit, openedRefund } = data;
  if (opened) {
    const forms = { assign: data.assignForm, resolve: data.resolveForm };
    return <ReportDialog key={opened.id} report={opened} {...forms} {...rest} />;
  }
  if (openedDeposit) {
    return (
      <DepositDialog
        key={openedDeposit.id}
        deposit={openedDeposit}
        resolve={data.resolveDepositForm}
        {...rest}
      />
    );
  }
  if (openedRefund) {
    return (
      <RefundDialog
        key={openedRefund.id}
        refund={openedRefund}
        mark={data.markRefundForm}
        decide={data.decideMarkForm}
        mayApprove={openedRefund.mayApprove}
        {...rest}
      />
    );
  }
  return null;
}

/** What was typed for one that is in none of the lists any more. */
function LateDialogs({ data, ...rest }: DialogProps) {
  const t = useT();
  const [query] = useSearchParams();
  const keyOf = (kind: string) => `${kind} ${query.get(kind)}`;
  const { opened, openedDeposit, openedRefund } = data;
  const note = { name: "note", label: t("staff_deposits.what_was_done"), rows: 2 } as const;
  const toReport = { title: t("staff_deposits.resolve"), reason: t("errors.not_found") };
  const ofReport = { ...rest, ...toReport, isOpen: false };
  return (
    <>
      {opened ? null : (
        <Fragment key={keyOf("report")}>
          <LateDialog
            {...{ ...ofReport, loaded: data.assignForm }}
            texts={[
              { name: "deposit_id", label: t("staff_deposits.deposit_number"), rows: 1 },
              { ...note, label: t("staff_payouts.evidence") },
            ]}
          />
          <LateDialog {...{ ...ofReport, loaded: data.resolveForm, texts: [note] }} />
        </Fragment>
      )}
      <LateDialog
        key={keyOf("deposit")}
        {...{ ...rest, loaded: data.resolveDepositForm, texts: [note] }}
        isOpen={openedDeposit !== null}
        title={t("staff_deposits.dealt_with")}
        reason={t("errors.deposit_changed")}
      />
      <LateDialog
        key={keyOf("refund")}
        {...{ ...rest, ...useLateOutcome(), loaded: data.markRefundForm }}
        isOpen={openedRefund !== null}
        title={t("staff_deposits.close_dispute")}
      />
    </>
  );
}
