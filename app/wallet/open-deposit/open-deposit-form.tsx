import { orWhenLost } from "#app/forms/preserve-input.ts";
import { SubmitButton } from "#app/forms/submit-button.tsx";
import { useT } from "#app/i18n/i18n.tsx";
import { toReference } from "#app/i18n/message-reference.ts";
import { useMessage } from "#app/i18n/use-message.ts";
import { Form } from "#app/ui/base/link.tsx";
import type { OpenDeposit } from "./open-deposit.ts";

type Props = {
  /** Null if the deposit is not open. */
  deposit: OpenDeposit | null;
  /** The page that has this action, if it is not the current one. */
  action?: string;
  /** Its amount, for screen reader users who go through the buttons one by one. */
  amount?: string;
  size?: "small" | "normal";
  className?: string;
};

/** The two options after leaving a payment page: continuing on it, or cancelling the deposit. */
export function OpenDepositForm({ deposit, action, amount, size, className = "" }: Props) {
  const t = useT();
  if (deposit === null) return null;
  const { id, canContinue, canCancel } = deposit;
  const about = amount ? <span className="sr-only"> {amount}</span> : null;
  return (
    <Form method="post" action={action} className={`flex flex-wrap gap-2 ${className}`}>
      {canContinue ? (
        <SubmitButton name="continue" value={id} size={size}>
          {t("deposits.continue")}
          {about}
        </SubmitButton>
      ) : null}
      {canCancel ? (
        <SubmitButton name="cancel" value={id} size={size} kind="secondary">
          {t("deposits.cancel")}
          {about}
        </SubmitButton>
      ) : null}
    </Form>
  );
}

/** Why a deposit was neither continued nor cancelled, as a message reference. */
export function OpenDepositProblem({ problem }: { problem: string | undefined }) {
  const message = useMessage();
  if (problem === undefined) return null;
  return (
    <div role="alert" className="card mb-6 border-s-4 border-s-warning p-5">
      <p>{message(problem)}</p>
    </div>
  );
}

const UNCLEAR_OUTCOME = { problem: toReference({ code: "outcome_unclear" }) };

/** The `clientAction` of its page: if the response is lost, the page stays and reports it. */
export function orUnclearOutcome<Result>(serverAction: () => Promise<Result>) {
  return orWhenLost(serverAction, UNCLEAR_OUTCOME);
}
