import { useForm } from "@conform-to/react";
import { data } from "react-router";
import { login } from "#app/api-client/accounts.server.ts";
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
import { fulfilWish } from "#app/request/pending-favorite.ts";
import { Form, Link } from "#app/ui/base/link.tsx";
import { PageTitle } from "#app/ui/base/page-title.tsx";
import type { Route } from "./+types/login";
import {
  LOGIN_FIELDS,
  loginFormSchema,
  ofBothFields,
  readWanted,
  redirectAfterSignIn,
} from "./login.server.ts";

export const middleware: Route.MiddlewareFunction[] = [requireGuestMiddleware];

export function loader({ context }: Route.LoaderArgs) {
  return {
    constraints: getConstraints(loginFormSchema, LOGIN_FIELDS),
    wanted: readWanted(getUrl(context)),
    isUnsure: getUrl(context).searchParams.has("unsure"),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const submission = await parseForm(request, loginFormSchema, LOGIN_FIELDS);
  const secrets = ["password"];
  if (submission.status !== "success") {
    return data({ reply: withoutSecrets(submission.reply(), secrets) }, { status: 422 });
  }
  const { redirect: wanted, ...credentials } = submission.value;
  try {
    await login(getApi(context), credentials);
  } catch (error) {
    const message = getMessage(context);
    const reply = replyWithApiError(submission, ofBothFields(error), (text) =>
      message(text || "Login failed"),
    );
    return data({ reply: withoutSecrets(reply, secrets) }, { status: statusOfRefusal(error) });
  }
  throw await fulfilWish(context, request, redirectAfterSignIn(getLocale(context), wanted));
}

/** A failure on the way leaves the form as it is. */
export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return keepForm(() => serverAction(), "Login failed");
}

type LoginForm = { email: string; password: string; remember: boolean; redirect: string };

export default function Login({ loaderData, actionData }: Route.ComponentProps) {
  const t = useT();
  const { constraints, wanted, isUnsure } = loaderData;
  const reply = actionData?.reply;
  const [form, fields] = useForm<LoginForm>({
    lastResult: reply,
    constraint: constraints,
    defaultValue: { redirect: wanted ?? "" },
  });
  return (
    <div className="page-narrow pt-10 pb-20 md:pt-14">
      <PageTitle title={t("login.title")} hasErrors={Boolean(reply)} isPrivate />
      <h1 className="text-4xl md:text-5xl">{t("login.title")}</h1>
      <p className="mt-4 mb-8 text-muted">{t("login.lead")}</p>
      {isUnsure && !reply ? (
        <p role="alert" className="card mb-8 border-s-4 border-s-warning p-5">
          {t("login.unsure")}
        </p>
      ) : null}
      <ErrorSummary reply={reply} fields={[fields.email, fields.password]} />
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
      </Form>
      <p className="mt-8">
        {t("login.no_account")}{" "}
        <Link to={withRedirect("/register", wanted)} className="link">
          {t("login.to_register")}
        </Link>
      </p>
    </div>
  );
}

/** The wanted page survives the way between signing in and registering. */
function withRedirect(path: string, wanted: string | null): string {
  return wanted === null ? path : `${path}?redirect=${encodeURIComponent(wanted)}`;
}
