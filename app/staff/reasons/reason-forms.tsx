import type { ReasonView } from "#app/api-client/staff/reviews.server.ts";
import { controlProps, Field, FieldFrame, type FieldMeta, initialText } from "#app/forms/field.tsx";
import type { FailedForm, LoadedForm } from "#app/forms/form-types.ts";
import { SubmitButton } from "#app/forms/submit-button.tsx";
import { TextArea } from "#app/forms/text-area.tsx";
import { BoundForm, useAppForm } from "#app/forms/use-app-form.tsx";
import { useLocale, useT } from "#app/i18n/i18n.tsx";
import { SeenField } from "#app/staff/forms/use-seen.tsx";
import { useLayoutData } from "#app/ui/base/layout-data.ts";
import { Link } from "#app/ui/base/link.tsx";
import { REASON_KINDS } from "#domain/reviews.ts";

const toEdited = (id: string) => `/staff/reasons?id=${encodeURIComponent(id)}`;

/** Creates or edits a reason. */
export function ReasonForm(props: {
  edited: ReasonView | null;
  loaded: LoadedForm<"kind" | "locale" | "title" | "body" | "version">;
  failed: FailedForm | undefined;
}) {
  const { edited, loaded, failed } = props;
  const t = useT();
  const locale = useLocale();
  const { languages } = useLayoutData();
  const form = useAppForm(loaded, failed, edited ?? { kind: "offer", locale });
  const { fields } = form;
  return (
    <section aria-labelledby="reason-form" className="card p-6">
      <h2 id="reason-form" className="mb-5 text-2xl">
        {t(edited ? "staff_reasons.edit_one" : "staff_reasons.create")}
      </h2>
      <BoundForm
        of={form}
        action={edited ? toEdited(edited.id) : `/staff/reasons?form=${loaded.id}`}
        summary={[
          "kind",
          "locale",
          { name: "title", label: t("staff_reasons.name") },
          { name: "body", label: t("staff_reasons.body") },
          "version",
        ]}
        className="space-y-5"
      >
        {edited ? (
          <SeenField {...{ loaded, failed }} name="version" current={edited.version} />
        ) : null}
        <div className="grid gap-5 sm:grid-cols-2">
          <Select
            meta={fields.kind}
            label={t("staff_reasons.kind")}
            choices={REASON_KINDS.map((value) => ({
              value,
              text: t(`staff_reasons.kind_${value}`),
            }))}
          />
          <Select
            meta={fields.locale}
            label={t("staff.language")}
            choices={languages.map(({ code, name }) => ({ value: code, text: name ?? code }))}
          />
        </div>
        <Field
          meta={fields.title}
          label={t("staff_reasons.name")}
          hint={t("staff_reasons.name_hint")}
          autoComplete="off"
        />
        <TextArea
          meta={fields.body}
          label={t("staff_reasons.body")}
          hint={t("staff_reasons.body_hint")}
          rows={4}
        />
        <div className="flex flex-wrap items-center gap-4">
          <SubmitButton>{t("staff_reasons.save")}</SubmitButton>
          {edited ? (
            <Link to="/staff/reasons" className="link">
              {t("staff_reasons.create")}
            </Link>
          ) : null}
        </div>
      </BoundForm>
    </section>
  );
}

function Select(props: {
  meta: FieldMeta;
  label: string;
  choices: readonly { value: string; text: string }[];
}) {
  const { meta, label, choices } = props;
  return (
    <FieldFrame meta={meta} label={label}>
      <select {...controlProps(meta)} defaultValue={initialText(meta)} className="input">
        {choices.map(({ value, text }) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </FieldFrame>
  );
}

/** Deletes a reason; mails already sent are unaffected. */
export function DeleteReason(props: {
  id: string;
  loaded: LoadedForm;
  failed: FailedForm | undefined;
}) {
  const form = useAppForm(props.loaded, props.failed);
  const t = useT();
  return (
    <BoundForm
      of={form}
      action={`${toEdited(props.id)}&form=${props.loaded.id}`}
      summary={[]}
      className="mt-4"
    >
      <SubmitButton kind="secondary">{t("staff_groups.delete")}</SubmitButton>
    </BoundForm>
  );
}
