import { FormScreen, NewPasswordFields, UsernameField } from "#app/account/account-form.tsx";
import { guestsOnlyMiddleware } from "#app/account/guests-only.ts";
import { logout, register } from "#app/api-client/accounts.server.ts";
import { getSettings } from "#app/api-client/site.server.ts";
import { CheckboxField, initialText } from "#app/forms/field.tsx";
import { preserveInput } from "#app/forms/preserve-input.ts";
import { SubmitButton } from "#app/forms/submit-button.tsx";
import { BoundForm, useAppForm } from "#app/forms/use-app-form.tsx";
import { useT } from "#app/i18n/i18n.tsx";
import { TextIn } from "#app/i18n/text-in.tsx";
import { isMemberSignedIn } from "#app/middleware/guards.ts";
import { getApi, getUrl } from "#app/middleware/session-relay.ts";
import type { Context } from "#app/middleware/web-context.ts";
import { redirectTo } from "#app/request/flash-toast.ts";
import { orNull } from "#app/request/or-null.ts";
import { Icon } from "#app/ui/base/icon.tsx";
import { useLayoutData } from "#app/ui/base/layout-data.ts";
import { Link } from "#app/ui/base/link.tsx";
import { AGE_YEARS_MIN } from "#domain/verification.ts";
import type { Route } from "./+types/register";
import { readCarriedEmail, toCarriedEmail } from "./carried-email.ts";
import { readRedirect, redirectAfterSignIn, redirectToSignIn } from "./login.server.ts";
import { loadPurchaseNote } from "./purchase-note.server.ts";
import { PurchaseNote } from "./purchase-note.tsx";
import { registerForm } from "./register.server.ts";
import { SwitchFormButton } from "./switch-form-button.tsx";

export const middleware: Route.MiddlewareFunction[] = [guestsOnlyMiddleware];

const CLOSED = { kind: "info", key: "register.closed" } as const;

/** Spec §2 guards. If settings cannot be loaded, registration stays open: the API decides. */
async function requireOpen(context: Context): Promise<void> {
  const settings = await orNull(context, "settings", getSettings(getApi(context)));
  if (settings?.isRegistrationOpen === false) throw await redirectTo(context, "/", CLOSED);
}

export async function loader({ context }: Route.LoaderArgs) {
  await requireOpen(context);
  const redirectPath = readRedirect(getUrl(context));
  return {
    form: await registerForm.load(context),
    redirectPath,
    buying: await loadPurchaseNote(context, redirectPath),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const carried = await readCarriedEmail(request);
  if (carried) return carried;
  await requireOpen(context);
  return registerForm.handle(
    { request, context },
    async ({ redirect: redirectPath, ...account }, api) => {
      // As in login: nobody may be signed in to two accounts.
      if (await isMemberSignedIn(context)) await logout(api);
      const isSignedIn = await register(api, { ...account, redirect: redirectPath });
      if (!isSignedIn) return redirectToSignIn(context, redirectPath);
      return redirectAfterSignIn({ request, context }, redirectPath);
    },
    { registration_closed: () => redirectTo(context, "/", CLOSED) },
  );
}

export const clientAction = preserveInput;

export default function Register({ loaderData, actionData }: Route.ComponentProps) {
  const t = useT();
  const { redirectPath } = loaderData;
  const carriedEmail = toCarriedEmail(actionData);
  const failed = actionData && "formId" in actionData ? actionData : undefined;
  const form = useAppForm(loaderData.form, failed, {
    redirect: redirectPath ?? "",
    email: carriedEmail ?? "",
  });
  const { fields, reply } = form;
  return (
    <FormScreen title={t("register.title")} lead={t("register.lead")} hasErrors={Boolean(reply)}>
      {loaderData.buying ? <PurchaseNote note={loaderData.buying} /> : null}
      <BoundForm
        of={form}
        summary={["email", "password", "password_confirmation", "terms"]}
        className="space-y-5"
      >
        <input type="hidden" name="redirect" value={initialText(fields.redirect) ?? ""} />
        <UsernameField meta={fields.email} />
        <NewPasswordFields
          fields={fields}
          label={t("login.password")}
          confirmationLabel={t("register.password_confirmation")}
        />
        <div>
          <CheckboxField meta={fields.terms}>
            {t("register.terms", { age: AGE_YEARS_MIN })}
          </CheckboxField>
          <TermsSummary />
        </div>
        <SubmitButton size="large" className="w-full">
          {t("register.submit")}
        </SubmitButton>
      </BoundForm>
      <p className="mt-8">
        {t("register.have_account")}{" "}
        <SwitchFormButton to="/login" form={form.id} redirectPath={redirectPath}>
          {t("register.to_login")}
        </SwitchFormButton>
      </p>
    </FormScreen>
  );
}

const TERMS = ["licence", "balance", "data", "cookies"] as const;

/** The meaning of the checkbox, readable before it is checked. */
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
          {pages.map(({ slug, title, titleLanguage }) => (
            <Link
              key={slug}
              to={`/page/${slug}`}
              className="link inline-flex min-h-11 items-center"
            >
              <TextIn language={titleLanguage}>{title}</TextIn>
            </Link>
          ))}
        </p>
      ) : null}
    </details>
  );
}
