import { useT } from "#app/i18n/i18n.tsx";
import { requireUser, requireUserMiddleware } from "#app/middleware/guards.ts";
import { ButtonLink } from "#app/ui/base/button.tsx";
import { Credits } from "#app/ui/base/credits.tsx";
import { PaymentMessage } from "#app/ui/payment-message.tsx";
import type { Route } from "./+types/success-payment";
import { loadIntended } from "./intended-purchase.server.ts";
import { IntendedPurchase } from "./intended-purchase.tsx";
import { requireSuccess } from "./payment-status.server.ts";

export const middleware: Route.MiddlewareFunction[] = [requireUserMiddleware];

/** Thanks for a completed payment; any other is redirected to its actual status. */
export async function loader({ context }: Route.LoaderArgs) {
  const { purchase } = await requireSuccess(context);
  const { id, balanceCents } = await requireUser(context);
  const intended = await loadIntended(context, purchase, balanceCents);
  return { sender: id, balanceCents, intended };
}

export default function SuccessPayment({ loaderData }: Route.ComponentProps) {
  const t = useT();
  const { intended } = loaderData;
  return (
    <PaymentMessage
      tone="positive"
      icon="check"
      title={t("payment.success_title")}
      text={t("payment.success_text")}
      details={
        <>
          <p className="mt-2 font-display text-3xl">
            <Credits cents={loaderData.balanceCents} />
          </p>
          {intended ? <IntendedPurchase intended={intended} sender={loaderData.sender} /> : null}
        </>
      }
    >
      <ButtonLink to="/dashboard/deposits" kind={intended ? "secondary" : "primary"}>
        {t("payment.view_deposits")}
      </ButtonLink>
      <ButtonLink to="/dashboard" kind="secondary">
        {t("payment.to_dashboard")}
      </ButtonLink>
    </PaymentMessage>
  );
}
