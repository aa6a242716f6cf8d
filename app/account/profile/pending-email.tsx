import type { FailedForm, LoadedForm } from "#app/forms/form-types.ts";
import { SubmitButton } from "#app/forms/submit-button.tsx";
import { BoundForm, useAppForm } from "#app/forms/use-app-form.tsx";
import { useT } from "#app/i18n/i18n.tsx";
import { Link } from "#app/ui/base/link.tsx";

/** The pending new address: request another link, or keep the old address. */
export function PendingEmail(props: {
  email: string;
  loaded: LoadedForm<"intent">;
  failed: FailedForm | undefined;
}) {
  const t = useT();
  const form = useAppForm(props.loaded, props.failed);
  return (
    <div role="status" className="card mb-8 border-s-4 border-s-warning p-5">
      <p className="wrap-anywhere">{t("profile.email_pending", { email: props.email })}</p>
      <div className="mt-3 flex flex-wrap items-center gap-x-6 gap-y-2">
        <Link to="/email/verify" className="link inline-flex min-h-11 items-center">
          {t("verify_email.resend")}
        </Link>
        <BoundForm of={form} summary={[]} action="/dashboard/profile" preventScrollReset>
          <SubmitButton name="intent" value="cancel_email" kind="secondary">
            {t("profile.email_cancel")}
          </SubmitButton>
        </BoundForm>
      </div>
    </div>
  );
}
