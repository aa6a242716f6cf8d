import { useT } from "#app/i18n/i18n.tsx";
import { Link } from "#app/ui/base/link.tsx";

/** Link to the billing details, shown where something is paid. */
export function InvoiceLink() {
  const t = useT();
  return (
    <Link
      to="/dashboard/profile#invoices"
      className="link inline-flex min-h-11 items-center text-sm"
    >
      {t("profile.invoices_change")}
    </Link>
  );
}
