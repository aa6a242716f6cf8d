import { FormScreen, UsernameField } from "#app/account/account-form.tsx";
import { login } from "#app/api-client/accounts.server.ts";
import { CheckboxField, initialText, PasswordField } from "#app/forms/field.tsx";
import { preserveInput } from "#app/forms/preserve-input.ts";
import { SubmitButton } from "#app/forms/submit-button.tsx";
import { BoundForm, useAppForm } from "#app/forms/use-app-form.tsx";
import { useT } from "#app/i18n/i18n.tsx";
import { requireGuestMiddleware } from "#app/middleware/guards.ts";
import { getLocale } from "#app/middleware/locale.ts";
import { getUrl } from "#app/middleware/session-relay.ts";
import { addPendingFavorite } from "#app/request/pending-favorite.ts";
import { viaVerifyEmail } from "#app/request/verified-email.ts";
import { useLayoutData } from "#app/ui/base/layout-data.ts";
import { Link } from "#app/ui/base/link.tsx";
import type { Route } from "./+types/login";
import { loginForm, readRedirect, redirectAfterSignIn } from "./login.server.ts";

export const middleware: Route.MiddlewareFunction[] = [requireGuestMiddleware];

export async function loader({ context }: Route.LoaderArgs) {
  return {
    form: await loginForm.load(context),
    redirectPath: readRedirect(getUrl(context)),
    isUnsure: getUrl(context).searchParams.has("unsure"),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  return loginForm.handle(
    { request, context },
    async ({ redirect: redirectPath, ...credentials }, api) => {
      await login(api, credentials);
      const response = redirectAfterSignIn(getLocale(context), redirectPath);
      return viaVerifyEmail(context, await addPendingFavorite(context, request, response));
    },
  );
}

export const clientAction = preserveInput;

export default function Login({ loaderData, actionData }: Route.ComponentProps) {
  const t = useT();
  const { settings } = useLayoutData();
  const { redirectPath, isUnsure } = loaderData;
  const form = useAppForm(loaderData.form, actionData, { redirect: redirectPath ?? "" });
  const { fields, reply } = form;
  return (
    <FormScreen title={t("login.title")} lead={t("login.lead")} hasErrors={Boolean(reply)}>
      {isUnsure && !reply ? (
        <p role="alert" className="card mb-8 border-s-4 border-s-warning p-5">
          {t("login.unsure")}
        </p>
      ) : null}
      <BoundForm of={form} summary={["email", "password"]} className="space-y-5">
        <input type="hidden" name="redirect" value={initialText(fields.redirect) ?? ""} />
        <UsernameField meta={fields.email} />
        <PasswordField
          meta={fields.password}
          label={t("login.password")}
          autoComplete="current-password"
        />
        <div className="flex flex-wrap items-start justify-between gap-x-6">
          <CheckboxField meta={fields.remember}>{t("login.remember")}</CheckboxField>
          <Link to="/forgot-password" className="link inline-flex min-h-11 items-center">
            {t("login.forgot")}
          </Link>
        </div>
        <SubmitButton size="large" className="w-full">
          {t("login.submit")}
        </SubmitButton>
      </BoundForm>
      {settings.isRegistrationOpen ? (
        <p className="mt-8">
          {t("login.no_account")}{" "}
          <Link to={withRedirect("/register", redirectPath)} className="link">
            {t("login.to_register")}
          </Link>
        </p>
      ) : null}
    </FormScreen>
  );
}

/** The requested page survives the way between signing in and registering. */
function withRedirect(path: string, redirectPath: string | null): string {
  return redirectPath === null ? path : `${path}?redirect=${encodeURIComponent(redirectPath)}`;
}
