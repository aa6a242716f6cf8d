import { useSearchParams } from "react-router";
import type { FailedForm } from "#app/forms/form-types.ts";
import { useT } from "#app/i18n/i18n.tsx";
import { StaleDialog } from "#app/staff/forms/stale-form.tsx";
import type { Route } from "./+types/staff-suspense";
import { DepositDialog } from "./deposit-dialog.tsx";
import { ReportDialog } from "./report-dialog.tsx";
import { RefundDialog } from "./waiting-refunds.tsx";

type DialogProps = {
  data: Route.ComponentProps["loaderData"];
  closeTo: string;
  failed: FailedForm | undefined;
};

/**
 * The dialog of the report, deposit or refund named in the URL; if it is no longer in any list,
 * shows what was typed.
 */
export function SuspenseDialogs({ data, ...rest }: DialogProps) {
  const t = useT();
  const [query] = useSearchParams();
  const keyOf = (kind: string) => `${kind} ${query.get(kind)}`;
  const { openedDeposit } = data;
  return (
    <>
      <ReportDialog
        key={keyOf("report")}
        report={data.opened}
        assign={data.assignForm}
        resolve={data.resolveForm}
        {...rest}
      />
      {openedDeposit ? (
        <DepositDialog
          key={openedDeposit.id}
          deposit={openedDeposit}
          resolve={data.resolveDepositForm}
          {...rest}
        />
      ) : null}
      <StaleDialog
        key={keyOf("deposit")}
        {...{ ...rest, loaded: data.resolveDepositForm }}
        isOpen={openedDeposit !== null}
        title={t("staff_deposits.dealt_with")}
        reason={t("errors.deposit_changed")}
        texts={[{ name: "note", label: t("staff_deposits.what_was_done"), rows: 2 }]}
      />
      <RefundDialog
        key={keyOf("refund")}
        refund={data.openedRefund}
        mark={data.markRefundForm}
        decide={data.decideMarkForm}
        {...rest}
      />
    </>
  );
}
