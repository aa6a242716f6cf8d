import type { getStaffPage } from "#app/api-client/staff/pages.server.ts";
import { Field } from "#app/forms/field.tsx";
import type { FailedForm, LoadedForm } from "#app/forms/form-types.ts";
import { SubmitButton } from "#app/forms/submit-button.tsx";
import { TextArea } from "#app/forms/text-area.tsx";
import { BoundForm, useAppForm } from "#app/forms/use-app-form.tsx";
import { useT } from "#app/i18n/i18n.tsx";
import { languageAttributes } from "#app/staff/language-attributes.ts";
import { toEditorPath } from "./editor-path.ts";

type StaffPageView = Awaited<ReturnType<typeof getStaffPage>>;

/** Title and content as HTML; "preview" shows them without saving. */
export function PageEditor(props: {
  page: StaffPageView;
  version: string;
  text: { title: string; content: string };
  /** True if the text is that of an earlier version. */
  isEarlier: boolean;
  loaded: LoadedForm<"title" | "content" | "version" | "intent">;
  failed: FailedForm | undefined;
}) {
  const { page, version, text, isEarlier, loaded, failed } = props;
  const t = useT();
  const form = useAppForm(loaded, failed, { title: text.title, content: text.content });
  const { fields } = form;
  return (
    <BoundForm
      of={form}
      summary={["title", "content", "version"]}
      action={toEditorPath(page, `?form=${loaded.id}`)}
      className="space-y-5"
    >
      {isEarlier ? <p className="card p-4">{t("staff_pages.earlier")}</p> : null}
      <input type="hidden" name="version" value={version} />
      <Field
        meta={fields.title}
        label={t("staff_pages.page_title")}
        {...languageAttributes(page.language)}
      />
      <TextArea
        meta={fields.content}
        label={t("staff_pages.content")}
        hint={t("staff_pages.content_hint")}
        rows={24}
        lang={page.language}
        // Tags are left-to-right, even around Arabic.
        dir="ltr"
      />
      <div className="flex flex-wrap gap-3">
        <SubmitButton name="intent" value="save">
          {t("staff_pages.save")}
        </SubmitButton>
        <SubmitButton name="intent" value="preview" kind="secondary">
          {t("staff_pages.preview")}
        </SubmitButton>
      </div>
    </BoundForm>
  );
}
