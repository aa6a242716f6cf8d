import { useForm } from "@conform-to/react";
import { data } from "react-router";
import { requestReset } from "#app/api-client/accounts.server.ts";
import { ErrorSummary } from "#app/forms/error-summary.tsx";
import { Field } from "#app/forms/field.tsx";
import { keepForm } from "#app/forms/keep-input.ts";
import { getConstraints, parseForm, statusOfRefusal } from "#app/forms/parse-form.server.ts";
import { replyWithApiError } from "#app/forms/submission.server.ts";
import { SubmitButton } from "#app/forms/submit-button.tsx";
import { useT } from "#app/i18n/i18n.tsx";
import { requireGuestMiddleware } from "#app/middleware/guards.ts";
import { getMessage } from "#app/middleware/locale.ts";
import { getApi, getUrl } from "#app/middleware/session-relay.ts";
import { redirectTo } from "#app/request/flash-toast.ts";
import { ButtonLink } from "#app/ui/base/button.tsx";
import { Form, Link } from "#app/ui/base/link.tsx";
import { PageTitle } from "#app/ui/base/page-title.tsx";
import type { Route } from "./+types/forgot-password";
import { FORGOT_FIELDS, forgotFormSchema } from "./reset-password.server.ts";

export const middleware: Route.MiddlewareFunction[] = [requireGuestMiddleware];

const FAILURE = "Failed to process request";

export function loader({ context }: Route.LoaderArgs) {
  return {
    isSent: getUrl(context).searchParams.has("sent"),
    constraints: getConstraints(forgotFormSchema, FORGOT_FIELDS),
  };
}

/** Ends at the same page for every address: who has an account is nobody's business. */
export async function action({ request, context }: Route.ActionArgs) {
  const submission = await parseForm(request, forgotFormSchema, FORGOT_FIELDS);
  if (submission.status !== "success") {
    return data({ reply: submission.reply() }, { status: 422 });
  }
  try {
    await requestReset(getApi(context), submission.value);
  } catch (error) {
    const message = getMessage(context);
    const reply = replyWithApiError(submission, error, (text) => message(text || FAILURE));
    return data({ reply }, { status: statusOfRefusal(error) });
  }
  return redirectTo(context, "/forgot-password?sent=1");
}

/** A failure on the way leaves the form as it is. */
export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return keepForm(() => serverAction(), FAILURE);
}

export default function ForgotPassword({ loaderData, actionData }: Route.ComponentProps) {
  const t = useT();
  const reply = actionData?.reply;
  const isSent = loaderData.isSent && !reply;
  const [form, fields] = useForm<{ email: string }>({
    lastResult: reply,
    constraint: loaderData.constraints,
  });
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
          <ErrorSummary reply={reply} fields={[fields.email]} />
          <Form
            method="post"
            action="/forgot-password"
            id={form.id}
            noValidate={form.noValidate}
            onSubmit={form.onSubmit}
            className="space-y-5"
          >
            <Field
              meta={fields.email}
              label={t("login.email")}
              type="email"
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
            />
            <SubmitButton size="large" className="w-full">
              {t("forgot.submit")}
            </SubmitButton>
          </Form>
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
