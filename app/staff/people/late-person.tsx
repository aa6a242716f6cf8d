import type { FailedForm, LoadedForm } from "#app/forms/form-types.ts";
import { isOf } from "#app/forms/seen/seen-state.ts";
import { useT } from "#app/i18n/i18n.tsx";
import { LateForm } from "#app/staff/forms/late-form.tsx";
import { StaffCard } from "#app/staff/staff-card.tsx";
import { LateBalance } from "./balance-form.tsx";
import { type ChangeForm, ROLES } from "./person-form.tsx";

const CHANGES = ["end_sessions", "send_reset", "email", "staff_role", "disable", "enable"];

/** What was typed for an account that was deleted meanwhile; each form is null without its right. */
export function LatePerson(props: {
  change: ChangeForm | null;
  view: LoadedForm<"reason"> | null;
  balance: Parameters<typeof LateBalance>[0]["loaded"] | null;
  failed: FailedForm | undefined;
}) {
  const { change, view, balance, failed } = props;
  const t = useT();
  const reason = t("errors.not_found");
  const text = { name: "reason", label: t("people.reason"), rows: 2 } as const;
  const changes = CHANGES.map((value) => ({ value, label: t(`people.change_${value}`) }));
  const roles = ROLES.map((value) => ({ value, label: t(`people.role_${value}`) }));
  if (balance && isOf(failed, balance))
    return <LateBalance {...{ failed, reason }} loaded={balance} />;
  if (view && isOf(failed, view)) {
    return (
      <StaffCard id="view" title={t("people.see")} isSmall>
        <LateForm {...{ failed, reason }} loaded={view} texts={[text]} />
      </StaffCard>
    );
  }
  if (!change || !isOf(failed, change)) return null;
  // The form sends a role with every change.
  const isOfRole = failed.reply.initialValue?.change === "staff_role";
  return (
    <StaffCard id="change" title={t("people.change")} isSmall>
      <LateForm
        {...{ failed, reason }}
        loaded={change}
        choices={[
          { name: "change", label: t("people.change"), options: changes },
          { name: "staff_role", label: t("people.role"), options: isOfRole ? roles : [] },
        ]}
        texts={[{ name: "email", label: t("people.new_email"), rows: 1 }, text]}
      />
    </StaffCard>
  );
}
