import type { StaffSettingsView } from "#app/api-client/staff/settings.server.ts";
import { Field, type FieldMeta } from "#app/forms/field.tsx";
import type { FailedForm, LoadedForm } from "#app/forms/form-types.ts";
import { SubmitButton } from "#app/forms/submit-button.tsx";
import { BoundForm, useAppForm } from "#app/forms/use-app-form.tsx";
import { useLocale, useT } from "#app/i18n/i18n.tsx";
import { APPROVAL_WINDOW_DAYS } from "#domain/payouts.ts";
import { toTypedDecimal } from "#domain/typed-amounts.ts";
import { SettingsSection, Switch, toTicked } from "./settings-parts.tsx";

const FIELDS = [
  "eur_rate",
  "deposit_min",
  "deposit_max",
  "payout_debtor_name",
  "payout_debtor_iban",
  "payout_debtor_bic",
  "is_card_payout_enabled",
  "payout_approval_above",
  "balance_approval_above",
  "version",
] as const;
type Fields = Record<(typeof FIELDS)[number], FieldMeta>;
/** The contract sends amounts as decimals. */
const AMOUNTS = [
  "eur_rate",
  "deposit_min",
  "deposit_max",
  "payout_approval_above",
  "balance_approval_above",
] as const;

/** Fields whose errors have the same text, so the summary names the fields. */
const SUMMARY_LABELS: Partial<Record<(typeof FIELDS)[number], string>> = {
  deposit_min: "staff_settings.deposit_min",
  deposit_max: "staff_settings.deposit_max",
  payout_approval_above: "staff_settings.payout_limit",
  balance_approval_above: "staff_settings.balance_limit",
};

/** The rate, limits and the payout account: for staff with the right to pay out. */
export function MoneySettings(props: {
  money: NonNullable<StaffSettingsView["money"]>;
  loaded: LoadedForm<(typeof FIELDS)[number]>;
  failed: FailedForm | undefined;
  version: string;
}) {
  const { money, loaded } = props;
  const t = useT();
  const locale = useLocale();
  const amounts = AMOUNTS.map((name) => [name, toTypedDecimal(money.texts[name] ?? "", locale)]);
  const form = useAppForm(loaded, props.failed, {
    ...money.texts,
    ...Object.fromEntries(amounts),
    is_card_payout_enabled: toTicked(money.paysToCards),
  });
  const { fields } = form;
  return (
    <BoundForm
      of={form}
      summary={FIELDS.map((name) => {
        const key = SUMMARY_LABELS[name];
        return key === undefined ? name : { name, label: t(key) };
      })}
      action={`/staff/settings?form=${loaded.id}`}
      className="space-y-6"
    >
      <input type="hidden" name="version" value={props.version} />
      <DepositsSection fields={fields} />
      <PayoutAccountSection fields={fields} />
      <ApprovalSection fields={fields} />
      <SubmitButton>{t("staff_settings.save_money")}</SubmitButton>
    </BoundForm>
  );
}

/** The rate and the limits of deposits. */
function DepositsSection({ fields }: { fields: Fields }) {
  const t = useT();
  return (
    <SettingsSection title={t("staff_settings.money")}>
      <Field
        meta={fields.eur_rate}
        label={t("staff_settings.rate")}
        hint={t("staff_settings.rate_hint")}
        inputMode="decimal"
        className="sm:col-span-2"
      />
      <Field
        meta={fields.deposit_min}
        label={t("staff_settings.deposit_min")}
        inputMode="decimal"
      />
      <Field
        meta={fields.deposit_max}
        label={t("staff_settings.deposit_max")}
        hint={t("staff_settings.deposit_hint")}
        inputMode="decimal"
      />
    </SettingsSection>
  );
}

/** The account that payouts are transferred from, and whether cards are paid to as well. */
function PayoutAccountSection({ fields }: { fields: Fields }) {
  const t = useT();
  return (
    <SettingsSection title={t("staff_settings.payout_account")}>
      <Field
        meta={fields.payout_debtor_name}
        label={t("staff_settings.payout_name")}
        hint={t("staff_settings.payout_hint")}
        className="sm:col-span-2"
      />
      <Field
        meta={fields.payout_debtor_iban}
        label="IBAN"
        spellCheck={false}
        autoCapitalize="characters"
      />
      <Field
        meta={fields.payout_debtor_bic}
        label="BIC"
        hint={t("staff_settings.bic_hint")}
        spellCheck={false}
        autoCapitalize="characters"
      />
      <Switch
        meta={fields.is_card_payout_enabled}
        label={t("staff_settings.card_payouts")}
        hint={t("staff_settings.card_payouts_hint")}
      />
    </SettingsSection>
  );
}

/** The amounts above which a second person approves. */
function ApprovalSection({ fields }: { fields: Fields }) {
  const t = useT();
  return (
    <SettingsSection title={t("staff_settings.two_people")}>
      <Field
        meta={fields.payout_approval_above}
        label={t("staff_settings.payout_limit")}
        hint={t("staff_settings.payout_limit_hint", { days: APPROVAL_WINDOW_DAYS })}
        inputMode="decimal"
      />
      <Field
        meta={fields.balance_approval_above}
        label={t("staff_settings.balance_limit")}
        hint={t("staff_settings.balance_limit_hint")}
        inputMode="decimal"
      />
    </SettingsSection>
  );
}
