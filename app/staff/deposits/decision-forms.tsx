import type {
  CreditRequestView,
  StaffDepositDetailView,
} from "#app/api-client/staff/deposits.server.ts";
import type { FailedForm, LoadedForm } from "#app/forms/form-types.ts";
import { SubmitButton } from "#app/forms/submit-button.tsx";
import { BoundForm, useAppForm } from "#app/forms/use-app-form.tsx";
import { useFormat, useT } from "#app/i18n/i18n.tsx";
import { CreditRequest } from "#app/staff/approval/credit-request.tsx";
import { EvidenceField } from "#app/staff/forms/evidence-field.tsx";
import { OpenForm } from "#app/staff/forms/open-form.tsx";
import { SeenField } from "#app/staff/forms/use-seen.tsx";
import { StaffCard } from "#app/staff/staff-card.tsx";
import { staffPath } from "#app/staff/table/staff-path.ts";
import { Fact } from "#app/ui/fact.tsx";

type DecisionForm = LoadedForm<"evidence" | "review">;

type DecisionProps = {
  deposit: StaffDepositDetailView;
  failed: FailedForm | undefined;
};

/**
 * For a pending deposit: credits it, unless that waits for a second person, or ends it if a
 * different amount was paid. Once it is no longer open, keeps what was typed.
 */
export function DecisionForms({
  settle,
  end,
  isOpen,
  ...props
}: DecisionProps & { settle: DecisionForm; end: DecisionForm; isOpen: boolean }) {
  const t = useT();
  const format = useFormat();
  const { amountCents, moneyCents, currency, review } = props.deposit;
  const amounts = {
    amount: format.money(moneyCents, currency),
    credits: format.credits(amountCents),
  };
  return (
    <>
      <Decision
        {...props}
        loaded={settle}
        isOpen={isOpen && props.deposit.settleRequest === null}
        title={t("staff_deposits.settle")}
        hint={t("staff_deposits.settle_text", amounts)}
        button={t("staff_deposits.settle_now")}
      />
      <Decision
        {...props}
        loaded={end}
        isOpen={isOpen && review !== null}
        title={t("staff_deposits.end")}
        hint={t("staff_deposits.end_text")}
        button={t("staff_deposits.end_now")}
      />
    </>
  );
}

/** Decides on a settlement above the limit, which waits for a second person. */
export function SettleRequest(
  props: DecisionProps & {
    request: CreditRequestView;
    /** Null for the owner of the deposit, who may not decide. */
    loaded: LoadedForm<"request" | "decision" | "review"> | null;
    mayApprove: boolean;
  },
) {
  const { deposit, ...approval } = props;
  const t = useT();
  const format = useFormat();
  return (
    <StaffCard id="request" title={t("staff_deposits.state_approval")} className="mt-8 max-w-2xl">
      <CreditRequest
        {...approval}
        action={`${staffPath("deposits", deposit.id)}?form=${props.loaded?.id ?? ""}`}
        facts={
          <Fact name={t("staff_payouts.amount")} keepsWords>
            {format.credits(deposit.amountCents)}
          </Fact>
        }
      >
        {props.loaded ? <ReviewSeen {...props} loaded={props.loaded} /> : null}
      </CreditRequest>
    </StaffCard>
  );
}

type CardProps = DecisionProps & {
  loaded: DecisionForm;
  title: string;
  hint: string;
  button: string;
};

function Decision({ isOpen, ...props }: CardProps & { isOpen: boolean }) {
  const { loaded, failed, title } = props;
  const t = useT();
  return (
    <OpenForm
      {...{ loaded, failed, isOpen }}
      reason={t("errors.deposit_changed")}
      texts={[{ name: "evidence", label: t("staff_payouts.evidence"), rows: 3 }]}
      frame={(stale) => (
        <StaffCard id={loaded.id} title={title} className="mt-8 max-w-2xl">
          {stale}
        </StaffCard>
      )}
    >
      <DecisionCard {...props} />
    </OpenForm>
  );
}

function DecisionCard(props: CardProps) {
  const { id } = props.loaded;
  const action = `${staffPath("deposits", props.deposit.id)}?form=${id}`;
  const form = useAppForm(props.loaded, props.failed);
  return (
    <StaffCard id={id} title={props.title} hint={props.hint} className="mt-8 max-w-2xl">
      <BoundForm of={form} action={action} summary={["evidence"]} className="space-y-5">
        <ReviewSeen {...props} />
        <EvidenceField meta={form.fields.evidence} />
        <SubmitButton>{props.button}</SubmitButton>
      </BoundForm>
    </StaffCard>
  );
}

/** Ensures that money only moves in the review for which the form was opened. */
function ReviewSeen({ loaded, failed, deposit }: DecisionProps & { loaded: { id: string } }) {
  return <SeenField {...{ loaded, failed }} name="review" current={deposit.review ?? ""} />;
}
