import type { PersonView } from "#app/api-client/staff/people.server.ts";
import {
  controlProps,
  Field,
  FieldErrors,
  FieldFrame,
  type FieldMeta,
  initialText,
  useCorrected,
} from "#app/forms/field.tsx";
import type { FailedForm, LoadedForm } from "#app/forms/form-types.ts";
import { useExecutions } from "#app/forms/seen/executions.ts";
import { SubmitButton } from "#app/forms/submit-button.tsx";
import { TextArea } from "#app/forms/text-area.tsx";
import { BoundForm, useAppForm } from "#app/forms/use-app-form.tsx";
import { useT } from "#app/i18n/i18n.tsx";
import { OpenForm } from "#app/staff/forms/open-form.tsx";
import { StaffCard } from "#app/staff/staff-card.tsx";
import { staffPath } from "#app/staff/table/staff-path.ts";
import { STAFF_ROLES } from "#domain/staff-roles.ts";

type ChangeForm = LoadedForm<"change" | "reason" | "email" | "staff_role">;

const ROLES = [...STAFF_ROLES, "none"] as const;
const CHANGES = ["end_sessions", "send_reset", "email", "staff_role", "disable", "enable"] as const;

type Props = {
  person: PersonView;
  form: ChangeForm;
  isSelf: boolean;
  failed: FailedForm | undefined;
};

/**
 * An owner's actions on an account. Each explains its effect and requires a reason. If the account
 * has meanwhile been deleted, shows what was typed.
 */
export function PersonForm(props: Props) {
  const { person, form, failed } = props;
  const t = useT();
  const executions = useExecutions([form], failed);
  return (
    <OpenForm
      {...{ failed, loaded: form }}
      isOpen={!person.isDeleted}
      reason={t("errors.not_found")}
      choices={[
        {
          name: "change",
          label: t("people.change"),
          options: CHANGES.map((value) => ({ value, label: t(`people.change_${value}`) })),
        },
        {
          name: "staff_role",
          label: t("people.role"),
          options: ROLES.map((value) => ({ value, label: t(`people.role_${value}`) })),
          onlyWith: { name: "change", value: "staff_role" },
        },
      ]}
      texts={[
        { name: "email", label: t("people.new_email"), rows: 1 },
        { name: "reason", label: t("people.reason"), rows: 2 },
      ]}
      frame={(stale) => (
        <StaffCard id="change" title={t("people.change")} isSmall>
          {stale}
        </StaffCard>
      )}
    >
      {/* If it stayed as sent, clicking again would change the account again. */}
      <AccountForm key={executions} {...props} />
    </OpenForm>
  );
}

function AccountForm(props: Props) {
  const { person, isSelf, failed } = props;
  const t = useT();
  const form = useAppForm(props.form, failed, { staff_role: person.staffRole ?? "none" });
  const { fields } = form;
  const hidden = isSelf
    ? ["staff_role", "disable", "enable"]
    : [person.isDisabled ? "disable" : "enable"];
  const changes = CHANGES.filter((change) => !hidden.includes(change));
  return (
    <StaffCard id="change" title={t("people.change")} isSmall>
      <BoundForm
        of={form}
        action={`${staffPath("people", person.id)}?form=${props.form.id}`}
        summary={["change", "email", "staff_role", "reason"]}
        className="space-y-5"
      >
        <Changes given={fields.change} changes={changes} />
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

/** The change to make; the first choice has the field's id, so that the summary's link works. */
function Changes({ given, changes }: { given: FieldMeta; changes: readonly string[] }) {
  const t = useT();
  const meta = useCorrected(given);
  const { id, ...control } = controlProps(meta);
  return (
    <fieldset
      aria-describedby={control["aria-describedby"]}
      onChange={(event) => meta.onCorrect?.(event.target)}
    >
      <legend className="sr-only">{t("people.change")}</legend>
      {changes.map((change, index) => (
        <label key={change} className="flex min-h-11 items-start gap-3 py-2">
          <input
            {...control}
            id={index === 0 ? id : `${id}-${change}`}
            type="radio"
            value={change}
            defaultChecked={meta.initialValue === change}
            className="mt-1 size-4 shrink-0"
          />
          <span>
            {t(`people.change_${change}`)}
            <span className="block text-sm text-muted">{t(`people.change_${change}_hint`)}</span>
          </span>
        </label>
      ))}
      <FieldErrors meta={meta} />
    </fieldset>
  );
}
