import { useT } from "#app/i18n/i18n.tsx";
import { ButtonLink } from "./base/button.tsx";
import { EmptyState } from "./empty-state.tsx";

/** In the place of a member's list or form for which this shop's server has no call. */
export function NotOffered() {
  const t = useT();
  return (
    <EmptyState title={t("dashboard.not_offered")}>
      <ButtonLink to="/products">{t("orders.browse")}</ButtonLink>
    </EmptyState>
  );
}
