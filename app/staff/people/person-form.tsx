import type { PersonView } from "#app/api-client/staff/people.server.ts";
import { controlProps, Field, FieldErrors, FieldFrame, initialText } from "#app/forms/field.tsx";
import type { FailedForm, LoadedForm } from "#app/forms/form-types.ts";
import { useExecutions } from "#app/forms/seen/executions.ts";
import { SubmitButton } from "#app/forms/submit-button.tsx";
import { TextArea } from "#app/forms/text-area.tsx";
import { BoundForm, useAppForm } from "#app/forms/use-app-form.tsx";
import { useT } from "#app/i18n/i18n.tsx";
import { StaffCard } from "#app/staff/staff-card.tsx";
import { staffPath } from "#app/staff/table/staff-path.ts";
import { STAFF_ROLES } from "#domain/staff-roles.ts";

export type ChangeForm = LoadedForm<"change" | "reason" | "email" | "staff_role">;

export const ROLES = [...STAFF_ROLES, "none"] as const;

type Props = {
  person: PersonView;
  form: ChangeForm;
  isSelf: boolean;
  failed: FailedForm | undefined;
};

/** An owner's actions on an account. Each explains its effect and needs a reason. */
export function PersonForm(props: Props) {
  // As it was sent, another press would change the account again.
  return <AccountForm key={useExecutions([props.form], props.failed)} {...props} />;
}

function AccountForm(props: Props) {
  const { person, isSelf, failed } = props;
  const t = useT();
  const form = useAppForm(props.form, failed, { staff_role: person.staffRole ?? "none" });
  const { fields } = form;
  const changes = [
    "end_sessions",
    "send_reset",
    "email",
    ...(isSelf ? [] : ["staff_role", person.isDisabled ? "enable" : "disable"]),
  ];
  return (
    <StaffCard id="change" title={t("people.change")} isSmall>
      <BoundForm
        of={form}
        action={`${staffPath("people", person.id)}?form=${props.form.id}`}
        summary={["change", "email", "staff_role", "reason"]}
        className="space-y-5"
      >
        <fieldset>
          <legend className="sr-only">{t("people.change")}</legend>
          {changes.map((change) => (
            <label key={change} className="flex min-h-11 items-start gap-3 py-2">
              <input
                type="radio"
                name="change"
                value={change}
                required
                defaultChecked={fields.change.initialValue === change}
                className="mt-1 size-4 shrink-0"
              />
              <span>
                {t(`people.change_${change}`)}
                <span className="block text-sm text-muted">
                  {t(`people.change_${change}_hint`)}
                </span>
              </span>
            </label>
          ))}
          <FieldErrors meta={fields.change} />
        </fieldset>
        <Field
          meta={fields.email}
          type="email"
          label={t("people.new_email")}
          hint={t("people.only_for", { change: t("people.change_email") })}
          autoComplete="off"
        />
        {isSelf ? null : (
          <FieldFrame
            meta={fields.staff_role}
            label={t("people.role")}
            hint={t("people.only_for", { change: t("people.change_staff_role") })}
          >
            <select
              {...controlProps(fields.staff_role, true)}
              defaultValue={initialText(fields.staff_role)}
              className="input"
            >
              {ROLES.map((role) => (
                <option key={role} value={role}>
                  {t(`people.role_${role}`)}
                </option>
              ))}
            </select>
          </FieldFrame>
        )}
        <TextArea meta={fields.reason} label={t("people.reason")} rows={2} />
        <SubmitButton>{t("people.change_submit")}</SubmitButton>
      </BoundForm>
    </StaffCard>
  );
}
