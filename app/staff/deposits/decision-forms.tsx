import type { getStaffDeposit } from "#app/api-client/staff/deposits.server.ts";
import type { FailedForm, LoadedForm } from "#app/forms/form-types.ts";
import { SubmitButton } from "#app/forms/submit-button.tsx";
import { TextArea } from "#app/forms/text-area.tsx";
import { BoundForm, useAppForm } from "#app/forms/use-app-form.tsx";
import { useFormat, useT } from "#app/i18n/i18n.tsx";
import { StaffCard } from "#app/staff/staff-card.tsx";
import { staffPath } from "#app/staff/table/staff-path.ts";

type DecisionForm = LoadedForm<"evidence" | "review">;

type DecisionProps = {
  deposit: Awaited<ReturnType<typeof getStaffDeposit>>;
  failed: FailedForm | undefined;
};

/** Of a pending deposit: credit it, or end one that another amount was paid for. */
export function DecisionForms({
  settle,
  end,
  ...props
}: DecisionProps & { settle: DecisionForm; end: DecisionForm }) {
  const t = useT();
  const format = useFormat();
  const { amountCents, moneyCents, currency, review } = props.deposit;
  const amounts = {
    amount: format.money(moneyCents, currency),
    credits: format.credits(amountCents),
  };
  return (
    <>
      <DecisionCard
        {...props}
        loaded={settle}
        title={t("staff_deposits.settle")}
        hint={t("staff_deposits.settle_text", amounts)}
        button={t("staff_deposits.settle_now")}
      />
      {review === null ? null : (
        <DecisionCard
          {...props}
          loaded={end}
          title={t("staff_deposits.end")}
          hint={t("staff_deposits.end_text")}
          button={t("staff_deposits.end_now")}
        />
      )}
    </>
  );
}

function DecisionCard(
  props: DecisionProps & { loaded: DecisionForm; title: string; hint: string; button: string },
) {
  const t = useT();
  const { id } = props.loaded;
  const action = `${staffPath("deposits", props.deposit.id)}?form=${id}`;
  const form = useAppForm(props.loaded, props.failed);
  return (
    <StaffCard id={id} title={props.title} hint={props.hint} className="mt-8 max-w-2xl">
      <BoundForm of={form} action={action} summary={["evidence"]} className="space-y-5">
        <input type="hidden" name="review" value={props.deposit.review ?? ""} />
        <TextArea
          meta={form.fields.evidence}
          label={t("staff_payouts.evidence")}
          hint={t("staff_payouts.evidence_hint")}
          rows={3}
        />
        <SubmitButton>{props.button}</SubmitButton>
      </BoundForm>
    </StaffCard>
  );
}
