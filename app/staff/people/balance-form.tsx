import type { PersonView } from "#app/api-client/staff/people.server.ts";
import { Field, RadioGroup } from "#app/forms/field.tsx";
import type { FailedForm, LoadedForm } from "#app/forms/form-types.ts";
import { SubmitButton } from "#app/forms/submit-button.tsx";
import { TextArea } from "#app/forms/text-area.tsx";
import { BoundForm, useAppForm } from "#app/forms/use-app-form.tsx";
import { useFormat, useT } from "#app/i18n/i18n.tsx";
import { ApprovalForm } from "#app/staff/approval/approval-form.tsx";
import { OpenForm } from "#app/staff/forms/open-form.tsx";
import { KeyedForm } from "#app/staff/forms/use-seen.tsx";
import { StaffCard } from "#app/staff/staff-card.tsx";
import { staffPath } from "#app/staff/table/staff-path.ts";
import { DateTime } from "#app/ui/base/date-time.tsx";
import { Fact } from "#app/ui/fact.tsx";

type Path = { person: PersonView; failed: FailedForm | undefined };

const pathOf = ({ id }: PersonView, form: string) => `${staffPath("people", id)}?form=${form}`;

type Balance = Path & {
  loaded: LoadedForm<"direction" | "amount" | "reason" | "operation_id">;
};

function useDirections() {
  const t = useT();
  return ["add", "take"].map((value) => ({ value, label: t(`people.balance_${value}`) }));
}

/** The values of a form that can no longer be sent (`StaleForm`). */
function useStaleBalance() {
  const t = useT();
  return {
    choices: [
      { name: "direction", label: t("people.balance_direction"), options: useDirections() },
    ],
    texts: [
      { name: "amount", label: t("people.balance_amount"), rows: 1 },
      { name: "reason", label: t("people.reason"), rows: 2 },
    ],
  } as const;
}

/**
 * Corrects the balance; while a correction is pending, or if the account has meanwhile been
 * deleted, shows what was typed.
 */
export function BalanceForms(props: Balance) {
  const { person, loaded, failed } = props;
  const t = useT();
  return (
    <OpenForm
      {...{ loaded, failed }}
      isOpen={person.balanceRequest === null && !person.isDeleted}
      reason={t(person.isDeleted ? "errors.not_found" : "errors.balance_request_waiting")}
      {...useStaleBalance()}
      frame={(stale) => (
        <StaffCard id="balance" title={t("people.balance")} isSmall>
          {stale}
        </StaffCard>
      )}
    >
      <KeyedForm {...{ loaded, failed }} name="ledger" current={person.records.ledger[0]?.id ?? ""}>
        {() => <BalanceForm {...props} />}
      </KeyedForm>
    </OpenForm>
  );
}

/** Credits or debits the balance. */
function BalanceForm(props: Balance) {
  const { person, loaded, failed } = props;
  const t = useT();
  const form = useAppForm(loaded, failed);
  const { fields } = form;
  return (
    <StaffCard id="balance" title={t("people.balance")} hint={t("people.balance_hint")} isSmall>
      <BoundForm
        of={form}
        action={pathOf(person, "balance")}
        summary={["direction", "amount", "reason"]}
        className="space-y-5"
      >
        <RadioGroup
          meta={fields.direction}
          legend={t("people.balance_direction")}
          isNested
          choices={useDirections()}
        />
        <Field meta={fields.amount} label={t("people.balance_amount")} inputMode="decimal" />
        <TextArea meta={fields.reason} label={t("people.reason")} rows={2} />
        <SubmitButton>{t("people.balance_submit")}</SubmitButton>
      </BoundForm>
    </StaffCard>
  );
}

/** An adjustment above the limit: the requester may withdraw it, somebody else may approve it. */
export function BalanceRequest(
  props: Path & {
    request: NonNullable<PersonView["balanceRequest"]>;
    /** Null for users who may only read, and for the person whose balance it is. */
    loaded: LoadedForm<"request" | "decision"> | null;
    mayApprove: boolean;
  },
) {
  const { person, request, loaded, mayApprove, failed } = props;
  const t = useT();
  const format = useFormat();
  return (
    <StaffCard id="request" title={t("people.state_balance")} isSmall>
      <dl className="mb-5 border-t border-line text-sm tabular-nums">
        <Fact name={t("people.balance_amount")} keepsWords>
          {format.credits(request.amountCents)}
        </Fact>
        <Fact name={t("people.balance_after")} keepsWords>
          {format.credits(person.balanceCents + request.amountCents)}
        </Fact>
        <Fact name={t("people.reason")}>
          <bdi>{request.reason}</bdi>
        </Fact>
        <Fact name={t("staff_payouts.asked_by")}>
          <bdi>{request.requesterEmail}</bdi>
        </Fact>
        <Fact name={t("payments.date")}>
          <DateTime at={request.requestedAt} />
        </Fact>
      </dl>
      {loaded ? (
        <ApprovalForm
          action={pathOf(person, "balance-decision")}
          {...{ loaded, failed, mayApprove }}
        >
          <input type="hidden" name="request" value={request.id} />
        </ApprovalForm>
      ) : null}
    </StaffCard>
  );
}
