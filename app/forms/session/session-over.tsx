import { useRouteError } from "react-router";
import { useT } from "#app/i18n/i18n.tsx";
import { Button, buttonClass } from "#app/ui/base/button.tsx";
import { ErrorPage } from "#app/ui/base/error-page.tsx";
import { PageTitle } from "#app/ui/base/page-title.tsx";
import { readUnsent, type UnsentForm } from "#domain/unsent-forms.ts";
import { SignInInNewWindow } from "./sign-in-in-new-window.tsx";

/** For a member's screen with a long form: the error page, or the form of an expired session. */
export function FormErrorBoundary() {
  const error = useRouteError();
  const unsent = readUnsent(error);
  return unsent ? (
    <div className="page-narrow pt-10 pb-20 md:pt-14">
      <SessionOver unsent={unsent} heading="h1" />
    </div>
  ) : (
    <ErrorPage error={error} />
  );
}

/**
 * Replaces a screen whose form was returned because its sender's session had expired, if no script
 * kept the form: it can be submitted again from here after signing in in another window.
 */
export function SessionOver({
  unsent,
  heading: Heading = "h2",
}: {
  unsent: UnsentForm;
  heading?: "h1" | "h2";
}) {
  const t = useT();
  const { action, fields, files, isMultipart } = unsent;
  return (
    <div className="max-w-2xl">
      <PageTitle title={t("session_over.title")} isPrivate />
      <Heading className="text-3xl">{t("session_over.title")}</Heading>
      <p className="mt-5 text-muted">{t("errors.session_over")}</p>
      {files.length > 0 ? (
        <p role="note" className="card mt-5 border-s-4 border-s-warning p-5">
          {t("session_over.files")} <bdi className="wrap-anywhere">{files.join(", ")}</bdi>
        </p>
      ) : null}
      <div className="mt-9 flex flex-wrap gap-3">
        <SignInInNewWindow className={buttonClass()} />
        {fields.length > 0 ? (
          <form
            method="post"
            action={action}
            encType={isMultipart ? "multipart/form-data" : undefined}
          >
            {fields.map(([name, text], index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: names repeat, and the list is static
              <input key={index} type="hidden" name={name} value={text} />
            ))}
            <Button type="submit" kind="secondary">
              {t("session_over.send")}
            </Button>
          </form>
        ) : null}
      </div>
    </div>
  );
}
