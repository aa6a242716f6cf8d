import type { StaffPayoutView } from "#app/api-client/selling/payouts.server.ts";
import { RadioGroup } from "#app/forms/field.tsx";
import type { FailedForm, LoadedForm } from "#app/forms/form-types.ts";
import { seenOf } from "#app/forms/seen/seen-state.ts";
import { SubmitButton } from "#app/forms/submit-button.tsx";
import { BoundForm, useAppForm } from "#app/forms/use-app-form.tsx";
import { useT } from "#app/i18n/i18n.tsx";
import { EvidenceField } from "#app/staff/forms/evidence-field.tsx";
import { StaleForm } from "#app/staff/forms/stale-form.tsx";
import { ButtonRow } from "#app/ui/button-row.tsx";
import { CloseButton, Dialog } from "#app/ui/dialog.tsx";
import { PAYOUT_MARKS } from "#domain/payouts.ts";
import { PayoutFacts, PayoutHistory } from "./payout-facts.tsx";

/** The values sent for a transfer that has changed since (`StaleForm`). */
export function useStaleMark() {
  const t = useT();
  const options = PAYOUT_MARKS.map((mark) => ({
    value: mark,
    label: t(`staff_payouts.status_${mark}`),
  }));
  return {
    reason: t("errors.payout_changed"),
    choices: [{ name: "state", label: t("staff_payouts.what_happened"), options }],
    texts: [{ name: "evidence", label: t("staff_payouts.evidence"), rows: 3 }],
  } as const;
}

/** True for a card payout that the shop may still send, or send again. */
const isOpenAtProvider = ({ isToCard, status }: StaffPayoutView) =>
  isToCard && (status === "sending" || status === "unknown");

/** What the bank did with one transfer, and the evidence (I16). */
export function MarkDialog(props: {
  payout: StaffPayoutView;
  closeTo: string;
  loaded: LoadedForm<"state" | "evidence" | "seen">;
  failed: FailedForm | undefined;
}) {
  const { payout, closeTo } = props;
  const t = useT();
  const form = useAppForm(props.loaded, props.failed);
  const { fields } = form;
  const stale = useStaleMark();
  const title = payout.marks.join() === "written_off" ? "write_off_title" : "mark_title";
  return (
    <Dialog title={t(`staff_payouts.${title}`)} closeTo={closeTo} width="552px">
      {payout.marks.length === 0 ? (
        <>
          <PayoutFacts payout={payout} />
          <StaleForm loaded={props.loaded} failed={props.failed} {...stale} />
          <p>{t("staff_payouts.nothing_to_mark")}</p>
        </>
      ) : (
        <BoundForm
          of={form}
          summary={["state", "evidence"]}
          lead={
            <>
              <PayoutFacts payout={payout} />
              {isOpenAtProvider(payout) ? (
                <p className="mb-6 text-warning">{t("staff_payouts.may_be_sent")}</p>
              ) : null}
            </>
          }
          preventScrollReset
          className="space-y-6"
        >
          <input
            type="hidden"
            name="seen"
            value={seenOf(props.loaded, form.failed, { name: "seen", current: payout.status })}
          />
          <RadioGroup
            meta={fields.state}
            legend={t("staff_payouts.what_happened")}
            choices={payout.marks.map((mark) => ({
              value: mark,
              label: t(`staff_payouts.status_${mark}`),
              hint: t(`staff_payouts.hint_${mark}`),
            }))}
          />
          <EvidenceField meta={fields.evidence} />
          <ButtonRow>
            <CloseButton to={closeTo}>{t("offer.cancel")}</CloseButton>
            <SubmitButton>{t("staff_payouts.save")}</SubmitButton>
          </ButtonRow>
        </BoundForm>
      )}
      <PayoutHistory payout={payout} />
    </Dialog>
  );
}
