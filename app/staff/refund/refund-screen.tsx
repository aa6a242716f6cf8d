import type { ReactNode } from "react";
import type { RefundPlanView } from "#app/api-client/staff/orders.server.ts";
import { FieldErrors, initialText } from "#app/forms/field.tsx";
import type { FailedForm, LoadedForm } from "#app/forms/form-types.ts";
import { SubmitButton } from "#app/forms/submit-button.tsx";
import { TextArea } from "#app/forms/text-area.tsx";
import { BoundForm, useAppForm } from "#app/forms/use-app-form.tsx";
import { useCurrencyName, useFormat, useLocale, useT } from "#app/i18n/i18n.tsx";
import { useMessage } from "#app/i18n/use-message.ts";
import { BackLink } from "#app/staff/back-link.tsx";
import { StaleForm } from "#app/staff/forms/stale-form.tsx";
import { StaffCard } from "#app/staff/staff-card.tsx";
import { Button } from "#app/ui/base/button.tsx";
import { Form } from "#app/ui/base/link.tsx";
import { PageTitle } from "#app/ui/base/page-title.tsx";
import { useThroughLinks } from "#app/ui/base/use-through-links.ts";
import { Fact } from "#app/ui/fact.tsx";
import { REFUND_DESTINATIONS, type RefundDestination } from "#domain/refunds.ts";
import { toTypedAmount } from "#domain/typed-amounts.ts";

type Planned = {
  request: { amount: string; destination: RefundDestination };
  plan: RefundPlanView;
};

type Loaded = Omit<Planned, "plan"> & {
  form: LoadedForm<
    "operation_id" | "amount" | "destination" | "planned_amount" | "planned_destination" | "reason"
  >;
  plan: RefundPlanView | null;
  problem: string | null;
};

/**
 * A refund in two steps: amount and destination are selected and previewed through the URL; the
 * preview is then confirmed with a reason. The `planned` of a failed form is the preview of the
 * later selection.
 */
export function RefundScreen(props: {
  title: string;
  back: { to: string; text: string };
  /** A deposit can only be refunded to its source. */
  hasDestination: boolean;
  loaded: Loaded;
  failed: (FailedForm & { planned?: Planned }) | undefined;
}) {
  const { title, back, hasDestination, loaded } = props;
  const failed = useThroughLinks(props.failed);
  const { plan, request } = failed?.planned ?? loaded;
  // Not even the whole rest of a deposit can be refunded, so no other amount could be either.
  const isImpossible = !hasDestination && loaded.problem !== null && loaded.request.amount === "";
  const isWrong = plan === null && !isImpossible;
  return (
    <article className="max-w-2xl">
      <PageTitle title={title} hasErrors={Boolean(failed) || isWrong} isPrivate />
      <BackLink to={back.to}>{back.text}</BackLink>
      <h1 className="mt-2 mb-6 text-3xl">{title}</h1>
      {isWrong ? (
        <Form method="get" className="mb-6 space-y-4">
          <Choice {...{ hasDestination, request }} errorId={PROBLEM_ID} />
          <Button type="submit" kind="secondary">
            <PreviewText />
          </Button>
        </Form>
      ) : null}
      {plan === null && loaded.problem !== null ? (
        <Problem {...{ loaded, failed }} problem={loaded.problem} />
      ) : null}
      {plan === null ? null : (
        <Confirmation
          key={`${plan.amount} ${request.destination}`}
          {...{ hasDestination, plan, request, loaded, failed }}
        />
      )}
    </article>
  );
}

const PROBLEM_ID = "refund-problem";

/** Why there is no preview, next to the reason that was typed for it. */
function Problem(props: { loaded: Loaded; failed: FailedForm | undefined; problem: string }) {
  const { loaded, failed } = props;
  const t = useT();
  const reason = useMessage()(props.problem);
  if (failed) {
    const texts = [{ name: "reason", label: t("staff_orders.reason"), rows: 3 }] as const;
    return <StaleForm {...{ loaded: loaded.form, failed, reason, texts }} />;
  }
  return (
    <p id={PROBLEM_ID} role="alert" className="card mb-6 p-5 font-medium text-negative">
      {reason}
    </p>
  );
}

function PreviewText() {
  return useT()("staff_orders.preview");
}

/**
 * Amount and destination. They are sent with the confirmation, so that it applies to what is shown.
 */
function Choice(props: {
  hasDestination: boolean;
  request: Planned["request"];
  plan?: RefundPlanView;
  /** The id of the form that sends these fields, if it is not their parent. */
  formId?: string;
  amountId?: string;
  /** The element with the error of the amount. */
  errorId: string | undefined;
  children?: ReactNode;
}) {
  const { hasDestination, request, plan, formId, amountId = "refund-amount", errorId } = props;
  const t = useT();
  const locale = useLocale();
  // A deleted account has no balance.
  const isLeftBehind = plan !== undefined && plan.keptCents !== null;
  const shown = request.amount || (plan ? toTypedAmount(plan.leftCents, locale) : "");
  return (
    <>
      <div>
        <label htmlFor={amountId} className="mb-1.5 block font-medium">
          {t("staff_orders.refund_amount", { currency: useCurrencyName() })}
        </label>
        <input
          id={amountId}
          key={shown}
          form={formId}
          name="amount"
          inputMode="decimal"
          autoComplete="off"
          defaultValue={shown}
          aria-invalid={errorId ? true : undefined}
          aria-describedby={errorId}
          className="input"
        />
        {props.children}
      </div>
      {hasDestination ? (
        <fieldset>
          <legend className="mb-1.5 font-medium">{t("staff_orders.refund_to")}</legend>
          {REFUND_DESTINATIONS.map((destination) => (
            <label key={destination} className="flex min-h-11 items-center gap-3">
              <input
                type="radio"
                form={formId}
                name="destination"
                value={destination}
                defaultChecked={destination === request.destination}
                className="size-5 flex-none accent-accent"
              />
              {destination === "wallet" && isLeftBehind
                ? t("staff_orders.state.kept")
                : t(`staff_orders.to_${destination}`)}
            </label>
          ))}
        </fieldset>
      ) : null}
    </>
  );
}

/** Where the money of the previewed refund goes. */
function PlanFacts({ plan }: Pick<Planned, "plan">) {
  const t = useT();
  const format = useFormat();
  const parts = [
    { name: "staff_orders.plan_debt", cents: plan.debtCents },
    { name: "staff_orders.plan_wallet", cents: plan.walletCents },
    { name: "staff_orders.plan_kept", cents: plan.keptCents ?? 0 },
  ].filter(({ cents }) => cents > 0);
  return (
    <dl className="mb-5 border-t border-line tabular-nums">
      <Fact name={t("staff_orders.plan_amount")} keepsWords>
        {format.credits(plan.amountCents)}
      </Fact>
      {parts.map(({ name, cents }) => (
        <Fact key={name} name={t(name)} keepsWords>
          {format.credits(cents)}
        </Fact>
      ))}
      {plan.sources.map(({ depositId: id, provider, moneyCents, currency }) => (
        <Fact key={id} name={t("staff_orders.plan_source", { id, provider })} keepsWords>
          {format.money(moneyCents, currency)}
        </Fact>
      ))}
      <Fact name={t("staff_orders.plan_closes")}>
        {t(plan.isClosing ? "staff_offers.yes" : "staff_offers.no")}
      </Fact>
    </dl>
  );
}

function Confirmation(
  props: Planned & { hasDestination: boolean; loaded: Loaded; failed: FailedForm | undefined },
) {
  const { hasDestination, plan, request, loaded, failed } = props;
  const t = useT();
  const format = useFormat();
  const form = useAppForm(loaded.form, failed);
  const { fields } = form;
  const sent = form.reply && {
    amount: initialText(fields.amount),
    destination: REFUND_DESTINATIONS.find((one) => one === initialText(fields.destination)),
  };
  const destination = hasDestination ? request.destination : "source";
  return (
    <>
      <div className="mb-6 space-y-4">
        <Choice
          {...{ hasDestination, plan }}
          request={{
            amount: sent?.amount ?? request.amount,
            destination: sent?.destination ?? request.destination,
          }}
          formId={form.id}
          amountId={fields.amount.id}
          errorId={fields.amount.errors?.length ? fields.amount.errorId : undefined}
        >
          <FieldErrors meta={fields.amount} />
        </Choice>
        {/* The first button of the form, because Enter presses that one. */}
        <SubmitButton form={form.id} name="step" value="preview" kind="secondary" formNoValidate>
          <PreviewText />
        </SubmitButton>
      </div>
      <StaffCard id="plan" title={t("staff_orders.plan")}>
        <BoundForm
          of={form}
          summary={["amount", "reason"]}
          className="space-y-5"
          lead={<PlanFacts plan={plan} />}
        >
          {hasDestination ? null : <input type="hidden" name="destination" value={destination} />}
          <input type="hidden" name="planned_amount" value={plan.amount} />
          <input type="hidden" name="planned_destination" value={destination} />
          <TextArea
            meta={fields.reason}
            label={t("staff_orders.reason")}
            hint={t("staff_orders.reason_hint")}
            rows={3}
          />
          <SubmitButton>
            {t("staff_orders.refund_now", { amount: format.credits(plan.amountCents) })}
          </SubmitButton>
        </BoundForm>
      </StaffCard>
    </>
  );
}
