import type { StaffPayoutView } from "#app/api-client/selling/payouts.server.ts";
import { useT } from "#app/i18n/i18n.tsx";
import { ButtonRow } from "#app/ui/button-row.tsx";
import { CloseButton, Dialog } from "#app/ui/dialog.tsx";
import { PayoutFacts, PayoutHistory } from "./payout-facts.tsx";

/** Why the viewer may not approve a waiting payout, who may, and what to do if nobody can. */
export function ApproverDialog({ payout, closeTo }: { payout: StaffPayoutView; closeTo: string }) {
  const t = useT();
  const problem = payout.approverProblem;
  const roles = { owner: t("people.role_owner"), finance: t("people.role_finance") };
  return (
    <Dialog title={t("staff_payouts.who_approves")} closeTo={closeTo} width="552px">
      <div className="mb-6 space-y-3">
        <p className="font-medium">
          {problem === "forbidden" ? t("staff_payouts.approval_own") : t(`errors.${problem}`)}
        </p>
        <p>{t("staff_payouts.approval_who", roles)}</p>
        <p>{t("staff_payouts.approval_nobody", roles)}</p>
      </div>
      <PayoutFacts payout={payout} />
      <ButtonRow>
        <CloseButton to={closeTo}>{t("shell.close")}</CloseButton>
      </ButtonRow>
      <PayoutHistory payout={payout} />
    </Dialog>
  );
}
