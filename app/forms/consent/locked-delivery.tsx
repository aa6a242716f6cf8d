import { useT } from "#app/i18n/i18n.tsx";
import { Button } from "#app/ui/base/button.tsx";
import { Form } from "#app/ui/base/link.tsx";
import { formatDay } from "#domain/dates.ts";
import { ConsentBox } from "./consent-box.tsx";

/**
 * Why the delivery of an order is not open (domain/withdrawal.ts), when it opens by itself unless an
 * undecided withdrawal holds it, and the form to consent now.
 */
export function LockedDelivery(props: {
  /** `opensAt` is null while an undecided withdrawal holds the delivery. */
  order: { id: string; opensAt: string | null };
  /** Null if the server does not require consent. */
  consentVersion: string | null;
  /** Id of the form whose button is elsewhere. */
  formId?: string;
}) {
  const { order, consentVersion, formId } = props;
  const t = useT();
  return (
    <>
      <p>
        {order.opensAt === null
          ? t("order.held_text")
          : t("order.locked_text", { date: formatDay(order.opensAt) })}
      </p>
      {consentVersion === null ? null : (
        <Form
          id={formId}
          method="post"
          action={`/dashboard/orders/${encodeURIComponent(order.id)}/consent`}
          className="mt-3"
        >
          <ConsentBox version={consentVersion} isRequired />
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
