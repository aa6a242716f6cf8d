import type { listStaffTexts } from "#app/api-client/staff/texts.server.ts";
import type { FailedForm, LoadedForm } from "#app/forms/form-types.ts";
import { SubmitButton } from "#app/forms/submit-button.tsx";
import { TextArea } from "#app/forms/text-area.tsx";
import { BoundForm, useAppForm } from "#app/forms/use-app-form.tsx";
import { useT } from "#app/i18n/i18n.tsx";
import { Fact } from "#app/ui/fact.tsx";
import { DEFAULT_LOCALE, directionOf } from "#domain/locales.ts";

type StaffTextView = Awaited<ReturnType<typeof listStaffTexts>>["texts"][number];

/** The own wording of one text, beside the English and the shipped one. */
export function WordingEditor(props: {
  text: StaffTextView;
  language: string;
  action: string;
  loaded: LoadedForm<"locale" | "key" | "text" | "seen">;
  failed: FailedForm | undefined;
}) {
  const { text, language, action, loaded, failed } = props;
  const t = useT();
  const form = useAppForm(loaded, failed, { text: text.own ?? text.shipped ?? "" });
  return (
    <section aria-labelledby="wording-title" className="card mb-10 max-w-3xl p-6">
      <h2 id="wording-title" className="mb-4 text-2xl wrap-anywhere">
        {text.key}
      </h2>
      <dl className="mb-5 border-t border-line">
        <Fact name={t("staff_texts.english")}>
          <span lang={DEFAULT_LOCALE} dir="ltr" className="whitespace-pre-line">
            {text.english}
          </span>
        </Fact>
        <Fact name={t("staff_texts.shipped")}>
          <span lang={language} dir={directionOf(language)}>
            {text.shipped ?? "–"}
          </span>
        </Fact>
      </dl>
      <BoundForm
        of={form}
        summary={["text", "seen", "key", "locale"]}
        action={action}
        className="space-y-5"
      >
        <input type="hidden" name="locale" value={language} />
        <input type="hidden" name="key" value={text.key} />
        <input type="hidden" name="seen" value={text.own ?? ""} />
        <TextArea
          meta={form.fields.text}
          label={t("staff_texts.own")}
          hint={t("staff_texts.wording_hint")}
          rows={3}
        />
        <SubmitButton>{t("staff_texts.save")}</SubmitButton>
      </BoundForm>
    </section>
  );
}
