import { NewPasswordFields } from "#app/account/account-form.tsx";
import { resetGuestsOnlyMiddleware } from "#app/account/guests-only.ts";
import { resetPassword } from "#app/api-client/accounts.server.ts";
import { preserveInput } from "#app/forms/preserve-input.ts";
import { SubmitButton } from "#app/forms/submit-button.tsx";
import { BoundForm, useAppForm } from "#app/forms/use-app-form.tsx";
import { useT } from "#app/i18n/i18n.tsx";
import { secretAddressMiddleware } from "#app/middleware/secret-address.ts";
import { getUrl } from "#app/middleware/session-relay.ts";
import { redirectTo } from "#app/request/flash-toast.ts";
import { ButtonLink } from "#app/ui/base/button.tsx";
import { PageTitle } from "#app/ui/base/page-title.tsx";
import type { Route } from "./+types/reset-password";
import { resetForm } from "./reset-password.server.ts";

export const middleware: Route.MiddlewareFunction[] = [
  secretAddressMiddleware,
  resetGuestsOnlyMiddleware,
];

/** Target of the mailed link; the form passes on the link's parameters. */
export async function loader({ context }: Route.LoaderArgs) {
  const query = getUrl(context).searchParams;
  return {
    token: query.get("token") ?? "",
    email: query.get("email") ?? "",
    form: await resetForm.load(context),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  return resetForm.handle({ request, context }, async (value, api) => {
    await resetPassword(api, value);
    return redirectTo(context, "/login", { kind: "success", key: "reset.done" });
  });
}

export const clientAction = preserveInput;

export default function ResetPassword({ loaderData, actionData }: Route.ComponentProps) {
  const t = useT();
  const { token, email } = loaderData;
  const form = useAppForm(loaderData.form, actionData);
  const { fields, reply } = form;
  // Used, expired or truncated: nothing in the form can fix it.
  const errors: Record<string, unknown> = reply?.error ?? {};
  const isInvalid = token === "" || email === "" || Boolean(errors.token ?? errors.email);
  const title = t(isInvalid ? "reset.link_invalid" : "reset.title");
  return (
    <div className="page-narrow pt-10 pb-20 md:pt-14">
      <PageTitle title={title} hasErrors={Boolean(reply)} isPrivate />
      <h1 className="text-4xl md:text-5xl">{title}</h1>
      {isInvalid ? (
        <div role={reply ? "alert" : undefined}>
          <p className="mt-4 mb-8 text-muted">{t("reset.link_invalid_text")}</p>
          <div className="flex flex-wrap gap-3">
            <ButtonLink to="/forgot-password">{t("reset.ask_again")}</ButtonLink>
            <ButtonLink to="/login" kind="secondary">
              {t("forgot.to_login")}
            </ButtonLink>
          </div>
        </div>
      ) : (
        <>
          <p className="mt-4 mb-8 wrap-anywhere text-muted">{t("reset.lead", { email })}</p>
          <BoundForm
            of={form}
            summary={["password", "password_confirmation"]}
            className="space-y-5"
          >
            <input type="hidden" name="token" value={token} />
            {/* Shows password managers which account the password belongs to. */}
            <input
              type="email"
              name="email"
              autoComplete="username"
              value={email}
              readOnly
              hidden
            />
            <NewPasswordFields
              fields={fields}
              label={t("profile.new_password")}
              confirmationLabel={t("profile.password_confirmation")}
            />
            <SubmitButton size="large" className="w-full">
              {t("reset.submit")}
            </SubmitButton>
          </BoundForm>
        </>
      )}
    </div>
  );
}
