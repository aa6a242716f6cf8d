import { useForm } from "@conform-to/react";
import { data } from "react-router";
import { resetPassword } from "#app/api-client/accounts.server.ts";
import { ErrorSummary } from "#app/forms/error-summary.tsx";
import { PasswordField } from "#app/forms/field.tsx";
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
import { getMessage } from "#app/middleware/locale.ts";
import { secretAddressMiddleware } from "#app/middleware/secret-address.ts";
import { getApi, getUrl } from "#app/middleware/session-relay.ts";
import { redirectTo } from "#app/request/flash-toast.ts";
import { ButtonLink } from "#app/ui/base/button.tsx";
import { Form } from "#app/ui/base/link.tsx";
import { PageTitle } from "#app/ui/base/page-title.tsx";
import { PASSWORD_LENGTH_MIN } from "#domain/accounts.ts";
import type { Route } from "./+types/reset-password";
import { RESET_FIELDS, resetFormSchema } from "./reset-password.server.ts";

export const middleware: Route.MiddlewareFunction[] = [
  secretAddressMiddleware,
  requireGuestMiddleware,
];

const FAILURE = "Password change failed";

/** The mail's link leads here; what it carries goes on in the form. */
export function loader({ context }: Route.LoaderArgs) {
  const query = getUrl(context).searchParams;
  return {
    token: query.get("token") ?? "",
    email: query.get("email") ?? "",
    constraints: getConstraints(resetFormSchema, RESET_FIELDS),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const submission = await parseForm(request, resetFormSchema, RESET_FIELDS);
  const secrets = ["password", "password_confirmation"];
  if (submission.status !== "success") {
    return data({ reply: withoutSecrets(submission.reply(), secrets) }, { status: 422 });
  }
  try {
    await resetPassword(getApi(context), submission.value);
  } catch (error) {
    const message = getMessage(context);
    const reply = replyWithApiError(submission, error, (text) => message(text || FAILURE));
    return data({ reply: withoutSecrets(reply, secrets) }, { status: statusOfRefusal(error) });
  }
  return redirectTo(context, "/login", { kind: "success", key: "reset.done" });
}

/** A failure on the way leaves the form as it is. */
export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return keepForm(() => serverAction(), FAILURE);
}

type ResetForm = Record<(typeof RESET_FIELDS)[number], string>;

export default function ResetPassword({ loaderData, actionData }: Route.ComponentProps) {
  const t = useT();
  const { token, email, constraints } = loaderData;
  const reply = actionData?.reply;
  const [form, fields] = useForm<ResetForm>({ lastResult: reply, constraint: constraints });
  // Used, too old, or cut off on its way: nothing in the form can mend it.
  const errors: Record<string, unknown> = reply?.error ?? {};
  const isDead = token === "" || email === "" || Boolean(errors.token ?? errors.email);
  const title = t(isDead ? "reset.dead" : "reset.title");
  return (
    <div className="page-narrow pt-10 pb-20 md:pt-14">
      <PageTitle title={title} hasErrors={Boolean(reply)} isPrivate />
      <h1 className="text-4xl md:text-5xl">{title}</h1>
      {isDead ? (
        <div role={reply ? "alert" : undefined}>
          <p className="mt-4 mb-8 text-muted">{t("reset.dead_text")}</p>
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
          <ErrorSummary reply={reply} fields={[fields.password, fields.password_confirmation]} />
          <Form
            method="post"
            id={form.id}
            noValidate={form.noValidate}
            onSubmit={form.onSubmit}
            className="space-y-5"
          >
            <input type="hidden" name="token" value={token} />
            {/* Tells password managers whose password it is. */}
            <input
              type="email"
              name="email"
              autoComplete="username"
              value={email}
              readOnly
              hidden
            />
            <PasswordField
              meta={fields.password}
              label={t("profile.new_password")}
              hint={t("register.password_hint", { min: PASSWORD_LENGTH_MIN })}
              autoComplete="new-password"
            />
            <PasswordField
              meta={fields.password_confirmation}
              label={t("profile.password_confirmation")}
              autoComplete="new-password"
            />
            <SubmitButton size="large" className="w-full">
              {t("reset.submit")}
            </SubmitButton>
          </Form>
        </>
      )}
    </div>
  );
}
