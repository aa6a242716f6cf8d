import { LockedDelivery, type OrderToConsent } from "#app/forms/consent/locked-delivery.tsx";
import { useFormat, useT } from "#app/i18n/i18n.tsx";
import { Button } from "#app/ui/base/button.tsx";
import { useDebtCents } from "#app/ui/base/layout-data.ts";
import { Form } from "#app/ui/base/link.tsx";
import { DialogFooter } from "#app/ui/dialog.tsx";
import type { RefundDestination } from "#domain/refunds.ts";

const CONSENT_FORM = "order-consent";

/**
 * The amount that a withdrawal refunds: less than the price if the order was already partly
 * refunded.
 */
type WithdrawableOrder = {
  id: string;
  priceCents: number | null;
  backCents: number | null;
  currency?: string;
};

/**
 * Replaces prompt and download while the buyer can still withdraw (domain/withdrawal.ts): says why
 * it is not open, and contains the consent form and the link to withdraw.
 */
export function LockedOrder(props: {
  order: WithdrawableOrder & OrderToConsent;
  consentVersion: string | null;
  /** Where the money can be refunded to; empty if withdrawal is no longer possible. */
  destinations: readonly RefundDestination[];
  /** Makes repeated submissions count as one withdrawal. */
  operationId: string;
}) {
  const { order, consentVersion, destinations, operationId } = props;
  const t = useT();
  return (
    <div className="flex flex-col gap-7">
      <section aria-labelledby="order-locked">
        <h3 id="order-locked" className="mb-2 text-lg">
          {t("order.locked_title")}
        </h3>
        <LockedDelivery order={order} consentVersion={consentVersion} formId={CONSENT_FORM} />
        <p className="mt-3 text-sm text-muted">{t("order.zip_hint")}</p>
      </section>
      {destinations.length > 0 ? (
        <Withdraw order={order} destinations={destinations} operationId={operationId} />
      ) : null}
    </div>
  );
}

/**
 * One button per refund destination, which it names. The two-step function is in the footer. Not in
 * the form kit: there are no typed values to keep, and the action belongs to another route, which
 * redirects back to the order with a message, so `useAppForm` would never get a response.
 */
function Withdraw(props: {
  order: WithdrawableOrder;
  destinations: readonly RefundDestination[];
  operationId: string;
}) {
  const { order, destinations, operationId } = props;
  const t = useT();
  const format = useFormat();
  const backCents = order.backCents ?? order.priceCents;
  const debtCents = useDebtCents();
  const price = backCents === null ? "" : format.credits(backCents, order.currency);
  return (
    <section aria-labelledby="order-withdraw" className="border-t border-line pt-5">
      <h3 id="order-withdraw" className="mb-2 text-lg">
        {t("withdrawal.link")}
      </h3>
      <p>
        {t(destinations.length > 1 ? "order.withdraw_text" : "order.withdraw_text_wallet", {
          price,
        })}
        {debtCents > 0
          ? ` ${t("order.withdraw_owed", { amount: format.credits(debtCents) })}`
          : null}
      </p>
      <Form
        method="post"
        action={`/dashboard/orders/${encodeURIComponent(order.id)}/withdraw`}
        className="mt-4 grid gap-4"
      >
        <input type="hidden" name="operation_id" value={operationId} />
        {destinations.map((destination) => {
          // "Immediately" is not true of the part that pays a debt, as the text above says.
          const hasHint = destination !== "wallet" || debtCents === 0;
          return (
            <div key={destination}>
              <Button
                type="submit"
                name="destination"
                value={destination}
                kind="secondary"
                className="w-full"
                aria-describedby={hasHint ? `withdraw-${destination}` : undefined}
              >
                {t(`order.withdraw_${destination}`)}
              </Button>
              {hasHint ? (
                <p id={`withdraw-${destination}`} className="mt-1 text-sm text-muted">
                  {t(`withdrawal.${destination}_hint`)}
                </p>
              ) : null}
            </div>
          );
        })}
      </Form>
    </section>
  );
}

/** Its button is in the dialog's footer, visible from the start. */
export function LockedOrderFooter({ consentVersion }: { consentVersion: string | null }) {
  const t = useT();
  if (consentVersion === null) return null;
  return (
    <DialogFooter>
      <Button type="submit" form={CONSENT_FORM} className="w-full">
        {t("order.open")}
      </Button>
    </DialogFooter>
  );
}
