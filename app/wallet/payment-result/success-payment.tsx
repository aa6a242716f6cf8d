import { useT } from "#app/i18n/i18n.tsx";
import { requireUser, requireUserMiddleware } from "#app/middleware/guards.ts";
import { ButtonLink } from "#app/ui/base/button.tsx";
import { Credits } from "#app/ui/base/credits.tsx";
import { PaymentMessage } from "#app/wallet/payment-message.tsx";
import type { Route } from "./+types/success-payment";
import { requireSuccess } from "./payment-status.server.ts";

export const middleware: Route.MiddlewareFunction[] = [requireUserMiddleware];

/** Thanks for a payment that has arrived; any other is redirected to its real status. */
export async function loader({ context }: Route.LoaderArgs) {
  await requireSuccess(context);
  return { balanceCents: (await requireUser(context)).balanceCents };
}

export default function SuccessPayment({ loaderData }: Route.ComponentProps) {
  const t = useT();
  return (
    <PaymentMessage
      tone="positive"
      icon="check"
      title={t("payment.success_title")}
      text={t("payment.success_text")}
      details={
        <p className="mt-2 font-display text-3xl tabular-nums">
          <Credits cents={loaderData.balanceCents} />
        </p>
      }
    >
      <ButtonLink to="/dashboard/deposits">{t("payment.view_deposits")}</ButtonLink>
      <ButtonLink to="/dashboard" kind="secondary">
        {t("payment.to_dashboard")}
      </ButtonLink>
    </PaymentMessage>
  );
}
