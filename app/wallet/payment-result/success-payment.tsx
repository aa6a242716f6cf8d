import { useFormat, useT } from "#app/i18n/i18n.tsx";
import { requireUser, requireUserMiddleware } from "#app/middleware/guards.ts";
import { ButtonLink } from "#app/ui/base/button.tsx";
import { Credits } from "#app/ui/base/credits.tsx";
import { HoldNote } from "#app/ui/hold-note.tsx";
import { PaymentMessage } from "#app/ui/payment-message.tsx";
import type { Route } from "./+types/success-payment";
import { loadIntended } from "./intended-purchase.server.ts";
import { IntendedPurchase } from "./intended-purchase.tsx";
import { requireSuccess } from "./payment-status.server.ts";

export const middleware: Route.MiddlewareFunction[] = [requireUserMiddleware];

/**
 * Thanks for a completed payment; a payment in any other status is redirected to its actual one.
 */
export async function loader({ context }: Route.LoaderArgs) {
  const { purchase, toDebtCents } = await requireSuccess(context);
  const { id, balanceCents, hold } = await requireUser(context);
  const found = await loadIntended(context, purchase, balanceCents);
  // Nothing can be bought while the balance is on hold.
  const isOffer = found?.kind === "ask" || found?.kind === "short";
  const intended = hold && isOffer ? null : found;
  return { sender: id, balanceCents, hold, toDebtCents, intended };
}

export default function SuccessPayment({ loaderData }: Route.ComponentProps) {
  const t = useT();
  const format = useFormat();
  const { intended, balanceCents, hold, toDebtCents } = loaderData;
  const isPlain = !intended && !hold;
  return (
    <PaymentMessage
      tone="positive"
      icon="check"
      title={t("payment.success_title")}
      text={t("payment.success_text")}
      details={
        <>
          <p className="mt-2 font-display text-3xl">
            <Credits cents={balanceCents} />
          </p>
          {toDebtCents > 0 ? (
            <p className="mt-2">
              {t("payments.to_debt", { credits: format.credits(toDebtCents) })}
            </p>
          ) : null}
          <HoldNote hold={hold} balanceCents={balanceCents} className="mt-8 text-start" />
          {intended ? <IntendedPurchase intended={intended} sender={loaderData.sender} /> : null}
        </>
      }
    >
      {isPlain ? <ButtonLink to="/products">{t("orders.browse")}</ButtonLink> : null}
      <ButtonLink to="/dashboard/deposits" kind={isPlain || intended ? "secondary" : "primary"}>
        {t("payment.view_deposits")}
      </ButtonLink>
      <ButtonLink to="/dashboard" kind="secondary">
        {t("payment.to_dashboard")}
      </ButtonLink>
    </PaymentMessage>
  );
}
