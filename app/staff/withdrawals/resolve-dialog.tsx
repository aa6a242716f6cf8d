import type { FailedForm, LoadedForm } from "#app/forms/form-types.ts";
import { SubmitButton } from "#app/forms/submit-button.tsx";
import { TextArea } from "#app/forms/text-area.tsx";
import { BoundForm, useAppForm } from "#app/forms/use-app-form.tsx";
import { useT } from "#app/i18n/i18n.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { Fact } from "#app/ui/fact.tsx";
import type { ResolvedWithdrawal } from "./withdrawal-form.server.ts";

/**
 * The form for how a statement was handled. If a colleague has meanwhile resolved it, shows what
 * they recorded, and what was typed, with nothing to send.
 */
export function ResolveDialog(props: {
  /** Empty if the API does not state it: the dialog then has the list's title. */
  number: string;
  resolved: ResolvedWithdrawal | null;
  listPath: string;
  action: string;
  loaded: LoadedForm<"note">;
  failed: FailedForm | undefined;
}) {
  const { number, resolved, listPath, action, loaded, failed } = props;
  const t = useT();
  const form = useAppForm(loaded, failed);
  return (
    <Dialog title={number || t("staff_withdrawals.title")} closeTo={listPath} width="552px">
      {resolved ? null : <p className="mb-5">{t("staff_withdrawals.how")}</p>}
      <BoundForm
        of={form}
        action={action}
        summary={["note"]}
        lead={
          resolved?.note ? (
            <dl className="mb-5 border-t border-line">
              <Fact name={t("staff.decision")}>
                <bdi className="wrap-anywhere">{resolved.note}</bdi>
              </Fact>
            </dl>
          ) : null
        }
        className="space-y-5"
      >
        <TextArea
          meta={form.fields.note}
          label={t("staff_deposits.what_was_done")}
          rows={3}
          isReadOnly={resolved !== null}
        />
        {resolved ? null : <SubmitButton>{t("staff_payouts.save")}</SubmitButton>}
      </BoundForm>
    </Dialog>
  );
}
