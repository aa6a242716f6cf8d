import type { FailedDeposit } from "#app/forms/deposit/deposit-form.server.ts";
import { useT } from "#app/i18n/i18n.tsx";
import { ButtonLink } from "#app/ui/base/button.tsx";
import { Icon } from "#app/ui/base/icon.tsx";
import { PageHead } from "#app/ui/base/page-head.tsx";
import { MessageScreen } from "#app/ui/screen-state.tsx";
import type { PurchaseFailure } from "./purchase.server.ts";

/**
 * Replaces the product if it cannot be shown after a purchase with an unclear outcome. `reply` is
 * the action's result: it may say why a repeated purchase was rejected.
 */
export function UnclearPurchase(props: {
  slug: string;
  reply: PurchaseFailure | FailedDeposit | undefined;
}) {
  const { slug, reply } = props;
  const t = useT();
  const title = t("errors.purchase_failed");
  const reason = reply && "code" in reply && reply.text !== title ? reply.text : null;
  return (
    <MessageScreen tone="warning" mark={<Icon name="info" className="size-8" />} title={title}>
      <PageHead title={title} isPrivate />
      <div role="alert" className="mt-4 space-y-2 text-lg">
        {reason ? <p>{reason}</p> : null}
        <p>{t("checkout.unclear")}</p>
      </div>
      <div className="mt-8 flex flex-wrap justify-center gap-3">
        <ButtonLink to="/dashboard">{t("shell.to_orders")}</ButtonLink>
        <ButtonLink to={`/products/${slug}`} kind="secondary">
          {t("checkout.back")}
        </ButtonLink>
      </div>
    </MessageScreen>
  );
}
