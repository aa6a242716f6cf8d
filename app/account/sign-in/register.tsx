import { useForm } from "@conform-to/react";
import { data } from "react-router";
import { register } from "#app/api-client/accounts.server.ts";
import { getSettings } from "#app/api-client/site.server.ts";
import { ApiError, isUnavailable } from "#app/api-client/transport/api-error.server.ts";
import { ErrorSummary } from "#app/forms/error-summary.tsx";
import { CheckboxField, Field, initialText, PasswordField } from "#app/forms/field.tsx";
import { keepForm } from "#app/forms/keep-input.ts";
import {
  getConstraints,
  parseForm,
  statusOfRefusal,
  withoutSecrets,
} from "#app/forms/parse-form.server.ts";
import { replyWithApiError } from "#app/forms/submission.server.ts";
import { SubmitButton } from "#app/forms/submit-button.tsx";
import { useT } from "#app/i18n/i18n.tsx";
import { requireGuestMiddleware } from "#app/middleware/guards.ts";
import { getLocale, getMessage } from "#app/middleware/locale.ts";
import { getApi, getUrl } from "#app/middleware/session-relay.ts";
import { redirectTo } from "#app/request/flash-toast.ts";
import { orNull } from "#app/request/or-null.ts";
import { fulfilWish } from "#app/request/pending-favorite.ts";
import { Icon } from "#app/ui/base/icon.tsx";
import { useLayoutData } from "#app/ui/base/layout-data.ts";
import { Form, Link } from "#app/ui/base/link.tsx";
import { PageTitle } from "#app/ui/base/page-title.tsx";
import { PASSWORD_LENGTH_MIN } from "#domain/accounts.ts";
import type { Route } from "./+types/register";
import { readWanted, redirectAfterSignIn } from "./login.server.ts";
import { REGISTER_FIELDS, registerFormSchema } from "./register.server.ts";

export const middleware: Route.MiddlewareFunction[] = [requireGuestMiddleware];

const UNEXPECTED = "An unexpected error occurred during registration";
const CLOSED = { kind: "info", key: "register.closed" } as const;

export async function loader({ context }: Route.LoaderArgs) {
  const api = getApi(context);
  const settings = await orNull(context, "settings", getSettings(api));
  // Spec §2 guards. Settings that cannot be had close nothing: the API has the last word.
  if (settings?.is_reg_enabled === false) throw await redirectTo(context, "/", CLOSED);
  return {
    constraints: getConstraints(registerFormSchema, REGISTER_FIELDS),
    wanted: readWanted(getUrl(context)),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const submission = await parseForm(request, registerFormSchema, REGISTER_FIELDS);
  const secrets = ["password", "password_confirmation"];
  if (submission.status !== "success") {
    return data({ reply: withoutSecrets(submission.reply(), secrets) }, { status: 422 });
  }
  const { redirect: wanted, ...account } = submission.value;
  try {
    await register(getApi(context), account);
  } catch (error) {
    if (error instanceof ApiError && error.code === "registration_closed") {
      throw await redirectTo(context, "/", CLOSED);
    }
    const message = getMessage(context);
    const reply = replyWithApiError(submission, error, (text) =>
      message(text || (isUnavailable(error) ? UNEXPECTED : "Registration failed")),
    );
    return data({ reply: withoutSecrets(reply, secrets) }, { status: statusOfRefusal(error) });
  }
  throw await fulfilWish(context, request, redirectAfterSignIn(getLocale(context), wanted));
}

/** A failure on the way leaves the form as it is. */
export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return keepForm(() => serverAction(), UNEXPECTED);
}

type RegisterForm = {
  email: string;
  password: string;
  password_confirmation: string;
  terms: boolean;
  redirect: string;
};

export default function Register({ loaderData, actionData }: Route.ComponentProps) {
  const t = useT();
  const { constraints, wanted } = loaderData;
  const reply = actionData?.reply;
  const [form, fields] = useForm<RegisterForm>({
    lastResult: reply,
    constraint: constraints,
    defaultValue: { redirect: wanted ?? "" },
  });
  const toLogin = wanted === null ? "/login" : `/login?redirect=${encodeURIComponent(wanted)}`;
  return (
    <div className="page-narrow pt-10 pb-20 md:pt-14">
      <PageTitle title={t("register.title")} hasErrors={Boolean(reply)} isPrivate />
      <h1 className="text-4xl md:text-5xl">{t("register.title")}</h1>
      <p className="mt-4 mb-8 text-muted">{t("register.lead")}</p>
      <ErrorSummary
        reply={reply}
        fields={[fields.email, fields.password, fields.password_confirmation, fields.terms]}
      />
      <Form
        method="post"
        id={form.id}
        noValidate={form.noValidate}
        onSubmit={form.onSubmit}
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
      </Form>
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
