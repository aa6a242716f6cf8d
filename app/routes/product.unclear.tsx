import { ButtonLink } from "#app/components/button.tsx";
import { Icon } from "#app/components/icon.tsx";
import { PageHead } from "#app/components/page-head.tsx";
import { MessageScreen } from "#app/components/screen-state.tsx";
import { useT } from "#app/i18n/i18n.tsx";

/** Instead of the product when it cannot be shown after a purchase whose outcome is unclear. */
export function UnclearPurchase({ slug }: { slug: string }) {
  const t = useT();
  const title = t("message.Failed to purchase prompt");
  return (
    <MessageScreen tone="warning" mark={<Icon name="info" className="size-8" />} title={title}>
      <PageHead title={title} isPrivate />
      <p role="alert" className="mt-4 text-lg">
        {t("checkout.unclear")}
      </p>
      <div className="mt-8 flex flex-wrap justify-center gap-3">
        <ButtonLink to="/dashboard">{t("checkout.to_orders")}</ButtonLink>
        <ButtonLink to={`/products/${slug}`} kind="secondary">
          {t("checkout.back")}
        </ButtonLink>
      </div>
    </MessageScreen>
  );
}
