import { CheckboxField, PasswordField } from "#app/forms/field.tsx";
import type { FailedForm, LoadedForm } from "#app/forms/form-types.ts";
import { SubmitButton } from "#app/forms/submit-button.tsx";
import { BoundForm, useAppForm } from "#app/forms/use-app-form.tsx";
import { useFormat, useT } from "#app/i18n/i18n.tsx";
import { ButtonLink } from "#app/ui/base/button.tsx";
import { Link } from "#app/ui/base/link.tsx";
import { Dialog, DialogFoot } from "#app/ui/dialog.tsx";
import { toDecimal } from "#domain/money.ts";

const HERE = "/dashboard/profile";

/**
 * Confirmation before deleting an account (spec §2): what is deleted, what is kept, and what
 * happens to the balance.
 */
export function DeletionDialog(props: {
  balanceCents: number;
  loaded: LoadedForm<"password" | "forfeit_balance">;
  failed: FailedForm | undefined;
}) {
  const { balanceCents } = props;
  const t = useT();
  const format = useFormat();
  const form = useAppForm(props.loaded, props.failed);
  const { fields } = form;
  return (
    <Dialog title={t("profile.delete_title")} closeTo={HERE}>
      <BoundForm
        of={form}
        summary={["forfeit_balance", "password"]}
        lead={
          <>
            <p>{t("profile.delete_what")}</p>
            <p className="mt-3 text-muted">
              {t("profile.delete_stays")}{" "}
              <Link to="/dashboard" className="link">
                {t("profile.delete_orders")}
              </Link>
            </p>
          </>
        }
        action={`${HERE}?delete=1`}
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
      </BoundForm>
    </Dialog>
  );
}
