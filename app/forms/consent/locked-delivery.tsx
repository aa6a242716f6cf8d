import { useT } from "#app/i18n/i18n.tsx";
import { Button } from "#app/ui/base/button.tsx";
import { Form } from "#app/ui/base/link.tsx";
import { ConsentBox } from "./consent-box.tsx";
import { type Lock, LockReason } from "./lock-reason.tsx";

/** Includes the separate text for a held order, if the server has one. */
export type OrderToConsent = { id: string; holdConsentVersion: string | null } & Lock;

/** Why the delivery of an order is not open, and the form to consent now. */
export function LockedDelivery(props: {
  order: OrderToConsent;
  /** Null if the server does not require consent. */
  consentVersion: string | null;
  /** Id of the form whose button is elsewhere. */
  formId?: string;
}) {
  const { order, consentVersion, formId } = props;
  const t = useT();
  return (
    <>
      <LockReason lock={order} dated="order.locked_text" />
      {consentVersion === null ? null : (
        <Form
          id={formId}
          method="post"
          action={`/dashboard/orders/${encodeURIComponent(order.id)}/consent`}
          className="mt-3"
        >
          <ConsentBox
            version={order.holdConsentVersion ?? consentVersion}
            isHeld={order.holdConsentVersion !== null}
            isRequired
          />
          {formId === undefined ? (
            <Button type="submit" size="large" className="mt-3 w-full">
              {t("order.open")}
            </Button>
          ) : null}
        </Form>
      )}
    </>
  );
}
