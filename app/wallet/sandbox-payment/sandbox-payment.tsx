import { data } from "react-router";
import { ErrorSummary } from "#app/forms/error-summary.tsx";
import { parseForm } from "#app/forms/parse-form.server.ts";
import { SubmitButton } from "#app/forms/submit-button.tsx";
import { useFormat, useT } from "#app/i18n/i18n.tsx";
import { requireUserMiddleware } from "#app/middleware/guards.ts";
import { ButtonLink, buttonClass } from "#app/ui/base/button.tsx";
import { Icon } from "#app/ui/base/icon.tsx";
import { Form } from "#app/ui/base/link.tsx";
import { PageTitle } from "#app/ui/base/page-title.tsx";
import { useThroughLinks } from "#app/ui/base/use-through-links.ts";
import { PaymentMessage } from "#app/ui/payment-message.tsx";
import { nameMethod } from "#app/ui/payment-method.ts";
import { StatusBadge } from "#app/wallet/deposit-status.tsx";
import type { Route } from "./+types/sandbox-payment";
import { decide, findPayment, sandboxFormSchema } from "./sandbox-payment.server.ts";

export const middleware: Route.MiddlewareFunction[] = [requireUserMiddleware];

export async function loader({ context, params }: Route.LoaderArgs) {
  const payment = await findPayment(context, params.token);
  return data({ payment }, { status: payment === null ? 404 : 200 });
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const submission = await parseForm(request, sandboxFormSchema);
  if (submission.status !== "success") {
    return data({ reply: submission.reply() }, { status: 422 });
  }
  return decide(context, params.token, submission.value.decision);
}

const DECISIONS = ["pay", "pay_later", "decline", "cancel"] as const;

/** The hosted page of the sandbox provider (design §4): the payer picks the payment's outcome. */
export default function SandboxPayment({ loaderData, actionData }: Route.ComponentProps) {
  const { payment } = loaderData;
  const reply = useThroughLinks(actionData)?.reply;
  if (payment === null) return <GonePayment />;
  if (payment.status === "paid") return <PaidPayment payment={payment} reply={reply} />;
  if (payment.status !== "open") return <FinishedPayment payment={payment} />;
  return <OpenPayment payment={payment} reply={reply} />;
}

type Payment = NonNullable<Route.ComponentProps["loaderData"]["payment"]>;
type Reply = NonNullable<Route.ComponentProps["actionData"]>["reply"] | undefined;

function OpenPayment({ payment, reply }: { payment: Payment; reply: Reply }) {
  const t = useT();
  const format = useFormat();
  const { method } = payment;
  return (
    <div className="page-narrow pt-10 pb-20 md:pt-14">
      <PageTitle title={t("sandbox.title")} hasErrors={Boolean(reply)} isPrivate />
      <div role="note" className="mb-8 flex gap-3 rounded-card bg-sunken p-4">
        <Icon name="info" className="mt-0.5 size-5 text-warning" />
        <p>
          <strong className="block text-warning">{t("sandbox.banner")}</strong>
          {t("sandbox.banner_text")}
        </p>
      </div>
      <h1 className="text-4xl md:text-5xl">{t("sandbox.title")}</h1>
      <dl className="card my-8 grid grid-cols-[auto_1fr] items-baseline gap-x-6 gap-y-3 p-6">
        <dt className="text-muted">{t("sandbox.amount")}</dt>
        <dd className="text-end font-display text-3xl">
          {format.money(payment.amountCents, payment.currency)}
        </dd>
        <dt className="text-muted">{t("sandbox.description")}</dt>
        <dd className="text-end">{payment.description}</dd>
        <dt className="text-muted">{t("sandbox.method")}</dt>
        <dd className="text-end">{nameMethod(t, method)}</dd>
      </dl>
      <ErrorSummary reply={reply} fields={[{ name: "decision", id: "decision-pay" }]} />
      <DecisionForm title={t("sandbox.decide")} decisions={DECISIONS} />
    </div>
  );
}

function DecisionForm({ title, decisions }: { title: string; decisions: readonly string[] }) {
  const t = useT();
  return (
    <Form method="post" aria-labelledby="sandbox-decide">
      <h2 id="sandbox-decide" className="mb-4 text-2xl">
        {title}
      </h2>
      <ul className="space-y-3">
        {decisions.map((decision) => (
          <li key={decision} className="grid items-center gap-x-4 gap-y-1 sm:grid-cols-2">
            <SubmitButton
              id={`decision-${decision}`}
              name="decision"
              value={decision}
              kind={decision === "pay" ? "primary" : "secondary"}
              aria-describedby={`decision-${decision}-hint`}
            >
              {t(`sandbox.${decision}`)}
            </SubmitButton>
            <p id={`decision-${decision}-hint`} className="text-sm text-muted">
              {t(`sandbox.${decision}_hint`)}
            </p>
          </li>
        ))}
      </ul>
    </Form>
  );
}

/** A paid payment: its payer may still dispute it at the bank, and the bank decides. */
function PaidPayment({ payment, reply }: { payment: Payment; reply: Reply }) {
  const t = useT();
  const { dispute } = payment;
  const decisions = dispute === null ? ["dispute"] : ["dispute_won", "dispute_lost"];
  const isOver = dispute === "won" || dispute === "lost";
  return (
    <>
      <FinishedPayment payment={payment} />
      {isOver ? null : (
        <div className="page-narrow pb-20">
          <ErrorSummary
            reply={reply}
            fields={[{ name: "decision", id: `decision-${decisions[0]}` }]}
          />
          <DecisionForm
            title={t(dispute === null ? "sandbox.decide" : "sandbox.disputed_title")}
            decisions={decisions}
          />
        </div>
      )}
    </>
  );
}

/** A payment's state, as the corresponding deposit status. */
const STATUS_OF: Record<string, string> = { paid: "success", canceled: "failed" };

function FinishedPayment({ payment: { status, returnUrl } }: { payment: Payment }) {
  const t = useT();
  return (
    <PaymentMessage
      tone="neutral"
      icon="info"
      title={t("sandbox.finished_title")}
      text={t("sandbox.finished_text")}
      details={
        <p className="mt-4">
          <StatusBadge status={STATUS_OF[status] ?? status} />
        </p>
      }
    >
      {returnUrl ? (
        <a href={returnUrl} className={buttonClass()}>
          {t("sandbox.continue")}
        </a>
      ) : (
        <ButtonLink to="/dashboard/deposits">{t("payment.view_deposits")}</ButtonLink>
      )}
    </PaymentMessage>
  );
}

function GonePayment() {
  const t = useT();
  return (
    <PaymentMessage
      tone="neutral"
      icon="close"
      title={t("errors.payment_not_found")}
      text={t("sandbox.gone_text")}
    >
      <ButtonLink to="/dashboard/deposits/create">{t("dashboard.deposit")}</ButtonLink>
      <ButtonLink to="/dashboard/deposits" kind="secondary">
        {t("payment.view_deposits")}
      </ButtonLink>
    </PaymentMessage>
  );
}
