import { useEffect, useMemo, useRef } from "react";
import type { ProductView } from "#app/api-client/catalog.server.ts";
import type { ConsentQuestion } from "#app/forms/consent/consent.server.ts";
import { ApplicablePages, ConsentBox } from "#app/forms/consent/consent-box.tsx";
import { CONTACT_FIELDS, ContactFields } from "#app/forms/contact-fields.tsx";
import type { FailedDeposit } from "#app/forms/deposit/deposit-form.server.ts";
import { RateText, SeenRate } from "#app/forms/deposit/seen-rate.tsx";
import { CheckboxField, Field, type FieldMeta, RadioGroup } from "#app/forms/field.tsx";
import { SubmitButton } from "#app/forms/submit-button.tsx";
import { BoundForm, type BrowserForm, useAppForm } from "#app/forms/use-app-form.tsx";
import { useFormat, useLocale, useT } from "#app/i18n/i18n.tsx";
import { TitleSentence } from "#app/i18n/text-in.tsx";
import { Icon } from "#app/ui/base/icon.tsx";
import { useLayoutData } from "#app/ui/base/layout-data.ts";
import { Link } from "#app/ui/base/link.tsx";
import { DialogFooter } from "#app/ui/dialog.tsx";
import { toDecimal } from "#domain/money.ts";
import type { TopUpData } from "./checkout.server.ts";
import { raiseDeposit } from "./raised-deposit.ts";

const FIELDS_IN_ORDER = ["amount", ...CONTACT_FIELDS, "payment_method", "buy"] as const;

type Fields = BrowserForm<(typeof FIELDS_IN_ORDER)[number] | "consent">["fields"];

/**
 * The deposit modal (spec §2) of a product: the missing amount, the payer and payment method, and
 * whether to buy the product automatically after payment.
 */
export function TopUpForm(props: {
  product: ProductView;
  topUp: TopUpData;
  rateBasisPoints: number | null;
  failed: FailedDeposit | undefined;
  consent: ConsentQuestion | null;
}) {
  const { product, topUp, rateBasisPoints, consent } = props;
  const { enoughCents } = topUp;
  const t = useT();
  const format = useFormat();
  const locale = useLocale();
  const failed: FailedDeposit | undefined = props.failed ?? topUp.kept ?? undefined;
  const raised = useMemo(
    () => raiseDeposit(failed, { enoughCents, locale }),
    [failed, enoughCents, locale],
  );
  const form = useAppForm(topUp.form, raised?.form ?? failed, topUp.prefilled);
  const { fields } = form;
  const price = format.credits(product.priceCents);
  const note = raised ? <RaisedNote amount={format.money(enoughCents ?? 0)} /> : null;
  return (
    <>
      <div className="mt-6">
        <BoundForm
          of={form}
          summary={FIELDS_IN_ORDER}
          lead={form.isUnclear ? <Unclear /> : note}
          className="space-y-6 border-t border-line pt-5"
        >
          <input type="hidden" name="prompt_id" value={product.id} />
          <input type="hidden" name="expected_price" value={toDecimal(product.priceCents)} />
          <AmountField
            meta={fields.amount}
            limits={topUp.limits}
            rateBasisPoints={rateBasisPoints}
            raised={raised}
          />
          <PayerFields
            fields={fields}
            countries={topUp.countries}
            contactLine={topUp.contactLine}
          />
          <RadioGroup
            meta={fields.payment_method}
            legend={t("deposit.method")}
            isNested
            choices={(form.failed?.methods ?? topUp.methods).map(({ id, name }) => ({
              value: id,
              label: name ?? t(`deposit.${id}`),
              hint: name === null ? t(`deposit.${id}_hint`) : undefined,
            }))}
          />
          <div className="border-t border-line pt-3">
            {topUp.canBuy ? (
              <CheckboxField meta={fields.buy}>
                <TitleSentence
                  text="deposit.buy"
                  values={{ price }}
                  title={product.title}
                  language={product.titleLanguage}
                />
                <span className="block text-sm text-muted">{t("deposit.buy_hint")}</span>
              </CheckboxField>
            ) : null}
            {consent && topUp.canBuy ? (
              <ConsentBox
                version={consent.version}
                isPaidFirst
                isTicked={fields.consent.initialValue === consent.version}
              />
            ) : null}
            <ApplicablePages />
          </div>
        </BoundForm>
      </div>
      <PayFooter formId={form.id} />
    </>
  );
}

function AmountField(props: {
  meta: FieldMeta;
  limits: TopUpData["limits"];
  rateBasisPoints: number | null;
  raised: ReturnType<typeof raiseDeposit>;
}) {
  const { meta, limits, rateBasisPoints, raised } = props;
  const t = useT();
  const format = useFormat();
  const input = useRef<HTMLInputElement>(null);
  // A field keeps what was typed into it when its initial value changes.
  useEffect(() => {
    if (raised && input.current) input.current.value = raised.amount;
  }, [raised]);
  const hint =
    limits &&
    t("deposit.amount_hint", {
      min: format.money(limits.minCents),
      max: format.money(limits.maxCents),
    });
  return (
    <div>
      <Field
        meta={meta}
        ref={input}
        label={t("deposit.amount")}
        hint={hint ?? undefined}
        inputMode="decimal"
        autoComplete="transaction-amount"
      />
      {rateBasisPoints === null ? null : (
        <p className="mt-2 text-sm text-muted">
          <SeenRate basisPoints={rateBasisPoints} />
          <RateText basisPoints={rateBasisPoints} />
        </p>
      )}
    </div>
  );
}

/** Saved contact details are shown on one line, which can be expanded. */
function PayerFields(props: { fields: Fields } & Pick<TopUpData, "countries" | "contactLine">) {
  const { fields, countries, contactLine } = props;
  const t = useT();
  if (contactLine === null) {
    return (
      <fieldset>
        <legend className="font-medium">{t("deposit.contact")}</legend>
        <p className="mt-1 mb-4 text-sm text-muted">
          {t("deposit.contact_hint")} {t("deposit.contact_saved")}
        </p>
        <ContactFields fields={fields} countries={countries} />
      </fieldset>
    );
  }
  const hasErrors = CONTACT_FIELDS.some((name) => fields[name].errors !== undefined);
  return (
    <details open={hasErrors} className="group">
      <summary className="flex min-h-11 cursor-pointer items-center justify-between gap-4 rounded-control">
        <span>
          <span className="font-medium">{t("deposit.contact")}</span>
          <span className="block text-sm text-muted">{contactLine}</span>
        </span>
        <span className="link flex-none text-sm">{t("deposit.contact_change")}</span>
      </summary>
      <div className="mt-4">
        <ContactFields fields={fields} countries={countries} />
      </div>
    </details>
  );
}

function PayFooter({ formId }: { formId: string }) {
  const t = useT();
  const { settings } = useLayoutData();
  return (
    <DialogFooter>
      <SubmitButton form={formId} size="large" className="w-full">
        {t("deposit.pay")}
      </SubmitButton>
      {settings.isSandbox ? (
        <p className="mt-2 flex items-center justify-center gap-2 text-sm text-muted">
          <Icon name="info" className="size-4" />
          {t("deposit.sandbox")}
        </p>
      ) : null}
    </DialogFooter>
  );
}

function RaisedNote({ amount }: { amount: string }) {
  const t = useT();
  return (
    <p role="status" className="mb-5 rounded-card border-s-4 border-s-warning bg-sunken p-4">
      {t("deposit.raised", { amount })}
    </p>
  );
}

/** It is unknown whether the deposit was opened (spec §8 Checkout failed): says where to look. */
function Unclear() {
  const t = useT();
  return (
    <div role="alert" className="mt-5 rounded-card border-s-4 border-s-warning bg-sunken p-4">
      <p>{t("deposit.unclear")}</p>
      <Link to="/dashboard/deposits" className="link mt-1 inline-flex min-h-11 items-center">
        {t("payment.view_deposits")}
      </Link>
    </div>
  );
}
