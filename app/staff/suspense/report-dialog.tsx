import type { SuspenseView } from "#app/api-client/staff/deposits.server.ts";
import { Field } from "#app/forms/field.tsx";
import type { FailedForm, LoadedForm } from "#app/forms/form-types.ts";
import { SubmitButton } from "#app/forms/submit-button.tsx";
import { TextArea } from "#app/forms/text-area.tsx";
import { BoundForm, useAppForm } from "#app/forms/use-app-form.tsx";
import { useFormat, useT } from "#app/i18n/i18n.tsx";
import { StaleForm } from "#app/staff/forms/stale-form.tsx";
import { useStaleForm } from "#app/staff/forms/use-stale-form.ts";
import { StateText } from "#app/staff/state-text.tsx";
import { Link } from "#app/ui/base/link.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { Fact } from "#app/ui/fact.tsx";
import { ReportReference } from "./report-reference.tsx";

const toPath = (reportId: string) => `/staff/suspense?report=${encodeURIComponent(reportId)}`;

/** The path to a payment's deposits, found by the provider's reference. */
const toDeposits = (reference: string) => `/staff/deposits?q=${encodeURIComponent(reference)}`;

type Report = SuspenseView["reports"][number];

type FormProps<Name extends string> = {
  report: Report;
  loaded: LoadedForm<Name>;
  failed: FailedForm | undefined;
};

/**
 * Resolves an unmatched report: assigns it to a deposit, or adds a note. If it is no longer in the
 * list (null), shows what was typed.
 */
export function ReportDialog(props: {
  report: Report | null;
  closeTo: string;
  assign: LoadedForm<"deposit_id" | "note">;
  resolve: LoadedForm<"note">;
  failed: FailedForm | undefined;
}) {
  const { report, closeTo, failed } = props;
  const t = useT();
  const stale = { failed, isOpen: report !== null, reason: t("errors.not_found") };
  const evidence = { name: "note", label: t("staff_payouts.evidence"), rows: 2 } as const;
  const assign = {
    ...{ ...stale, loaded: props.assign },
    texts: [{ name: "deposit_id", label: t("staff_deposits.deposit_number"), rows: 1 }, evidence],
  } as const;
  const resolve = {
    ...{ ...stale, loaded: props.resolve },
    texts: [{ ...evidence, label: t("staff_deposits.what_was_done") }],
  } as const;
  const staleAssign = useStaleForm(assign);
  const staleResolve = useStaleForm(resolve);
  if (!report && !staleAssign && !staleResolve) return null;
  return (
    <Dialog title={t("staff_deposits.resolve")} closeTo={closeTo} width="552px">
      {report ? (
        <>
          <ReportFacts report={report} />
          {report.subject === "payment" ? (
            <AssignForm {...{ report, failed }} loaded={props.assign} />
          ) : null}
          <ResolveForm {...{ report, failed }} loaded={props.resolve} />
        </>
      ) : (
        <>
          <StaleForm {...assign} failed={staleAssign} />
          <StaleForm {...resolve} failed={staleResolve} />
        </>
      )}
    </Dialog>
  );
}

function ReportFacts({ report }: { report: Report }) {
  const t = useT();
  const format = useFormat();
  return (
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
  );
}

function AssignForm({ report, loaded, failed }: FormProps<"deposit_id" | "note">) {
  const t = useT();
  const form = useAppForm(loaded, failed);
  return (
    <section aria-labelledby="assign-title" className="mb-10">
      <h3 id="assign-title" className="mb-4 text-xl">
        {t("staff_deposits.assign")}
      </h3>
      <BoundForm
        of={form}
        action={`${toPath(report.id)}&form=${loaded.id}`}
        summary={["deposit_id", "note"]}
        className="space-y-5"
      >
        <Field
          meta={form.fields.deposit_id}
          label={t("staff_deposits.deposit_number")}
          inputMode="numeric"
        />
        <TextArea meta={form.fields.note} label={t("staff_payouts.evidence")} rows={2} />
        <SubmitButton>{t("staff_deposits.assign")}</SubmitButton>
      </BoundForm>
    </section>
  );
}

function ResolveForm({ report, loaded, failed }: FormProps<"note">) {
  const t = useT();
  const form = useAppForm(loaded, failed);
  return (
    <section aria-labelledby="resolve-title">
      <h3 id="resolve-title" className="mb-4 text-xl">
        {t("staff_deposits.dealt_with")}
      </h3>
      <BoundForm
        of={form}
        action={`${toPath(report.id)}&form=${loaded.id}`}
        summary={["note"]}
        className="space-y-5"
      >
        <TextArea meta={form.fields.note} label={t("staff_deposits.what_was_done")} rows={2} />
        <SubmitButton kind="secondary">{t("staff_payouts.save")}</SubmitButton>
      </BoundForm>
    </section>
  );
}
