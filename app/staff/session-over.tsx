import { useLocation } from "react-router";
import { useLocale, useT } from "#app/i18n/i18n.tsx";
import { localePath } from "#app/i18n/paths.ts";
import { Button, buttonClass } from "#app/ui/base/button.tsx";
import { PageTitle } from "#app/ui/base/page-title.tsx";
import type { UnsentForm } from "#domain/unsent-forms.ts";

/**
 * In the place of a screen whose form came back because its sender's session was over, where no script
 * kept the form as it was: it can be sent again, from here, after signing in beside it.
 */
export function SessionOver({ unsent }: { unsent: UnsentForm }) {
  const t = useT();
  const { action, fields, files, isMultipart } = unsent;
  return (
    <div className="max-w-2xl">
      <PageTitle title={t("staff_session.title")} isPrivate />
      <h2 className="text-3xl">{t("staff_session.title")}</h2>
      <p className="mt-5 text-muted">{t("errors.session_over")}</p>
      {files.length > 0 ? (
        <p role="note" className="card mt-5 border-s-4 border-s-warning p-5">
          {t("staff_session.files")} <bdi className="wrap-anywhere">{files.join(", ")}</bdi>
        </p>
      ) : null}
      <div className="mt-9 flex flex-wrap gap-3">
        <SignInBeside className={buttonClass()} />
        {fields.length > 0 ? (
          <form
            method="post"
            action={action}
            encType={isMultipart ? "multipart/form-data" : undefined}
          >
            {fields.map(([name, text], index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: names repeat, and the list never changes
              <input key={index} type="hidden" name={name} value={text} />
            ))}
            <Button type="submit" kind="secondary">
              {t("staff_session.send")}
            </Button>
          </form>
        ) : null}
      </div>
    </div>
  );
}

/** To sign in, in a window of its own: this one holds what was typed. */
export function SignInBeside({
  className = "link mb-8 inline-flex min-h-11 items-center",
}: {
  className?: string;
}) {
  const t = useT();
  const locale = useLocale();
  const { pathname } = useLocation();
  const query = new URLSearchParams({ redirect: pathname });
  return (
    <a
      href={`${localePath(locale, "/login")}?${query}`}
      target="_blank"
      rel="noopener"
      className={className}
    >
      {t("staff_session.sign_in")}
    </a>
  );
}
