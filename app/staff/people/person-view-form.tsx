import type { FailedForm, LoadedForm } from "#app/forms/form-types.ts";
import { SubmitButton } from "#app/forms/submit-button.tsx";
import { TextArea } from "#app/forms/text-area.tsx";
import { BoundForm, useAppForm } from "#app/forms/use-app-form.tsx";
import { useT } from "#app/i18n/i18n.tsx";
import { StaffCard } from "#app/staff/staff-card.tsx";
import { staffPath } from "#app/staff/table/staff-path.ts";

/** Starts viewing the shop as this user: an explanation, and a required reason. */
export function PersonViewForm(props: {
  id: string;
  loaded: LoadedForm<"reason">;
  failed: FailedForm | undefined;
}) {
  const { id, loaded, failed } = props;
  const t = useT();
  const form = useAppForm(loaded, failed);
  return (
    <StaffCard id="view" title={t("people.see")} hint={t("people.see_hint")} isSmall>
      <BoundForm
        of={form}
        action={`${staffPath("people", id)}?form=view`}
        summary={["reason"]}
        className="space-y-5"
      >
        <TextArea meta={form.fields.reason} label={t("people.reason")} rows={2} />
        <SubmitButton kind="secondary">{t("people.see_submit")}</SubmitButton>
      </BoundForm>
    </StaffCard>
  );
}
