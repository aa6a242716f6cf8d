import type { SuspenseView } from "#app/api-client/staff/deposits.server.ts";
import { Field } from "#app/forms/field.tsx";
import type { FailedForm, LoadedForm } from "#app/forms/form-types.ts";
import { SubmitButton } from "#app/forms/submit-button.tsx";
import { TextArea } from "#app/forms/text-area.tsx";
import { BoundForm, useAppForm } from "#app/forms/use-app-form.tsx";
import { useFormat, useT } from "#app/i18n/i18n.tsx";
import { StateText } from "#app/staff/state-text.tsx";
import { Link } from "#app/ui/base/link.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { Fact } from "#app/ui/fact.tsx";
import { ReportReference } from "./report-reference.tsx";

/** The deposits of a payment, found by the provider's reference. */
const toDeposits = (reference: string) => `/staff/deposits?q=${encodeURIComponent(reference)}`;

/** Resolves an unmatched report: assigns it to a deposit, or adds a note. */
export function ReportDialog(props: {
  report: SuspenseView["reports"][number];
  closeTo: string;
  assign: LoadedForm<"deposit_id" | "note">;
  resolve: LoadedForm<"note">;
  failed: FailedForm | undefined;
}) {
  const { report, closeTo, failed } = props;
  const t = useT();
  const format = useFormat();
  const assign = useAppForm(props.assign, failed);
  const resolve = useAppForm(props.resolve, failed);
  const path = `?report=${encodeURIComponent(report.id)}`;
  return (
    <Dialog title={t("staff_deposits.resolve")} closeTo={closeTo} width="552px">
      <dl className="mb-6 border-t border-line text-sm">
        <Fact name={t("staff_payouts.reference")}>
          <ReportReference report={report} />
        </Fact>
        {report.outcome === null ? null : (
          <Fact name={t("payments.status")}>
            <StateText state={report.outcome} />
          </Fact>
        )}
        {report.moneyCents === null ? null : (
          <Fact name={t("staff_payouts.amount")} keepsWords>
            {format.money(report.moneyCents, report.currency ?? undefined)}
          </Fact>
        )}
        {report.reference === null ? null : (
          <Fact name={t("documents.deposit")}>
            <Link to={toDeposits(report.reference)} className="link wrap-anywhere">
              <bdi dir="ltr">{report.reference}</bdi>
            </Link>
          </Fact>
        )}
      </dl>
      {report.subject === "payment" ? (
        <section aria-labelledby="assign-title" className="mb-10">
          <h3 id="assign-title" className="mb-4 text-xl">
            {t("staff_deposits.assign")}
          </h3>
          <BoundForm
            of={assign}
            action={`/staff/suspense${path}&form=${props.assign.id}`}
            summary={["deposit_id", "note"]}
            className="space-y-5"
          >
            <Field
              meta={assign.fields.deposit_id}
              label={t("staff_deposits.deposit_number")}
              inputMode="numeric"
            />
            <TextArea meta={assign.fields.note} label={t("staff_payouts.evidence")} rows={2} />
            <SubmitButton>{t("staff_deposits.assign")}</SubmitButton>
          </BoundForm>
        </section>
      ) : null}
      <section aria-labelledby="resolve-title">
        <h3 id="resolve-title" className="mb-4 text-xl">
          {t("staff_deposits.dealt_with")}
        </h3>
        <BoundForm
          of={resolve}
          action={`/staff/suspense${path}`}
          summary={["note"]}
          className="space-y-5"
        >
          <TextArea meta={resolve.fields.note} label={t("staff_deposits.what_was_done")} rows={2} />
          <SubmitButton kind="secondary">{t("staff_payouts.save")}</SubmitButton>
        </BoundForm>
      </section>
    </Dialog>
  );
}
