import type { StaffSettingsView } from "#app/api-client/staff/settings.server.ts";
import type { FailedForm, LoadedForm } from "#app/forms/form-types.ts";
import { useLocale, useT } from "#app/i18n/i18n.tsx";
import { ApprovalForm } from "#app/staff/approval/approval-form.tsx";
import { StaffCard } from "#app/staff/staff-card.tsx";
import { EmailAddress } from "#app/staff/table/email-address.tsx";
import { DateTime } from "#app/ui/base/date-time.tsx";
import { Fact } from "#app/ui/fact.tsx";
import { toTypedDecimal } from "#domain/typed-amounts.ts";

type Request = NonNullable<NonNullable<StaffSettingsView["money"]>["rateRequest"]>;

/** A change of the rate: the requester may take it back, somebody else may approve it. */
export function RateRequest(props: {
  request: Request;
  currentRate: string;
  loaded: LoadedForm<"request" | "decision">;
  mayApprove: boolean;
  failed: FailedForm | undefined;
}) {
  const { request, loaded, mayApprove, failed } = props;
  const t = useT();
  const locale = useLocale();
  return (
    <StaffCard
      id="rate-request"
      title={t("staff_settings.rate_request")}
      hint={t("staff_settings.rate_hint")}
    >
      <dl className="mb-5 border-t border-line tabular-nums">
        <Fact name={t("staff_settings.rate_current")}>
          {toTypedDecimal(props.currentRate, locale)}
        </Fact>
        <Fact name={t("staff_settings.rate_new")}>{toTypedDecimal(request.rate, locale)}</Fact>
        <Fact name={t("staff_payouts.asked_by")}>
          <EmailAddress email={request.requesterEmail} />
        </Fact>
        <Fact name={t("payments.date")}>
          <DateTime at={request.requestedAt} />
        </Fact>
      </dl>
      <ApprovalForm
        action={`/staff/settings?form=${loaded.id}`}
        {...{ loaded, failed, mayApprove }}
      >
        <input type="hidden" name="request" value={request.id} />
      </ApprovalForm>
    </StaffCard>
  );
}
