import { ConsentBox } from "#app/forms/consent/consent-box.tsx";
import { useT } from "#app/i18n/i18n.tsx";
import { Button } from "#app/ui/base/button.tsx";
import { Form, Link } from "#app/ui/base/link.tsx";
import { DialogFoot } from "#app/ui/dialog.tsx";
import { formatDay } from "#domain/dates.ts";

const CONSENT_FORM = "order-consent";

/**
 * In place of prompt and download while the buyer can still withdraw (domain/withdrawal.ts): why it
 * is not open, and the consent that opens it.
 */
export function LockedOrder(props: {
  order: { id: string; opensAt: string | null };
  consentVersion: string | null;
}) {
  const { order, consentVersion } = props;
  const t = useT();
  const path = `/dashboard/orders/${encodeURIComponent(order.id)}/consent`;
  return (
    <section aria-labelledby="order-locked">
      <h3 id="order-locked" className="mb-2 text-lg">
        {t("order.locked_title")}
      </h3>
      <p>{t("order.locked_text", { date: order.opensAt ? formatDay(order.opensAt) : "" })}</p>
      <Link
        to={`/withdraw-from-contract?order=${encodeURIComponent(order.id)}`}
        className="link mt-2 inline-flex min-h-11 items-center"
      >
        {t("withdrawal.link")}
      </Link>
      {consentVersion === null ? null : (
        <Form
          id={CONSENT_FORM}
          method="post"
          action={path}
          className="mt-5 border-t border-line pt-3"
        >
          <ConsentBox version={consentVersion} isRequired />
        </Form>
      )}
    </section>
  );
}

/** Its button stands in the dialog's foot, in sight from the start. */
export function LockedOrderFoot({ consentVersion }: { consentVersion: string | null }) {
  const t = useT();
  if (consentVersion === null) return null;
  return (
    <DialogFoot>
      <Button type="submit" form={CONSENT_FORM} className="w-full">
        {t("order.open")}
      </Button>
    </DialogFoot>
  );
}
