import type { ProductChangeView } from "#app/api-client/staff/products.server.ts";
import { useT } from "#app/i18n/i18n.tsx";
import { ChangeList } from "#app/staff/conflict-note.tsx";

/** Changes of a product from the audit log, newest first. */
export function ProductHistory({ history }: { history: readonly ProductChangeView[] }) {
  const t = useT();
  return (
    <section aria-labelledby="product-history" className="mt-14 border-t border-line pt-10">
      <h2 id="product-history" className="text-2xl">
        {t("staff_products.history")}
      </h2>
      {history.length === 0 ? (
        <p className="mt-3 text-muted">{t("staff_products.no_history")}</p>
      ) : (
        <ChangeList changes={history} />
      )}
    </section>
  );
}
