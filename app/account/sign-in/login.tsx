import { FormScreen, UsernameField } from "#app/account/account-form.tsx";
import { guestsOnlyMiddleware } from "#app/account/guests-only.ts";
import { login, logout } from "#app/api-client/accounts.server.ts";
import { CheckboxField, initialText, PasswordField } from "#app/forms/field.tsx";
import { preserveInput } from "#app/forms/preserve-input.ts";
import { SubmitButton } from "#app/forms/submit-button.tsx";
import { BoundForm, useAppForm } from "#app/forms/use-app-form.tsx";
import { useT } from "#app/i18n/i18n.tsx";
import { isMemberSignedIn } from "#app/middleware/guards.ts";
import { getUrl } from "#app/middleware/session-relay.ts";
import { useLayoutData } from "#app/ui/base/layout-data.ts";
import { Link } from "#app/ui/base/link.tsx";
import type { Route } from "./+types/login";
import { readCarriedEmail, toCarriedEmail } from "./carried-email.ts";
import { loginForm, readLoginNote, readRedirect, redirectAfterSignIn } from "./login.server.ts";
import { loadPurchaseNote } from "./purchase-note.server.ts";
import { PurchaseNote } from "./purchase-note.tsx";
import { SwitchFormButton } from "./switch-form-button.tsx";

export const middleware: Route.MiddlewareFunction[] = [guestsOnlyMiddleware];

export async function loader({ request, context }: Route.LoaderArgs) {
  const redirectPath = readRedirect(getUrl(context));
  return {
    form: await loginForm.load(context),
    redirectPath,
    buying: await loadPurchaseNote(context, redirectPath),
    note: readLoginNote(request),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const carried = await readCarriedEmail(request);
  if (carried) return carried;
  return loginForm.handle(
    { request, context },
    async ({ redirect: redirectPath, ...credentials }, api) => {
      // A member in a staff browser, or with an unknown profile (requireGuest): nobody may be
      // signed in to two accounts.
      if (await isMemberSignedIn(context)) await logout(api);
      await login(api, credentials);
      return redirectAfterSignIn({ request, context }, redirectPath);
    },
  );
}

export const clientAction = preserveInput;

export default function Login({ loaderData, actionData }: Route.ComponentProps) {
  const t = useT();
  const { settings } = useLayoutData();
  const { redirectPath, note } = loaderData;
  const carriedEmail = toCarriedEmail(actionData);
  const failed = actionData && "formId" in actionData ? actionData : undefined;
  const form = useAppForm(loaderData.form, failed, {
    redirect: redirectPath ?? "",
    email: carriedEmail ?? "",
  });
  const { fields, reply } = form;
  return (
    <FormScreen title={t("login.title")} lead={t("login.lead")} hasErrors={Boolean(reply)}>
      {note && !reply ? (
        <p role="alert" className="card mb-8 border-s-4 border-s-warning p-5">
          {t(`login.${note}`)}
        </p>
      ) : null}
      {loaderData.buying ? <PurchaseNote note={loaderData.buying} /> : null}
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
          <SwitchFormButton to="/register" form={form.id} redirectPath={redirectPath}>
            {t("login.to_register")}
          </SwitchFormButton>
        </p>
      ) : null}
    </FormScreen>
  );
}
