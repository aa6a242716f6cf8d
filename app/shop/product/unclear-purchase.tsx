import { useT } from "#app/i18n/i18n.tsx";
import { ButtonLink } from "#app/ui/base/button.tsx";
import { Icon } from "#app/ui/base/icon.tsx";
import { PageHead } from "#app/ui/base/page-head.tsx";
import { MessageScreen } from "#app/ui/screen-state.tsx";

/** Replaces the product when it cannot be shown after a purchase with an unclear outcome. */
export function UnclearPurchase({ slug }: { slug: string }) {
  const t = useT();
  const title = t("errors.purchase_failed");
  return (
    <MessageScreen tone="warning" mark={<Icon name="info" className="size-8" />} title={title}>
      <PageHead title={title} isPrivate />
      <p role="alert" className="mt-4 text-lg">
        {t("checkout.unclear")}
      </p>
      <div className="mt-8 flex flex-wrap justify-center gap-3">
        <ButtonLink to="/dashboard">{t("shell.to_orders")}</ButtonLink>
        <ButtonLink to={`/products/${slug}`} kind="secondary">
          {t("checkout.back")}
        </ButtonLink>
      </div>
    </MessageScreen>
  );
}
