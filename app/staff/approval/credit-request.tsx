import type { ReactNode } from "react";
import type { CreditRequestView } from "#app/api-client/staff/deposits.server.ts";
import type { FailedForm, LoadedForm } from "#app/forms/form-types.ts";
import { useT } from "#app/i18n/i18n.tsx";
import { DateTime } from "#app/ui/base/date-time.tsx";
import { Fact } from "#app/ui/fact.tsx";
import { ApprovalForm } from "./approval-form.tsx";

/**
 * A request to credit a wallet manually, above the limit: the requester may take it back, somebody
 * else may approve it.
 */
export function CreditRequest(props: {
  request: CreditRequestView;
  action: string;
  /** Null for the owner of the money, who may not decide. */
  loaded: LoadedForm<"decision"> | null;
  failed: FailedForm | undefined;
  mayApprove: boolean;
  /** Describe what is requested. */
  facts: ReactNode;
  /** Sent as hidden fields. */
  children?: ReactNode;
}) {
  const { request, action, loaded, failed, mayApprove } = props;
  const t = useT();
  return (
    <>
      <dl className="mb-5 border-t border-line tabular-nums">
        {props.facts}
        <Fact name={t("staff_payouts.evidence")}>
          <bdi className="wrap-anywhere">{request.evidence}</bdi>
        </Fact>
        <Fact name={t("staff_payouts.asked_by")}>
          <bdi className="wrap-anywhere">{request.requesterEmail}</bdi>
        </Fact>
        <Fact name={t("payments.date")}>
          <DateTime at={request.requestedAt} />
        </Fact>
      </dl>
      {loaded ? (
        <ApprovalForm {...{ action, loaded, failed, mayApprove }}>
          <input type="hidden" name="request" value={request.id} />
          {props.children}
        </ApprovalForm>
      ) : null}
    </>
  );
}
