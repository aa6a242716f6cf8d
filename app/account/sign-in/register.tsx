import { register } from "#app/api-client/accounts.server.ts";
import { getSettings } from "#app/api-client/site.server.ts";
import { CheckboxField, Field, initialText, PasswordField } from "#app/forms/field.tsx";
import { preserveInput } from "#app/forms/preserve-input.ts";
import { SubmitButton } from "#app/forms/submit-button.tsx";
import { BoundForm, useAppForm } from "#app/forms/use-app-form.tsx";
import { useT } from "#app/i18n/i18n.tsx";
import { requireGuestMiddleware } from "#app/middleware/guards.ts";
import { getLocale } from "#app/middleware/locale.ts";
import { getApi, getUrl } from "#app/middleware/session-relay.ts";
import { redirectTo } from "#app/request/flash-toast.ts";
import { orNull } from "#app/request/or-null.ts";
import { addPendingFavorite } from "#app/request/pending-favorite.ts";
import { Icon } from "#app/ui/base/icon.tsx";
import { useLayoutData } from "#app/ui/base/layout-data.ts";
import { Link } from "#app/ui/base/link.tsx";
import { PageTitle } from "#app/ui/base/page-title.tsx";
import { PASSWORD_LENGTH_MIN } from "#domain/accounts.ts";
import type { Route } from "./+types/register";
import { readRedirect, redirectAfterSignIn } from "./login.server.ts";
import { registerForm } from "./register.server.ts";

export const middleware: Route.MiddlewareFunction[] = [requireGuestMiddleware];

const CLOSED = { kind: "info", key: "register.closed" } as const;

export async function loader({ context }: Route.LoaderArgs) {
  const api = getApi(context);
  const settings = await orNull(context, "settings", getSettings(api));
  // Spec §2 guards. Settings that cannot be had close nothing: the API has the last word.
  if (settings?.is_reg_enabled === false) throw await redirectTo(context, "/", CLOSED);
  return {
    form: await registerForm.load(context),
    redirectPath: readRedirect(getUrl(context)),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  return registerForm.handle(
    { request, context },
    async ({ redirect: redirectPath, ...account }, api) => {
      await register(api, account);
      return addPendingFavorite(
        context,
        request,
        redirectAfterSignIn(getLocale(context), redirectPath),
      );
    },
    { registration_closed: () => redirectTo(context, "/", CLOSED) },
  );
}

export const clientAction = preserveInput;

export default function Register({ loaderData, actionData }: Route.ComponentProps) {
  const t = useT();
  const { redirectPath } = loaderData;
  const form = useAppForm(loaderData.form, actionData, { redirect: redirectPath ?? "" });
  const { fields, reply } = form;
  const toLogin =
    redirectPath === null ? "/login" : `/login?redirect=${encodeURIComponent(redirectPath)}`;
  return (
    <div className="page-narrow pt-10 pb-20 md:pt-14">
      <PageTitle title={t("register.title")} hasErrors={Boolean(reply)} isPrivate />
      <h1 className="text-4xl md:text-5xl">{t("register.title")}</h1>
      <p className="mt-4 mb-8 text-muted">{t("register.lead")}</p>
      <BoundForm
        of={form}
        summary={["email", "password", "password_confirmation", "terms"]}
        className="space-y-5"
      >
        <input type="hidden" name="redirect" value={initialText(fields.redirect) ?? ""} />
        <Field
          meta={fields.email}
          label={t("login.email")}
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
        />
        <PasswordField
          meta={fields.password}
          label={t("login.password")}
          hint={t("register.password_hint", { min: PASSWORD_LENGTH_MIN })}
          autoComplete="new-password"
        />
        <PasswordField
          meta={fields.password_confirmation}
          label={t("register.password_confirmation")}
          autoComplete="new-password"
        />
        <div>
          <CheckboxField meta={fields.terms}>{t("register.terms")}</CheckboxField>
          <TermsSummary />
        </div>
        <SubmitButton size="large" className="w-full">
          {t("register.submit")}
        </SubmitButton>
      </BoundForm>
      <p className="mt-8">
        {t("register.have_account")}{" "}
        <Link to={toLogin} className="link">
          {t("register.to_login")}
        </Link>
      </p>
    </div>
  );
}

const TERMS = ["licence", "balance", "data", "cookies"] as const;

/** What the tick means, readable before it is made. */
function TermsSummary() {
  const t = useT();
  const { staticPages } = useLayoutData();
  const pages = staticPages.filter(({ kind }) => kind === "terms" || kind === "privacy");
  return (
    <details className="group ms-8">
      <summary className="link inline-flex min-h-8 items-center gap-1.5 text-sm">
        {t("register.terms_summary")}
        <Icon name="down" className="size-4 transition-transform group-open:rotate-180" />
      </summary>
      <ul className="mt-2 list-disc space-y-1 ps-5 text-sm text-muted">
        {TERMS.map((term) => (
          <li key={term}>{t(`register.terms_${term}`)}</li>
        ))}
      </ul>
      {pages.length > 0 ? (
        <p className="mt-2 flex flex-wrap gap-x-5 text-sm">
          {pages.map(({ slug, title }) => (
            <Link
              key={slug}
              to={`/page/${slug}`}
              className="link inline-flex min-h-11 items-center"
            >
              {title}
            </Link>
          ))}
        </p>
      ) : null}
    </details>
  );
}
