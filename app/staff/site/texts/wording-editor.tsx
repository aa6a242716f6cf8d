import type { listStaffTexts, previewWording } from "#app/api-client/staff/texts.server.ts";
import type { FailedForm, LoadedForm } from "#app/forms/form-types.ts";
import { seenOf } from "#app/forms/seen/seen-state.ts";
import { SubmitButton } from "#app/forms/submit-button.tsx";
import { TextArea } from "#app/forms/text-area.tsx";
import { BoundForm, useAppForm } from "#app/forms/use-app-form.tsx";
import { useT } from "#app/i18n/i18n.tsx";
import { languageAttributes } from "#app/staff/language-attributes.ts";
import { Breakable } from "#app/staff/table/breakable.tsx";
import { Fact } from "#app/ui/fact.tsx";
import { DEFAULT_LOCALE, directionOf } from "#domain/locales.ts";
import { MailPreview } from "./mail-preview.tsx";

type Mail = NonNullable<Awaited<ReturnType<typeof previewWording>>>;
type StaffTextView = Awaited<ReturnType<typeof listStaffTexts>>["texts"][number];

/** The custom wording of one text, next to the English and the shipped one. */
export function WordingEditor(props: {
  text: StaffTextView;
  language: string;
  action: string;
  loaded: LoadedForm<"locale" | "key" | "text" | "seen" | "intent">;
  failed: FailedForm | undefined;
  /** The typed wording for a preview, and the mail that uses it. */
  previewed: { typed: string; seen: string; mail: Mail | null } | null;
  /** The mail with the current wording; undefined for a text that no mail uses. */
  mail: Mail | null | undefined;
}) {
  const { text, language, action, loaded, failed, previewed, mail } = props;
  const t = useT();
  const typed = previewed?.typed ?? text.own ?? text.shipped ?? "";
  const form = useAppForm(loaded, failed, { text: typed });
  const current = previewed?.seen ?? text.own ?? "";
  const seen = seenOf(loaded, failed, { name: "seen", current });
  return (
    <section aria-labelledby="wording-title" className="card mb-10 max-w-3xl p-6">
      <h2 id="wording-title" className="mb-4 text-2xl wrap-anywhere">
        <bdi dir="ltr">
          <Breakable text={text.key} />
        </bdi>
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
        <input type="hidden" name="seen" value={seen} />
        <TextArea
          meta={form.fields.text}
          label={t("staff_texts.own")}
          hint={t("staff_texts.wording_hint")}
          rows={3}
          {...languageAttributes(language)}
        />
        <div className="flex flex-wrap gap-3">
          <SubmitButton name="intent" value="save">
            {t("staff_texts.save")}
          </SubmitButton>
          {mail === undefined ? null : (
            <SubmitButton name="intent" value="preview" kind="secondary">
              {t("staff_pages.preview")}
            </SubmitButton>
          )}
        </div>
      </BoundForm>
      {mail === undefined ? null : (
        <MailPreview mail={previewed ? previewed.mail : mail} language={language} />
      )}
    </section>
  );
}
