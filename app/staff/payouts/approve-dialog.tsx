import type { StaffPayoutView } from "#app/api-client/selling/payouts.server.ts";
import type { FailedForm, LoadedForm } from "#app/forms/form-types.ts";
import { SubmitButton } from "#app/forms/submit-button.tsx";
import { BoundForm, useAppForm } from "#app/forms/use-app-form.tsx";
import { useFormat, useT } from "#app/i18n/i18n.tsx";
import { ButtonRow } from "#app/ui/button-row.tsx";
import { CloseButton, Dialog } from "#app/ui/dialog.tsx";
import { toDecimal } from "#domain/money.ts";
import { APPROVAL_WINDOW_DAYS } from "#domain/payouts.ts";
import { PayoutFacts, PayoutHistory } from "./payout-facts.tsx";

/** A payout to a card above the limit, which is sent once a second person approves it. */
export function ApproveDialog(props: {
  payout: StaffPayoutView;
  action: string;
  closeTo: string;
  loaded: LoadedForm<"seen">;
  failed: FailedForm | undefined;
}) {
  const { payout, closeTo } = props;
  const { approvalCents } = payout;
  const t = useT();
  const format = useFormat();
  const form = useAppForm(props.loaded, props.failed);
  return (
    <Dialog title={t("staff_payouts.approve_title")} closeTo={closeTo} width="552px">
      <BoundForm
        of={form}
        action={props.action}
        summary={[]}
        lead={
          <>
            <p className="mb-6">
              {approvalCents === null || approvalCents === payout.amountCents
                ? t("staff_payouts.approve_text")
                : t("staff_payouts.approve_text_sum", {
                    days: APPROVAL_WINDOW_DAYS,
                    amount: format.money(approvalCents, payout.currency),
                  })}
            </p>
            <PayoutFacts payout={payout} />
          </>
        }
        preventScrollReset
        className="space-y-6"
      >
        <input type="hidden" name="seen" value={toDecimal(payout.amountCents)} />
        <ButtonRow>
          <CloseButton to={closeTo}>{t("offer.cancel")}</CloseButton>
          <SubmitButton>{t("staff.approve")}</SubmitButton>
        </ButtonRow>
      </BoundForm>
      <PayoutHistory payout={payout} />
    </Dialog>
  );
}
