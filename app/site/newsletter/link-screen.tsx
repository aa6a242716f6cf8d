import { listErrors } from "#app/forms/error-summary.tsx";
import { initialText } from "#app/forms/field.tsx";
import type { FailedForm, LoadedForm } from "#app/forms/form-types.ts";
import { SubmitButton } from "#app/forms/submit-button.tsx";
import { useAppForm } from "#app/forms/use-app-form.tsx";
import { useT } from "#app/i18n/i18n.tsx";
import { useMessage } from "#app/i18n/use-message.ts";
import { DeadLink } from "#app/site/dead-link.tsx";
import { ButtonLink, buttonClass } from "#app/ui/base/button.tsx";
import { Form } from "#app/ui/base/link.tsx";
import { PageTitle } from "#app/ui/base/page-title.tsx";

/**
 * Target of the links in newsletter mails: a question with one button, because mail scanners follow
 * links but do not submit forms; then a confirmation. Texts `newsletter.<kind>.*`.
 */
export function NewsletterLinkScreen(props: {
  kind: "confirm" | "unsubscribe";
  loaded: { form: LoadedForm<"token">; token: string; isDone: boolean };
  failed: FailedForm | undefined;
}) {
  const { kind, loaded } = props;
  const t = useT();
  const message = useMessage();
  const form = useAppForm(loaded.form, props.failed, { token: loaded.token });
  const { fields, reply, failed } = form;
  const errors = listErrors(reply, []);
  const isDone = loaded.isDone && !failed;
  const problem = errors.map(({ text }) => message(text)).join(" ");
  // Clicking again does not fix an invalid link; the box in the footer does.
  if (reply?.error?.token !== undefined) {
    return (
      <DeadLink text={problem} hasErrors>
        {kind === "confirm" ? (
          <a href="#newsletter" className={buttonClass({ size: "large" })}>
            {t("newsletter.submit")}
          </a>
        ) : null}
      </DeadLink>
    );
  }
  const part = isDone ? "done" : "ask";
  const title = t(`newsletter.${kind}.${part}`);
  return (
    <div className="page-narrow pt-10 pb-20 md:pt-14">
      <PageTitle title={title} hasErrors={Boolean(reply)} isPrivate />
      <h1 className="text-4xl md:text-5xl">{title}</h1>
      <p className="mt-4 mb-8 text-muted">{t(`newsletter.${kind}.${part}_text`)}</p>
      {errors.length > 0 ? (
        <p role="alert" className="card mb-8 border-s-4 border-s-negative p-5">
          {problem}
        </p>
      ) : null}
      {isDone ? (
        <ButtonLink to="/products">{t("error.toProducts")}</ButtonLink>
      ) : (
        <Form method="post" action={`/newsletter/${kind}`}>
          <input type="hidden" name="token" value={initialText(fields.token) ?? ""} />
          <SubmitButton size="large" className="w-full">
            {t(`newsletter.${kind}.submit`)}
          </SubmitButton>
        </Form>
      )}
    </div>
  );
}
