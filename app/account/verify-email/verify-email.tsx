import { data } from "react-router";
import { FormScreen, UsernameField } from "#app/account/account-form.tsx";
import { readRedirect } from "#app/account/sign-in/login.server.ts";
import { PasswordField } from "#app/forms/field.tsx";
import type { FailedForm, LoadedForm } from "#app/forms/form-types.ts";
import { preserveInputOf } from "#app/forms/preserve-input.ts";
import { SubmitButton } from "#app/forms/submit-button.tsx";
import { BoundForm, useAppForm } from "#app/forms/use-app-form.tsx";
import { useT } from "#app/i18n/i18n.tsx";
import { requireUserMiddleware } from "#app/middleware/guards.ts";
import { getUrl } from "#app/middleware/session-relay.ts";
import { ButtonLink } from "#app/ui/base/button.tsx";
import { Icon } from "#app/ui/base/icon.tsx";
import type { Route } from "./+types/verify-email";
import { correct, correctForm, loadPending, resend, resendForm } from "./verify-email.server.ts";
import { readVerifyIntent } from "./verify-intents.ts";

export const middleware: Route.MiddlewareFunction[] = [requireUserMiddleware];

export async function loader({ context }: Route.LoaderArgs) {
  const redirectPath = readRedirect(getUrl(context));
  return {
    ...(await loadPending(context, redirectPath)),
    redirectPath,
    isChecked: getUrl(context).searchParams.has("checked"),
    resendForm: await resendForm.load(context),
    correctForm: await correctForm.load(context),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const intent = await readVerifyIntent(request);
  switch (intent) {
    case "resend":
      return resend({ request, context });
    case "correct":
      return correct({ request, context });
    case null:
      throw data({ code: "malformed_body" }, { status: 400 });
  }
}

export async function clientAction(args: Route.ClientActionArgs) {
  return preserveInputOf((await readVerifyIntent(args.request)) ?? "resend", args);
}

/**
 * Asks the user to confirm the address (spec §2 verify email), and then returns to the previous
 * page.
 */
export default function VerifyEmail({ loaderData, actionData }: Route.ComponentProps) {
  const t = useT();
  const { email, isChange, isMailed, isChecked, isRequired, redirectPath } = loaderData;
  const next = redirectPath === null ? "" : `redirect=${encodeURIComponent(redirectPath)}`;
  // In the form's URL, so that it survives when the form is shown again.
  const formPath = `/email/verify?${next}`;
  return (
    <FormScreen
      title={t("verify_email.title")}
      lead={
        email === "" || (!isChange && !isRequired)
          ? undefined
          : t(isChange ? "verify_email.lead_change" : "verify_email.lead", { email })
      }
      hasErrors={Boolean(actionData)}
    >
      {isChecked && !actionData ? (
        <p role="alert" className="card mb-8 border-s-4 border-s-warning p-5">
          {t("verify_email.not_yet")}
        </p>
      ) : null}
      <div role="status">
        {email === "" ? null : (
          <p className="wrap-anywhere">
            {t(isMailed ? "verify_email.sent" : "verify_email.unsent", { email })}
          </p>
        )}
        <p className="mt-3 mb-6 text-muted">{t("verify_email.hint")}</p>
      </div>
      {isMailed ? (
        <ButtonLink to={`/email/verify?checked=1&${next}`} size="large" className="mb-4 w-full">
          {t("verify_email.continue")}
        </ButtonLink>
      ) : null}
      <Resend loaderData={loaderData} failed={actionData} formPath={formPath} />
      <Correct loaded={loaderData.correctForm} failed={actionData} formPath={formPath} />
    </FormScreen>
  );
}

function Resend(props: {
  loaderData: Route.ComponentProps["loaderData"];
  failed: FailedForm | undefined;
  formPath: string;
}) {
  const t = useT();
  const { isMailed, waitSeconds, resendForm: loaded } = props.loaderData;
  const form = useAppForm(loaded, props.failed);
  const isWaiting = waitSeconds > 0 && !form.reply;
  return (
    <BoundForm of={form} summary={[]} action={props.formPath}>
      <SubmitButton
        name="intent"
        value="resend"
        kind={isMailed ? "secondary" : "primary"}
        size="large"
        className="w-full"
        aria-describedby={isWaiting ? "resend-wait" : undefined}
      >
        {t(isMailed ? "verify_email.resend" : "verify_email.send")}
      </SubmitButton>
      {isWaiting ? (
        <p id="resend-wait" className="mt-3 text-sm text-muted">
          {t("verify_email.wait", { seconds: waitSeconds })}
        </p>
      ) : null}
    </BoundForm>
  );
}

/** Collapsed unless it contains an error. */
function Correct(props: {
  loaded: LoadedForm<"email" | "current_password" | "intent">;
  failed: FailedForm | undefined;
  formPath: string;
}) {
  const t = useT();
  const form = useAppForm(props.loaded, props.failed);
  const { fields } = form;
  return (
    <details className="group mt-10 border-y border-line" open={form.reply !== undefined}>
      <summary className="flex min-h-14 cursor-pointer items-center justify-between gap-4 font-medium">
        {t("verify_email.wrong")}
        <Icon name="down" className="size-5 flex-none transition-transform group-open:rotate-180" />
      </summary>
      <p className="mt-1 mb-5 text-muted">{t("verify_email.wrong_text")}</p>
      <BoundForm
        of={form}
        summary={["email", "current_password"]}
        action={props.formPath}
        className="space-y-5 pb-8"
      >
        <UsernameField meta={fields.email} />
        <PasswordField
          meta={fields.current_password}
          label={t("profile.current_password")}
          autoComplete="current-password"
        />
        <SubmitButton name="intent" value="correct" kind="secondary" className="w-full">
          {t("verify_email.correct")}
        </SubmitButton>
      </BoundForm>
    </details>
  );
}
