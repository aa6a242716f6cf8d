import { CheckboxField, type FieldMeta, PasswordField } from "#app/forms/field.tsx";
import type { FailedForm, LoadedForm } from "#app/forms/form-types.ts";
import { seenOf } from "#app/forms/seen/seen-state.ts";
import { SubmitButton } from "#app/forms/submit-button.tsx";
import { BoundForm, useAppForm } from "#app/forms/use-app-form.tsx";
import { useFormat, useT } from "#app/i18n/i18n.tsx";
import { languageProps } from "#app/i18n/text-in.tsx";
import { WITHDRAWAL_PATH } from "#app/request/withdrawal-receipt.ts";
import { Link } from "#app/ui/base/link.tsx";
import { ButtonRow } from "#app/ui/button-row.tsx";
import { CloseButton, Dialog } from "#app/ui/dialog.tsx";
import { toDecimal } from "#domain/money.ts";
import type { LockedOrders } from "./profile.server.ts";

const PATH = "/dashboard/profile";

/**
 * Confirmation before deleting an account (spec §2): what is deleted, what is kept, and what
 * happens to the balance and to orders that can still be withdrawn from.
 */
export function DeletionDialog(props: {
  balanceCents: number;
  /** Orders whose money would, or might, still be refunded; null if there are none. */
  locked: LockedOrders | null;
  loaded: LoadedForm<"password" | "forfeit_balance">;
  failed: FailedForm | undefined;
}) {
  const { balanceCents, locked } = props;
  const t = useT();
  const form = useAppForm(props.loaded, props.failed);
  const { fields } = form;
  // The ticked box refers to these amounts: if they have changed, the API rejects the form with
  // that reason. A form rejected for that reason is shown again with the current amounts.
  const isJudged = Boolean(form.failed?.reply.error?.forfeit_balance);
  const seen = (name: string, cents: number) => {
    const current = toDecimal(cents);
    return isJudged ? current : seenOf(props.loaded, form.failed, { name, current });
  };
  return (
    <Dialog title={t("profile.delete_title")} closeTo={PATH} returnTo="delete-link">
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
        action={`${PATH}?delete=1`}
        preventScrollReset
        className="mt-6 space-y-6"
      >
        <input
          type="hidden"
          name="expected_orders"
          value={seen("expected_orders", locked?.ordersCents ?? 0)}
        />
        <input
          type="hidden"
          name="expected_balance"
          value={seen("expected_balance", balanceCents)}
        />
        {balanceCents > 0 || locked ? (
          <ForfeitConsent
            meta={fields.forfeit_balance}
            balanceCents={balanceCents}
            locked={locked}
          />
        ) : null}
        <PasswordField
          meta={fields.password}
          label={t("profile.your_password")}
          autoComplete="current-password"
        />
        <ButtonRow>
          <CloseButton to={PATH} size="large">
            {t("profile.cancel")}
          </CloseButton>
          <SubmitButton name="intent" value="delete" size="large">
            {t("profile.delete_confirm")}
          </SubmitButton>
        </ButtonRow>
      </BoundForm>
    </Dialog>
  );
}

/** The money that would be given up, and the checkbox to agree to that. */
function ForfeitConsent(props: {
  meta: FieldMeta;
  balanceCents: number;
  locked: LockedOrders | null;
}) {
  const { meta, balanceCents, locked } = props;
  const { openCents = 0, heldCents = 0 } = locked ?? {};
  const t = useT();
  const format = useFormat();
  return (
    <div className="border-s-4 border-s-negative bg-sunken px-4 py-3">
      {locked && openCents > 0 ? <WithdrawableOrders {...locked} /> : null}
      {locked && heldCents > 0 ? <HeldOrders {...locked} /> : null}
      <CheckboxField meta={meta}>
        {[
          balanceCents > 0 && t("profile.forfeit", { balance: format.credits(balanceCents) }),
          openCents > 0 && t("profile.forfeit_orders", { amount: format.credits(openCents) }),
          heldCents > 0 && t("profile.forfeit_undecided", { amount: format.credits(heldCents) }),
        ]
          .filter(Boolean)
          .join(" ")}
      </CheckboxField>
      {balanceCents > 0 ? (
        <p className="ms-8 text-sm text-muted">
          {t("profile.forfeit_hint")}{" "}
          <Link to="/contact-us" className="link">
            {t("profile.forfeit_contact")}
          </Link>
        </p>
      ) : null}
    </div>
  );
}

/**
 * Orders to withdraw from first: each link leads to one order's screen, the last one to all of
 * them.
 */
function WithdrawableOrders({ orders, openCents }: LockedOrders) {
  const t = useT();
  const format = useFormat();
  return (
    <>
      <p>{t("profile.forfeit_withdraw", { amount: format.credits(openCents) })}</p>
      <ul className="divide-y divide-line">
        {orders.map(({ id, title, titleLanguage, amountCents }) => (
          <li key={id}>
            <Link
              to={`/dashboard?order=${encodeURIComponent(id)}`}
              className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 py-2"
            >
              <span className="link wrap-anywhere">
                <bdi {...languageProps(titleLanguage)}>{title}</bdi>
              </span>
              <span className="flex-none text-muted tabular-nums">
                {format.credits(amountCents)}
              </span>
            </Link>
          </li>
        ))}
      </ul>
      <p className="mb-3">
        <Link to={WITHDRAWAL_PATH} className="link inline-flex min-h-11 items-center">
          {t("withdrawal.link")}
        </Link>
      </p>
    </>
  );
}

/** Orders that wait for a decision. Without links: their screens only offer to take it back. */
function HeldOrders({ heldOrders }: LockedOrders) {
  const t = useT();
  const format = useFormat();
  return (
    <>
      <p>{t("profile.forfeit_held")}</p>
      <ul className="mb-3 divide-y divide-line">
        {heldOrders.map(({ id, title, titleLanguage, amountCents }) => (
          <li key={id} className="flex min-h-11 items-center justify-between gap-4 py-2">
            <bdi {...languageProps(titleLanguage)} className="wrap-anywhere">
              {title}
            </bdi>
            <span className="flex-none text-muted tabular-nums">{format.credits(amountCents)}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
