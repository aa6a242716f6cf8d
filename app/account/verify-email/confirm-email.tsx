import { readRedirect } from "#app/account/sign-in/login.server.ts";
import { confirmEmail } from "#app/api-client/email-verification.server.ts";
import { listErrors } from "#app/forms/error-summary.tsx";
import { preserveInput } from "#app/forms/preserve-input.ts";
import { SubmitButton } from "#app/forms/submit-button.tsx";
import { useAppForm } from "#app/forms/use-app-form.tsx";
import { useT } from "#app/i18n/i18n.tsx";
import { useMessage } from "#app/i18n/use-message.ts";
import { secretAddressMiddleware } from "#app/middleware/secret-address.ts";
import { getUrl } from "#app/middleware/session-relay.ts";
import { ButtonLink } from "#app/ui/base/button.tsx";
import { Form } from "#app/ui/base/link.tsx";
import { PageTitle } from "#app/ui/base/page-title.tsx";
import { safeRedirectPath } from "#domain/redirects.ts";
import type { Route } from "./+types/confirm-email";
import { confirmForm } from "./confirm-email.server.ts";
import { redirectAfterConfirmation } from "./verify-email.server.ts";

export const middleware: Route.MiddlewareFunction[] = [secretAddressMiddleware];

export async function loader({ context }: Route.LoaderArgs) {
  const url = getUrl(context);
  return {
    query: readLinkQuery(url).toString(),
    redirectPath: readRedirect(url) ?? "",
    form: await confirmForm.load(context),
  };
}

export async function action({ request, context, params }: Route.ActionArgs) {
  // The form posts to the link itself.
  const query = readLinkQuery(getUrl(context));
  return confirmForm.handle({ request, context }, async ({ redirect }, api) => {
    const isRepeated = await confirmEmail(api, { ...params, query });
    const redirectPath = safeRedirectPath(redirect);
    return redirectAfterConfirmation(context, { isRepeated, redirectPath });
  });
}

export const clientAction = preserveInput;

/** What the API put into the mailed link; `redirect` is this page's own. */
function readLinkQuery(url: URL): URLSearchParams {
  const query = new URLSearchParams(url.searchParams);
  query.delete("redirect");
  return query;
}

/**
 * Target of the mailed link, signed in or not: a page with one button, because mail scanners follow
 * links but do not submit forms.
 */
export default function ConfirmEmail({ loaderData, actionData }: Route.ComponentProps) {
  const t = useT();
  const message = useMessage();
  const form = useAppForm(loaderData.form, actionData);
  const errors = listErrors(form.reply, []);
  // Without a response the link may still be valid, or may already have worked: it can be used
  // again.
  const isInvalid = errors.length > 0 && !form.isUnclear;
  const title = t(isInvalid ? "reset.link_invalid" : "verify_email.title");
  return (
    <div className="page-narrow pt-10 pb-20 md:pt-14">
      <PageTitle title={title} hasErrors={errors.length > 0} isPrivate />
      <h1 className="text-4xl md:text-5xl">{title}</h1>
      {isInvalid ? (
        <div role="alert">
          <p className="mt-4 mb-8 text-muted">
            {errors.map(({ text }) => message(text)).join(" ")}
          </p>
          <ButtonLink to="/email/verify" size="large" className="w-full">
            {t("reset.ask_again")}
          </ButtonLink>
        </div>
      ) : (
        <>
          <p className="mt-4 mb-8 text-muted">{t("verify_email.confirm_text")}</p>
          {errors.length > 0 ? (
            <p role="alert" className="mb-6 text-negative">
              {errors.map(({ text }) => message(text)).join(" ")}
            </p>
          ) : null}
          <Form method="post">
            <input type="hidden" name="query" value={loaderData.query} />
            <input type="hidden" name="redirect" value={loaderData.redirectPath} />
            <SubmitButton size="large" className="w-full">
              {t("verify_email.submit")}
            </SubmitButton>
          </Form>
        </>
      )}
    </div>
  );
}
