import type { IssueView } from "#app/api-client/staff/newsletter.server.ts";
import { Field } from "#app/forms/field.tsx";
import type { FailedForm, LoadedForm } from "#app/forms/form-types.ts";
import { SubmitButton } from "#app/forms/submit-button.tsx";
import { TextArea } from "#app/forms/text-area.tsx";
import { BoundForm, useAppForm } from "#app/forms/use-app-form.tsx";
import { useFormat, useLocale, useT } from "#app/i18n/i18n.tsx";
import { localePath } from "#app/i18n/paths.ts";
import { OpenForm } from "#app/staff/forms/open-form.tsx";
import { KeyedForm } from "#app/staff/forms/use-seen.tsx";
import { languageAttributes } from "#app/staff/language-attributes.ts";
import { buttonClass } from "#app/ui/base/button.tsx";
import type { IssueText } from "#domain/newsletter.ts";

/** The id of the form with an issue's text. */
export const ISSUE_FORM = "issue";
/** Only added to that form by the button that sends the issue: the number of its readers. */
export const SEND_FIELD = "expected";

type FormProps<Name extends string = never> = {
  /** The issue's path, without locale. */
  path: string;
  loaded: LoadedForm<Name>;
  failed: FailedForm | undefined;
};

type IssueFormProps = FormProps<
  "operation_id" | "version" | "subject" | "body" | "label" | "url"
> & {
  language: string;
  text: IssueText | null;
};

/**
 * The content of an issue in one language. If it has been sent, shows it as sent, and what was
 * typed while it was being sent.
 */
export function IssueContent(
  props: IssueFormProps & { isSent: boolean; version: number | undefined },
) {
  const { loaded, failed, language, text, isSent, version: current = "" } = props;
  const t = useT();
  return (
    <>
      <OpenForm
        {...{ loaded, failed }}
        isOpen={!isSent}
        reason={t("errors.newsletter_sent")}
        texts={[
          { name: "subject", label: t("staff_newsletter.subject"), rows: 1 },
          { name: "body", label: t("staff_newsletter.body"), rows: 12 },
          { name: "label", label: t("staff_newsletter.button"), rows: 1 },
          { name: "url", label: t("staff_newsletter.button_url"), rows: 1 },
        ]}
      >
        <KeyedForm {...{ loaded, failed, current }} name="version">
          {(version) => <IssueForm {...props} version={version} />}
        </KeyedForm>
      </OpenForm>
      {isSent && text ? <SentText language={language} text={text} /> : null}
    </>
  );
}

function SentText({ language, text }: { language: string; text: IssueText }) {
  return (
    <blockquote dir="auto" lang={language} className="card p-6 whitespace-pre-line wrap-anywhere">
      <p className="mb-3 text-xl">{text.subject}</p>
      {text.body}
      {text.label && text.url ? (
        <p className="mt-5">
          {text.label}:{" "}
          <a href={text.url} target="_blank" rel="noopener" dir="ltr" className="link">
            {text.url}
          </a>
        </p>
      ) : null}
    </blockquote>
  );
}

function IssueForm(props: IssueFormProps & { version: string }) {
  const { path, loaded, failed, language, text, version } = props;
  const t = useT();
  const form = useAppForm(loaded, failed, { ...text });
  const { fields } = form;
  return (
    <BoundForm
      of={form}
      action={`${path}?language=${language}&form=${loaded.id}`}
      summary={[
        { name: "subject", label: t("staff_newsletter.subject") },
        { name: "body", label: t("staff_newsletter.body") },
        { name: "label", label: t("staff_newsletter.button") },
        ...(["url", "version", "operation_id"] as const),
      ]}
      className="space-y-5"
    >
      {version === "" ? null : <input type="hidden" name="version" value={version} />}
      <Field
        meta={fields.subject}
        label={t("staff_newsletter.subject")}
        autoComplete="off"
        {...languageAttributes(language)}
      />
      <TextArea
        meta={fields.body}
        label={t("staff_newsletter.body")}
        hint={t("staff_newsletter.body_hint")}
        rows={12}
        {...languageAttributes(language)}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <Field
          meta={fields.label}
          label={t("staff_newsletter.button")}
          autoComplete="off"
          {...languageAttributes(language)}
        />
        <Field
          meta={fields.url}
          label={t("staff_newsletter.button_url")}
          type="url"
          autoComplete="off"
          dir="ltr"
        />
      </div>
      <SubmitButton name="save" value="1">
        {t("staff_newsletter.save")}
      </SubmitButton>
    </BoundForm>
  );
}

/** A preview of the mail, and a test mail to oneself. */
export function TestIssue(props: FormProps & { language: string }) {
  const { path, language, loaded, failed } = props;
  const t = useT();
  const locale = useLocale();
  const form = useAppForm(loaded, failed);
  return (
    <BoundForm
      of={form}
      action={`${path}?language=${language}&form=${loaded.id}`}
      summary={[]}
      className="mt-6 flex flex-wrap gap-3"
    >
      <a
        href={localePath(locale, `${path}/preview?language=${language}`)}
        target="_blank"
        rel="noopener"
        className={buttonClass({ kind: "secondary" })}
      >
        {t("staff_newsletter.preview")}
      </a>
      <SubmitButton name="test" value="1" kind="secondary">
        {t("staff_newsletter.test")}
      </SubmitButton>
    </BoundForm>
  );
}

/**
 * Sends the issue to all confirmed subscribers, once. The button belongs to the form with the text:
 * unsaved text there prevents sending, and stays.
 */
export function SendIssue({ issue }: { issue: IssueView }) {
  const t = useT();
  const format = useFormat();
  return (
    <section className="card mt-8 p-6" aria-label={t("staff_orders.plan")}>
      <p>
        {t("staff_newsletter.readers", { count: format.number(issue.readers) })}
        <span className="block text-sm text-muted">{t("staff_newsletter.fallback_hint")}</span>
      </p>
      {issue.readers === 0 ? null : (
        <SubmitButton
          form={ISSUE_FORM}
          name={SEND_FIELD}
          value={String(issue.readers)}
          formNoValidate
          className="mt-4"
        >
          {t("staff_newsletter.send")}
        </SubmitButton>
      )}
    </section>
  );
}
