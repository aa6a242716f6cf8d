import { UsernameField } from "#app/account/account-form.tsx";
import { guestsOnlyMiddleware } from "#app/account/guests-only.ts";
import { requestReset } from "#app/api-client/accounts.server.ts";
import { preserveInput } from "#app/forms/preserve-input.ts";
import { SubmitButton } from "#app/forms/submit-button.tsx";
import { BoundForm, useAppForm } from "#app/forms/use-app-form.tsx";
import { useT } from "#app/i18n/i18n.tsx";
import { getUrl } from "#app/middleware/session-relay.ts";
import { redirectTo } from "#app/request/flash-toast.ts";
import { ButtonLink } from "#app/ui/base/button.tsx";
import { Link } from "#app/ui/base/link.tsx";
import { PageTitle } from "#app/ui/base/page-title.tsx";
import type { Route } from "./+types/forgot-password";
import { forgotForm } from "./reset-password.server.ts";

export const middleware: Route.MiddlewareFunction[] = [guestsOnlyMiddleware];

export async function loader({ context }: Route.LoaderArgs) {
  return {
    isSent: getUrl(context).searchParams.has("sent"),
    form: await forgotForm.load(context),
  };
}

/** Redirects to the same page for every address, so that nobody can find out who has an account. */
export async function action({ request, context }: Route.ActionArgs) {
  return forgotForm.handle({ request, context }, async (value, api) => {
    await requestReset(api, value);
    return redirectTo(context, "/forgot-password?sent=1");
  });
}

export const clientAction = preserveInput;

export default function ForgotPassword({ loaderData, actionData }: Route.ComponentProps) {
  const t = useT();
  const form = useAppForm(loaderData.form, actionData);
  const { fields, reply } = form;
  const isSent = loaderData.isSent && !reply;
  return (
    <div className="page-narrow pt-10 pb-20 md:pt-14">
      <PageTitle
        title={t(isSent ? "forgot.sent" : "forgot.title")}
        hasErrors={Boolean(reply)}
        isPrivate
      />
      {isSent ? (
        <Sent />
      ) : (
        <>
          <h1 className="text-4xl md:text-5xl">{t("forgot.title")}</h1>
          <p className="mt-4 mb-8 text-muted">{t("forgot.lead")}</p>
          <BoundForm of={form} summary={["email"]} action="/forgot-password" className="space-y-5">
            <UsernameField meta={fields.email} />
            <SubmitButton size="large" className="w-full">
              {t("forgot.submit")}
            </SubmitButton>
          </BoundForm>
          <p className="mt-8">
            <Link to="/login" className="link">
              {t("forgot.to_login")}
            </Link>
          </p>
        </>
      )}
    </div>
  );
}

function Sent() {
  const t = useT();
  return (
    <div role="status">
      <h1 className="text-4xl md:text-5xl">{t("forgot.sent")}</h1>
      <p className="mt-4">{t("forgot.sent_text")}</p>
      <p className="mt-3 text-muted">{t("forgot.sent_hint")}</p>
      <div className="mt-8 flex flex-wrap gap-3">
        <ButtonLink to="/login">{t("forgot.to_login")}</ButtonLink>
        <ButtonLink to="/forgot-password" kind="secondary">
          {t("forgot.again")}
        </ButtonLink>
      </div>
    </div>
  );
}
