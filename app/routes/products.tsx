import { data } from "react-router";
import { ApiError } from "#app/api-client/api-error.server.ts";
import { listProducts, type ProductList } from "#app/api-client/catalog.server.ts";
import { ButtonLink } from "#app/components/button.tsx";
import { EmptyState } from "#app/components/empty-state.tsx";
import { PageHead } from "#app/components/page-head.tsx";
import { Pagination } from "#app/components/pagination.tsx";
import { ProductGrid } from "#app/components/product-card.tsx";
import { useFormat, useT } from "#app/i18n/i18n.tsx";
import { useShell } from "#app/i18n/shell.ts";
import { getApi } from "#app/middleware/session-relay.ts";
import { requireWebRequest } from "#app/middleware/web-context.ts";
import type { Route } from "./+types/products";
import { FilterChips, ProductFilters } from "./products.filters.tsx";
import { readListState, toListPath } from "./products.query.ts";

const FIRST_ROW = 4;

export async function loader({ request, context }: Route.LoaderArgs) {
  const state = readListState(new URL(request.url).searchParams);
  if (state.page === null) return data({ state, list: null, isFailed: false }, { status: 404 });
  try {
    const list = await listProducts(getApi(context), { ...state, page: state.page });
    const isBeyond = list.products.length === 0 && state.page > list.lastPage;
    return data({ state, list, isFailed: false }, { status: isBeyond ? 404 : 200 });
  } catch (error) {
    if (error instanceof Response) throw error;
    requireWebRequest(context).logError("the product list could not be loaded", error);
    const status = error instanceof ApiError ? 502 : 503;
    return data({ state, list: null, isFailed: true }, { status });
  }
}

export default function Products({ loaderData }: Route.ComponentProps) {
  const { state, list, isFailed } = loaderData;
  const t = useT();
  const format = useFormat();
  const title = useTitle(state);
  const isPlain = !state.search && state.categories.length + state.styles.length === 0;
  const isBeyond = !list || (list.products.length === 0 && list.currentPage > 1);
  const page = state.page ?? 1;
  return (
    <div className="page pt-10 pb-16 md:pt-14">
      <PageHead
        title={page > 1 ? t("products.pageTitle", { title, page: format.number(page) }) : title}
        description={t("products.description")}
        canonical={isPlain ? toListPath(state, { page: state.page, sort: null }) : undefined}
        isPrivate={!isPlain || isBeyond}
      />
      <div className="mb-8 flex flex-wrap items-end gap-x-6 gap-y-2">
        <h1 className="text-4xl md:text-5xl">{title}</h1>
        {list && list.total !== null ? (
          <p className="pb-1 text-muted" role="status">
            {t("products.count", { count: list.total, number: format.number(list.total) })}
          </p>
        ) : null}
      </div>
      <div className="grid gap-8 lg:grid-cols-[15rem_1fr] lg:gap-12">
        <ProductFilters state={state} />
        <div>
          <FilterChips state={state} />
          <Results list={list} isFailed={isFailed} state={state} />
        </div>
      </div>
    </div>
  );
}

function Results(props: {
  list: ProductList | null;
  isFailed: boolean;
  state: ReturnType<typeof readListState>;
}) {
  const { list, isFailed, state } = props;
  const t = useT();
  const message = useMessageFor(list, isFailed);
  if (!list || message) {
    return (
      <EmptyState
        title={t(`products.${message ?? "noPage"}.title`)}
        text={t(`products.${message ?? "noPage"}.text`)}
      >
        {message === "failed" ? (
          <ButtonLink to={toListPath(state, { page: state.page })} reloadDocument>
            {t("products.tryAgain")}
          </ButtonLink>
        ) : null}
        {message === "noPage" ? (
          <ButtonLink to={toListPath(state)}>{t("products.firstPage")}</ButtonLink>
        ) : null}
        <ButtonLink to="/products" kind="secondary">
          {t("products.showAll")}
        </ButtonLink>
      </EmptyState>
    );
  }
  return (
    <>
      <h2 className="sr-only">{t("products.results")}</h2>
      <ProductGrid products={list.products} firstRow={FIRST_ROW} />
      <Pagination
        current={list.currentPage}
        last={list.lastPage}
        toPage={(page) => toListPath(state, { page })}
      />
    </>
  );
}

function useMessageFor(list: ProductList | null, isFailed: boolean) {
  if (isFailed) return "failed" as const;
  if (!list) return "noPage" as const;
  if (list.products.length > 0) return null;
  return list.currentPage > 1 ? ("noPage" as const) : ("nothing" as const);
}

/** What is listed, in words: a single style or category gives its name. */
function useTitle(state: ReturnType<typeof readListState>): string {
  const t = useT();
  const { styles, categories } = useShell();
  if (state.search) return t("products.searchTitle", { search: state.search.slice(0, 60) });
  const [style] = state.styles;
  const [category] = state.categories;
  if (state.styles.length === 1 && !category) {
    return styles.find((one) => one.url === style)?.title ?? t("products.title");
  }
  if (state.categories.length === 1 && !style) {
    return categories.find((one) => one.url === category)?.title ?? t("products.title");
  }
  return t("products.title");
}
