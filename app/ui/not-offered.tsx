import { useT } from "#app/i18n/i18n.tsx";
import { ButtonLink } from "./base/button.tsx";
import { EmptyState } from "./empty-state.tsx";

/** Replaces a member's list or form if this shop's server lacks the call for it. */
export function NotOffered() {
  const t = useT();
  return (
    <EmptyState title={t("dashboard.not_offered")}>
      <ButtonLink to="/products">{t("orders.browse")}</ButtonLink>
    </EmptyState>
  );
}
