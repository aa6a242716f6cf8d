import { type SubmissionResult, useForm } from "@conform-to/react";
import { ErrorSummary } from "#app/forms/error-summary.tsx";
import { CheckboxField, PasswordField } from "#app/forms/field.tsx";
import type { FieldConstraint } from "#app/forms/parse-form.server.ts";
import { SubmitButton } from "#app/forms/submit-button.tsx";
import { useFormat, useT } from "#app/i18n/i18n.tsx";
import { ButtonLink } from "#app/ui/base/button.tsx";
import { Form, Link } from "#app/ui/base/link.tsx";
import { Dialog, DialogFoot } from "#app/ui/dialog.tsx";
import { toDecimal } from "#domain/money.ts";

const HERE = "/dashboard/profile";

type Deletion = { password: string; forfeit_balance: boolean; expected_balance: string };

/** Asks before an account is deleted (spec §2): what goes, what stays, and what becomes of money. */
export function DeletionDialog(props: {
  balanceCents: number;
  constraints: Record<string, FieldConstraint>;
  reply: SubmissionResult<string[]> | undefined;
}) {
  const { balanceCents, constraints, reply } = props;
  const t = useT();
  const format = useFormat();
  const [form, fields] = useForm<Deletion>({
    id: "deletion-form",
    lastResult: reply,
    constraint: constraints,
  });
  return (
    <Dialog title={t("profile.delete_title")} closeTo={HERE}>
      <ErrorSummary reply={reply} fields={[fields.forfeit_balance, fields.password]} />
      <p>{t("profile.delete_what")}</p>
      <p className="mt-3 text-muted">
        {t("profile.delete_stays")}{" "}
        <Link to="/dashboard" className="link">
          {t("profile.delete_orders")}
        </Link>
      </p>
      <Form
        method="post"
        action={`${HERE}?delete=1`}
        id={form.id}
        noValidate={form.noValidate}
        onSubmit={form.onSubmit}
        preventScrollReset
        className="mt-6 space-y-6"
      >
        {balanceCents > 0 ? (
          <div className="border-s-4 border-s-negative bg-sunken px-4 py-3">
            <input type="hidden" name="expected_balance" value={toDecimal(balanceCents)} />
            <CheckboxField meta={fields.forfeit_balance}>
              {t("profile.forfeit", { balance: format.credits(balanceCents) })}
            </CheckboxField>
            <p className="ms-8 text-sm text-muted">
              {t("profile.forfeit_hint")}{" "}
              <Link to="/contact-us" className="link">
                {t("profile.forfeit_contact")}
              </Link>
            </p>
          </div>
        ) : null}
        <PasswordField
          meta={fields.password}
          label={t("profile.your_password")}
          autoComplete="current-password"
        />
        <DialogFoot>
          <div className="flex flex-col gap-3 sm:flex-row">
            <SubmitButton name="intent" value="delete" size="large">
              {t("profile.delete_confirm")}
            </SubmitButton>
            <ButtonLink to={HERE} kind="secondary" size="large" preventScrollReset>
              {t("profile.cancel")}
            </ButtonLink>
          </div>
        </DialogFoot>
      </Form>
    </Dialog>
  );
}
