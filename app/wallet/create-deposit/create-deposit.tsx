import { getFeatures } from "#app/api-client/site.server.ts";
import { CONTACT_FIELDS, ContactFields } from "#app/forms/contact-fields.tsx";
import { loadCountries } from "#app/forms/country/countries.server.ts";
import {
  depositForm,
  type FailedDeposit,
  loadMethods,
  startDeposit,
} from "#app/forms/deposit/deposit-form.server.ts";
import { loadDepositPrefill } from "#app/forms/deposit/deposit-prefill.server.ts";
import { KEPT_DEPOSIT_FIELDS, restoreDeposit } from "#app/forms/deposit/kept-deposit.server.ts";
import { RadioGroup } from "#app/forms/field.tsx";
import { InvoiceLink } from "#app/forms/invoice-link.tsx";
import { preserveFormMiddleware } from "#app/forms/kept-form.server.ts";
import { preserveInput } from "#app/forms/preserve-input.ts";
import { SubmitButton } from "#app/forms/submit-button.tsx";
import { BoundForm, useAppForm } from "#app/forms/use-app-form.tsx";
import { useCurrencyName, useT } from "#app/i18n/i18n.tsx";
import { requireUser, requireUserMiddleware } from "#app/middleware/guards.ts";
import { getLocale } from "#app/middleware/locale.ts";
import { getApi, getUrl } from "#app/middleware/session-relay.ts";
import { loadSettings } from "#app/request/load-settings.ts";
import { orNull } from "#app/request/or-null.ts";
import { requireVerifiedEmailMiddleware } from "#app/request/verified-email.ts";
import { Icon } from "#app/ui/base/icon.tsx";
import { useLayoutData } from "#app/ui/base/layout-data.ts";
import { Link } from "#app/ui/base/link.tsx";
import { PageTitle } from "#app/ui/base/page-title.tsx";
import { useThroughLinks } from "#app/ui/base/use-through-links.ts";
import { HoldNote } from "#app/ui/hold-note.tsx";
import type { Route } from "./+types/create-deposit";
import { AmountFields } from "./amount-fields.tsx";
import { readRequestedAmount, toFieldAmount } from "./quick-amounts.ts";

export const middleware: Route.MiddlewareFunction[] = [
  preserveFormMiddleware("/dashboard/deposits/create", KEPT_DEPOSIT_FIELDS),
  requireUserMiddleware,
  requireVerifiedEmailMiddleware,
];

export async function loader({ context, request }: Route.LoaderArgs) {
  const api = getApi(context);
  const { balanceCents, hold } = await requireUser(context);
  const [settings, countries, { contact, amountCents, method }, features] = await Promise.all([
    loadSettings(context),
    loadCountries(context),
    loadDepositPrefill(context),
    orNull(context, "features", getFeatures(api)),
  ]);
  const requested = getUrl(context).searchParams.get("amount");
  const locale = getLocale(context);
  return {
    balanceCents,
    hold,
    limits: settings.depositLimits,
    form: await depositForm.load(context),
    kept: await restoreDeposit(context, request),
    countries,
    hasInvoices: features?.has("billing_details") ?? false,
    methods: await loadMethods(context, contact),
    prefilled: {
      ...contact,
      amount:
        amountCents === null
          ? readRequestedAmount(requested, locale)
          : toFieldAmount(amountCents, locale),
      payment_method: method,
    },
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  return startDeposit({ request, context });
}

export const clientAction = preserveInput;

const FIELDS_IN_ORDER = ["amount", ...CONTACT_FIELDS, "payment_method"] as const;

export default function CreateDeposit({ loaderData, actionData }: Route.ComponentProps) {
  const t = useT();
  const { settings } = useLayoutData();
  const currency = useCurrencyName();
  const sent = useThroughLinks(actionData);
  const failed: FailedDeposit | undefined = sent ?? loaderData.kept ?? undefined;
  const form = useAppForm(loaderData.form, failed, loaderData.prefilled);
  const { fields, reply } = form;
  const methods = form.failed?.methods ?? loaderData.methods;
  return (
    <div className="page pt-10 pb-20 md:pt-14">
      <PageTitle title={t("deposit.title")} hasErrors={Boolean(reply)} isPrivate />
      <div className="mx-auto max-w-3xl">
        <h1 className="text-4xl md:text-5xl">{t("deposit.title")}</h1>
        <p className="mt-4 mb-8 text-muted">{t("deposit.lead", { currency })}</p>
        <BoundForm
          of={form}
          summary={FIELDS_IN_ORDER}
          lead={form.isUnclear ? <UnclearNote /> : null}
          className="space-y-12"
        >
          <HoldNote hold={loaderData.hold} balanceCents={loaderData.balanceCents} />
          <AmountFields meta={fields.amount} limits={loaderData.limits} />
          <fieldset>
            <legend className="font-display text-2xl">{t("deposit.contact")}</legend>
            <p className="mt-2 mb-5 text-muted">
              {t("deposit.contact_hint")} {t("deposit.contact_saved")}
            </p>
            <ContactFields fields={fields} countries={loaderData.countries} />
            {loaderData.hasInvoices ? (
              <p className="mt-3">
                <InvoiceLink />
              </p>
            ) : null}
          </fieldset>
          <RadioGroup
            meta={fields.payment_method}
            legend={t("deposit.method")}
            choices={methods.map(({ id, name }) => ({
              value: id,
              label: name ?? t(`deposit.${id}`),
              hint: name === null ? t(`deposit.${id}_hint`) : undefined,
            }))}
          />
          <div>
            <SubmitButton size="large" className="w-full sm:w-auto">
              {t("deposit.submit")}
            </SubmitButton>
            {settings.isSandbox ? (
              <p className="mt-4 flex items-center gap-2 text-sm text-muted">
                <Icon name="info" className="size-4" />
                {t("deposit.sandbox")}
              </p>
            ) : null}
          </div>
        </BoundForm>
      </div>
    </div>
  );
}

/** It is unknown whether the deposit was opened (spec §8 Checkout failed): says where to look. */
function UnclearNote() {
  const t = useT();
  return (
    <div role="alert" className="card mb-8 border-s-4 border-s-warning p-5">
      <p>{t("deposit.unclear")}</p>
      <Link to="/dashboard/deposits" className="link mt-1 inline-flex min-h-11 items-center">
        {t("payment.view_deposits")}
      </Link>
    </div>
  );
}
