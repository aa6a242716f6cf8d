import type { getStaffNotice } from "#app/api-client/staff/notices.server.ts";
import { Field, RadioGroup } from "#app/forms/field.tsx";
import type { FailedForm, LoadedForm } from "#app/forms/form-types.ts";
import { seenOf } from "#app/forms/seen/seen-state.ts";
import { SubmitButton } from "#app/forms/submit-button.tsx";
import { TextArea } from "#app/forms/text-area.tsx";
import { BoundForm, useAppForm } from "#app/forms/use-app-form.tsx";
import { useT } from "#app/i18n/i18n.tsx";
import { StaffCard } from "#app/staff/staff-card.tsx";
import { staffPath } from "#app/staff/table/staff-path.ts";
import { useLanguageName } from "#app/staff/use-language-name.ts";

type Notice = Awaited<ReturnType<typeof getStaffNotice>>;

/** The status that the notice had when the form was opened. */
export const statusSeen = (
  notice: Pick<Notice, "status">,
  loaded: Pick<LoadedForm, "id">,
  failed: FailedForm | undefined,
) => seenOf(loaded, failed, { name: "status", current: notice.status });

/**
 * The form for a pending decision. If it was sent too late, keeps what was typed, with nothing to
 * choose or send; otherwise a notice that has been decided has no form.
 */
export function DecisionForm(props: {
  notice: Pick<Notice, "id" | "status" | "locale" | "choices">;
  loaded: LoadedForm<"decision" | "ground" | "statement" | "status">;
  failed: FailedForm | undefined;
}) {
  const { notice, loaded } = props;
  const t = useT();
  const nameLanguage = useLanguageName();
  const form = useAppForm(loaded, props.failed);
  const { fields, failed } = form;
  const isPending = notice.choices.length > 0;
  if (!isPending && failed === undefined) return null;
  return (
    <StaffCard id="decision" title={t("staff.decision")}>
      <BoundForm
        of={form}
        summary={["decision", "ground", "statement"]}
        action={staffPath("notices", notice.id)}
        className="space-y-5"
      >
        <input type="hidden" name="status" value={statusSeen(notice, loaded, failed)} />
        {isPending ? (
          <RadioGroup
            meta={fields.decision}
            legend={t("staff_notices.decide")}
            isNested
            choices={notice.choices.map((value) => ({
              value,
              label: t(`notice.decision_${value}`),
            }))}
          />
        ) : null}
        <Field meta={fields.ground} label={t("staff_notices.ground")} />
        <TextArea
          meta={fields.statement}
          label={t("staff_notices.statement")}
          hint={t("staff_notices.statement_hint", { language: nameLanguage(notice.locale) })}
          rows={8}
        />
        {isPending ? <SubmitButton>{t("staff_notices.submit")}</SubmitButton> : null}
      </BoundForm>
    </StaffCard>
  );
}
