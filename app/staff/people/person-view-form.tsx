import type { PersonView } from "#app/api-client/staff/people.server.ts";
import type { FailedForm, LoadedForm } from "#app/forms/form-types.ts";
import { SubmitButton } from "#app/forms/submit-button.tsx";
import { TextArea } from "#app/forms/text-area.tsx";
import { BoundForm, useAppForm } from "#app/forms/use-app-form.tsx";
import { useT } from "#app/i18n/i18n.tsx";
import { OpenForm } from "#app/staff/forms/open-form.tsx";
import { StaffCard } from "#app/staff/staff-card.tsx";
import { staffPath } from "#app/staff/table/staff-path.ts";

type Props = {
  person: PersonView;
  loaded: LoadedForm<"reason">;
  failed: FailedForm | undefined;
};

/**
 * Starts viewing the shop as this user, who is not staff. If the account has meanwhile been deleted
 * or become staff, shows what was typed.
 */
export function PersonViewForm(props: Props) {
  const { person, loaded, failed } = props;
  const t = useT();
  return (
    <OpenForm
      {...{ loaded, failed }}
      isOpen={person.staffRole === null && !person.isDeleted}
      reason={t(person.isDeleted ? "errors.not_found" : "errors.forbidden")}
      texts={[{ name: "reason", label: t("people.reason"), rows: 2 }]}
      frame={(stale) => (
        <StaffCard id="view" title={t("people.see")} isSmall>
          {stale}
        </StaffCard>
      )}
    >
      <ViewForm {...props} />
    </OpenForm>
  );
}

/** An explanation, and a required reason. */
function ViewForm({ person, loaded, failed }: Props) {
  const t = useT();
  const form = useAppForm(loaded, failed);
  return (
    <StaffCard id="view" title={t("people.see")} hint={t("people.see_hint")} isSmall>
      <BoundForm
        of={form}
        action={`${staffPath("people", person.id)}?form=view`}
        summary={["reason"]}
        className="space-y-5"
      >
        <TextArea meta={form.fields.reason} label={t("people.reason")} rows={2} />
        <SubmitButton kind="secondary">{t("people.see_submit")}</SubmitButton>
      </BoundForm>
    </StaffCard>
  );
}
