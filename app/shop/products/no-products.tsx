import { useLocale, useT } from "#app/i18n/i18n.tsx";
import { localePath } from "#app/i18n/paths.ts";
import { ButtonLink, buttonClass } from "#app/ui/base/button.tsx";
import { ProductGrid } from "#app/ui/base/product-card.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import type { Listing, ListProblem } from "./products.server.ts";

/** Says why there are no products and what to try, and shows popular products. */
export function NoProducts(props: {
  problem: ListProblem;
  unknown: string | null;
  bestSellers: Listing["bestSellers"];
  /** The current list, and its first page. */
  path: string;
  firstPath: string;
}) {
  const { problem, unknown, bestSellers, path, firstPath } = props;
  const t = useT();
  const locale = useLocale();
  return (
    <>
      <EmptyState
        drawing="search"
        title={t(`products.${problem}.title`)}
        text={t(`products.${problem}.text`, { name: unknown ?? "" })}
      >
        {problem === "failed" ? (
          <a href={localePath(locale, path)} className={buttonClass()}>
            {t("products.tryAgain")}
          </a>
        ) : null}
        {problem === "noPage" ? (
          <ButtonLink to={firstPath}>{t("products.firstPage")}</ButtonLink>
        ) : null}
        <ButtonLink to="/products" kind="secondary">
          {t("products.showAll")}
        </ButtonLink>
      </EmptyState>
      {bestSellers.length > 0 ? (
        <section aria-labelledby="best-sellers" className="mt-4 border-t border-line pt-10">
          <h2 id="best-sellers" className="mb-6 text-2xl">
            {t("products.bestSellers")}
          </h2>
          <ProductGrid products={bestSellers} />
        </section>
      ) : null}
    </>
  );
}
