import type { RefundPlanView } from "#app/api-client/staff/orders.server.ts";
import type { FailedForm, LoadedForm } from "#app/forms/form-types.ts";
import { SubmitButton } from "#app/forms/submit-button.tsx";
import { TextArea } from "#app/forms/text-area.tsx";
import { BoundForm, useAppForm } from "#app/forms/use-app-form.tsx";
import { useCurrencyName, useFormat, useLocale, useT } from "#app/i18n/i18n.tsx";
import { useMessage } from "#app/i18n/use-message.ts";
import { BackLink } from "#app/staff/back-link.tsx";
import { StaffCard } from "#app/staff/staff-card.tsx";
import { Button } from "#app/ui/base/button.tsx";
import { Form } from "#app/ui/base/link.tsx";
import { PageTitle } from "#app/ui/base/page-title.tsx";
import { Fact } from "#app/ui/fact.tsx";
import { REFUND_DESTINATIONS, type RefundDestination } from "#domain/refunds.ts";
import { toTypedAmount } from "#domain/typed-amounts.ts";

type Loaded = {
  form: LoadedForm<"operation_id" | "amount" | "destination" | "reason">;
  request: { amount: string; destination: RefundDestination };
  plan: RefundPlanView | null;
  problem: string | null;
};

/**
 * A refund in two steps: amount and destination are selected and previewed by URL; the preview is
 * then confirmed with a reason.
 */
export function RefundScreen(props: {
  title: string;
  back: { to: string; text: string };
  /** A deposit can only be refunded to its source. */
  hasDestination: boolean;
  loaded: Loaded;
  failed: FailedForm | undefined;
}) {
  const { title, back, hasDestination, loaded, failed } = props;
  const message = useMessage();
  // Not even the whole rest of a deposit: another amount would not be either.
  const isImpossible = !hasDestination && loaded.problem !== null && loaded.request.amount === "";
  return (
    <article className="max-w-2xl">
      <PageTitle title={title} hasErrors={Boolean(failed)} isPrivate />
      <BackLink to={back.to}>{back.text}</BackLink>
      <h1 className="mt-2 mb-6 text-3xl">{title}</h1>
      {isImpossible ? null : <ChoiceForm {...loaded} hasDestination={hasDestination} />}
      {loaded.problem === null ? null : (
        <p role="alert" className="card mb-6 p-5 font-medium text-negative">
          {message(loaded.problem)}
        </p>
      )}
      {loaded.plan === null ? null : (
        <Confirmation
          key={`${loaded.plan.amount} ${loaded.request.destination}`}
          plan={loaded.plan}
          destination={hasDestination ? loaded.request.destination : "source"}
          loaded={loaded}
          failed={failed}
        />
      )}
    </article>
  );
}

function ChoiceForm(props: Loaded & { hasDestination: boolean }) {
  const { request, plan, problem, hasDestination } = props;
  const t = useT();
  const locale = useLocale();
  const shown = request.amount || (plan ? toTypedAmount(plan.leftCents, locale) : "");
  return (
    <Form method="get" className="mb-6 space-y-4">
      <div>
        <label htmlFor="refund-amount" className="mb-1.5 block font-medium">
          {t("staff_orders.refund_amount", { currency: useCurrencyName() })}
        </label>
        <input
          id="refund-amount"
          key={shown}
          name="amount"
          inputMode="decimal"
          autoComplete="off"
          defaultValue={shown}
          aria-invalid={problem !== null || undefined}
          className="input"
        />
      </div>
      {hasDestination ? (
        <fieldset>
          <legend className="mb-1.5 font-medium">{t("staff_orders.refund_to")}</legend>
          {REFUND_DESTINATIONS.map((destination) => (
            <label key={destination} className="flex min-h-11 items-center gap-3">
              <input
                type="radio"
                name="destination"
                value={destination}
                defaultChecked={destination === request.destination}
                className="size-5 flex-none accent-accent"
              />
              {t(`staff_orders.to_${destination}`)}
            </label>
          ))}
        </fieldset>
      ) : null}
      <Button type="submit" kind="secondary">
        {t("staff_orders.preview")}
      </Button>
    </Form>
  );
}

function Confirmation(props: {
  plan: RefundPlanView;
  destination: RefundDestination;
  loaded: Loaded;
  failed: FailedForm | undefined;
}) {
  const { plan, destination, loaded, failed } = props;
  const t = useT();
  const format = useFormat();
  const form = useAppForm(loaded.form, failed);
  return (
    <StaffCard id="plan" title={t("staff_orders.plan")}>
      <BoundForm
        of={form}
        summary={["amount", "reason"]}
        className="space-y-5"
        lead={
          <dl className="mb-5 border-t border-line tabular-nums">
            <Fact name={t("staff_orders.plan_amount")} keepsWords>
              {format.credits(plan.amountCents)}
            </Fact>
            {plan.debtCents > 0 ? (
              <Fact name={t("staff_orders.plan_debt")} keepsWords>
                {format.credits(plan.debtCents)}
              </Fact>
            ) : null}
            {plan.walletCents > 0 ? (
              <Fact name={t("staff_orders.plan_wallet")} keepsWords>
                {format.credits(plan.walletCents)}
              </Fact>
            ) : null}
            {plan.sources.map((source) => (
              <Fact
                key={source.depositId}
                name={t("staff_orders.plan_source", {
                  id: source.depositId,
                  provider: source.provider,
                })}
                keepsWords
              >
                {format.money(source.moneyCents, source.currency)}
              </Fact>
            ))}
            <Fact name={t("staff_orders.plan_closes")}>
              {t(plan.isClosing ? "staff_offers.yes" : "staff_offers.no")}
            </Fact>
          </dl>
        }
      >
        <input type="hidden" name="amount" value={plan.amount} />
        <input type="hidden" name="destination" value={destination} />
        <TextArea
          meta={form.fields.reason}
          label={t("staff_orders.reason")}
          hint={t("staff_orders.reason_hint")}
          rows={3}
        />
        <SubmitButton>
          {t("staff_orders.refund_now", { amount: format.credits(plan.amountCents) })}
        </SubmitButton>
      </BoundForm>
    </StaffCard>
  );
}
