import { useForm } from "@conform-to/react";
import { data, type RouterContextProvider } from "react-router";
import type { Settings } from "#api/contract/site.ts";
import { checkout } from "#app/api-client/deposits.server.ts";
import { getSettings } from "#app/api-client/site.server.ts";
import { isOutcomeUnclear } from "#app/api-client/transport/api-error.server.ts";
import { ContactFields } from "#app/forms/contact-fields.tsx";
import { loadCountries } from "#app/forms/countries.server.ts";
import { ErrorSummary } from "#app/forms/error-summary.tsx";
import { RadioGroup } from "#app/forms/field.tsx";
import { keepForm } from "#app/forms/keep-input.ts";
import { createOperationId, nextOperationId } from "#app/forms/operation-id.server.ts";
import { getConstraints, parseForm, statusOfRefusal } from "#app/forms/parse-form.server.ts";
import { replyWithApiError } from "#app/forms/submission.server.ts";
import { SubmitButton } from "#app/forms/submit-button.tsx";
import { createFormat, useT } from "#app/i18n/i18n.tsx";
import { requireUser, requireUserMiddleware } from "#app/middleware/guards.ts";
import { getLocale, getMessage } from "#app/middleware/locale.ts";
import { getApi, getUrl } from "#app/middleware/session-relay.ts";
import { Icon } from "#app/ui/base/icon.tsx";
import { useLayoutData } from "#app/ui/base/layout-data.ts";
import { Form, Link } from "#app/ui/base/link.tsx";
import { PageTitle } from "#app/ui/base/page-title.tsx";
import { PAYMENT_METHODS } from "#domain/deposits.ts";
import { DEFAULT_CURRENCY } from "#domain/money.ts";
import type { Route } from "./+types/create-deposit";
import { AmountFields } from "./amount-fields.tsx";
import {
  createDepositSchema,
  DEPOSIT_FIELDS,
  leadToPayment,
  toFormError,
  toLimits,
  validateBeforeCheckout,
} from "./create-deposit.server.ts";
import { readWantedAmount } from "./quick-amounts.ts";

export const middleware: Route.MiddlewareFunction[] = [requireUserMiddleware];

export async function loader({ context }: Route.LoaderArgs) {
  const api = getApi(context);
  const [user, settings, countries] = await Promise.all([
    requireUser(context),
    getSettings(api),
    loadCountries(context),
  ]);
  const limits = toLimits(settings);
  return {
    limits,
    constraints: getConstraints(createSchema(context, settings), DEPOSIT_FIELDS),
    countries,
    operationId: createOperationId(),
    prefilled: {
      amount: readWantedAmount(getUrl(context).searchParams.get("amount")),
      first_name: user.name,
      last_name: user.surname,
      email: user.email,
      phone: user.phone,
      payment_method: "card",
    },
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const api = getApi(context);
  const settings = await getSettings(api);
  const schema = createSchema(context, settings);
  const submission = await parseForm(request, schema, DEPOSIT_FIELDS);
  const sentId = submission.payload.operation_id;
  if (submission.status !== "success") {
    const operationId = nextOperationId(sentId, null);
    const answer = { reply: submission.reply(), isUnclear: false, operationId };
    return data(answer, { status: 422 });
  }
  try {
    const body = { ...submission.value, currency: DEFAULT_CURRENCY } as const;
    await validateBeforeCheckout(api, body);
    return await leadToPayment(context, await checkout(api, body));
  } catch (error) {
    const message = getMessage(context);
    const reply = replyWithApiError(submission, toFormError(error), (text) =>
      message(text || "Checkout failed"),
    );
    const isUnclear = isOutcomeUnclear(error);
    const answer = { reply, isUnclear, operationId: nextOperationId(sentId, error) };
    return data(answer, { status: statusOfRefusal(error) });
  }
}

/** A failure on the way leaves the form as it is; sent again under the same id it is one deposit. */
export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const sent = await request.clone().formData();
  const kept = { operationId: String(sent.get("operation_id")), isUnclear: true };
  return keepForm(() => serverAction(), "Checkout failed", kept);
}

function createSchema(context: Readonly<RouterContextProvider>, settings: Settings) {
  const format = createFormat(getLocale(context), settings.internal_currency_name);
  return createDepositSchema(toLimits(settings), format.money);
}

type DepositForm = Record<(typeof DEPOSIT_FIELDS)[number], string>;

export default function CreateDeposit({ loaderData, actionData }: Route.ComponentProps) {
  const t = useT();
  const { settings } = useLayoutData();
  const reply = actionData?.reply;
  const [form, fields] = useForm<DepositForm>({
    lastResult: reply,
    constraint: loaderData.constraints,
    defaultValue: loaderData.prefilled,
  });
  return (
    <div className="page pt-10 pb-20 md:pt-14">
      <PageTitle title={t("deposit.title")} hasErrors={Boolean(reply)} isPrivate />
      <div className="mx-auto max-w-3xl">
        <h1 className="text-4xl md:text-5xl">{t("deposit.title")}</h1>
        <p className="mt-4 mb-8 text-muted">
          {t("deposit.lead", { currency: settings.internal_currency_name })}
        </p>
        <ErrorSummary reply={reply} fields={listFields(fields)} />
        {actionData?.isUnclear ? <UnclearNote /> : null}
        <Form
          method="post"
          id={form.id}
          noValidate={form.noValidate}
          onSubmit={form.onSubmit}
          className="space-y-12"
        >
          <input
            type="hidden"
            name="operation_id"
            value={actionData?.operationId ?? loaderData.operationId}
          />
          <AmountFields meta={fields.amount} limits={loaderData.limits} />
          <fieldset>
            <legend className="font-display text-2xl">{t("deposit.contact")}</legend>
            <p className="mt-2 mb-5 text-muted">{t("deposit.contact_hint")}</p>
            <ContactFields fields={fields} countries={loaderData.countries} />
          </fieldset>
          <RadioGroup
            meta={fields.payment_method}
            legend={t("deposit.method")}
            choices={PAYMENT_METHODS.map((method) => ({
              value: method,
              label: t(`deposit.${method}`),
              hint: t(`deposit.${method}_hint`),
            }))}
          />
          <div>
            <SubmitButton size="large" className="w-full sm:w-auto">
              {t("deposit.submit")}
            </SubmitButton>
            {settings.is_sandbox ? (
              <p className="mt-4 flex items-center gap-2 text-sm text-muted">
                <Icon name="info" className="size-4" />
                {t("deposit.sandbox")}
              </p>
            ) : null}
          </div>
        </Form>
      </div>
    </div>
  );
}

/** Nobody knows whether the deposit was opened (spec §8 Checkout failed): where to look. */
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

type Fields = ReturnType<typeof useForm<DepositForm>>[1];

/** The fields in the order of the form, for the error summary. */
function listFields(fields: Fields) {
  return [
    fields.amount,
    fields.first_name,
    fields.last_name,
    fields.email,
    fields.phone,
    fields.address,
    fields.city,
    fields.post_code,
    fields.country,
    fields.payment_method,
  ];
}
