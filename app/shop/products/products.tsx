import { data, isRouteErrorResponse } from "react-router";
import { useT } from "#app/i18n/i18n.tsx";
import { TextIn } from "#app/i18n/text-in.tsx";
import type { Translate } from "#app/i18n/translate.ts";
import { redirectTo } from "#app/request/flash-toast.ts";
import { describeListBreadcrumbs, writeJsonLd } from "#app/shop/json-ld.ts";
import { ErrorPage, RetryPage } from "#app/ui/base/error-page.tsx";
import { type LayoutData, useLayoutData } from "#app/ui/base/layout-data.ts";
import { lazyPart } from "#app/ui/base/lazy-part.tsx";
import { PageHead } from "#app/ui/base/page-head.tsx";
import { ProductGrid } from "#app/ui/base/product-card.tsx";
import { listSorts } from "#domain/catalog.ts";
import type { Route } from "./+types/products";
import { ProductFilters } from "./filters.tsx";
import { hasEmptyParts, readListState, toListPath } from "./list-query.ts";
import type { ListSummary } from "./list-summary.ts";
import { Pagination } from "./pagination.tsx";
import { readListing } from "./products.server.ts";

// Not visible on the first page view: part of the server's HTML, and for browsers separate files.
const FilterChips = lazyPart(async () => (await import("./filter-chips.tsx")).FilterChips);
const NoProducts = lazyPart(async () => (await import("./no-products.tsx")).NoProducts);

export async function loader({ request, context }: Route.LoaderArgs) {
  const params = new URL(request.url).searchParams;
  const requested = readListState(params);
  // A text too long to search must not be repeated in every link of the page; this also drops the
  // empty fields of a form sent without scripts.
  const isTooLong = (params.get("search") ?? "").trim() !== requested.search;
  if (isTooLong || hasEmptyParts(params)) {
    throw await redirectTo(context, toListPath(requested, { page: requested.page }));
  }
  const { listing, status } = await readListing(context, requested);
  return data(listing, { status });
}

/**
 * Shown if the network or the server failed while a script requested another page of the list; a
 * rejection by the server is the fault of the request.
 */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const t = useT();
  if (isRouteErrorResponse(error) && error.status < 500) return <ErrorPage error={error} />;
  return <RetryPage title={t("products.failed.title")} />;
}

/** The place of a style's or a category's list; empty in browsers, as in PageHead. */
function describeGroup(shell: LayoutData, t: Translate, group: NonNullable<ListSummary["group"]>) {
  return import.meta.env.SSR ? writeJsonLd([describeListBreadcrumbs(shell, t, group)]) : "";
}

export default function Products({ loaderData }: Route.ComponentProps) {
  const { state, title, titleLanguage, pageTitle, chips, canonical, list } = loaderData;
  const { shareImage, length, counts, problem, unknown, bestSellers, wrongPrices, group } =
    loaderData;
  const t = useT();
  const shell = useLayoutData();
  return (
    <div className="page listing">
      <PageHead
        title={pageTitle}
        description={group?.description ?? t("products.description")}
        canonical={canonical ?? undefined}
        isPrivate={canonical === null}
        scripts="touch"
        share={
          import.meta.env.SSR && group && shareImage
            ? { type: "website", imageUrl: shareImage.url, size: shareImage, alt: group.title }
            : undefined
        }
        jsonLd={group && canonical !== null ? describeGroup(shell, t, group) : undefined}
      />
      <div className="listing-head">
        <h1>
          <TextIn language={titleLanguage}>{title}</TextIn>
        </h1>
        {/* Always rendered, so that changes made by scripts are announced; an empty list's own
            title says the same. */}
        <p role="status" className={problem === "nothing" ? "sr-only" : undefined}>
          {length.count}
        </p>
        <p className="sr-only" role="status">
          {t("shell.labelled", {
            label: t("products.sort"),
            text: t(`products.sort.${state.sort ?? listSorts(state.search)[0]}`),
          })}
        </p>
      </div>
      <div className="listing-columns">
        <ProductFilters {...{ state, counts, length, wrongPrices }} />
        <div>
          {chips.length > 0 ? (
            <FilterChips chips={chips} unknownWords={list?.unknownWords ?? []} />
          ) : null}
          {list ? (
            <>
              <h2 className="sr-only">{t("products.results")}</h2>
              <ProductGrid products={list.products} isFirstView />
              <Pagination
                current={list.currentPage}
                last={list.lastPage}
                toPage={(page) => toListPath(state, { page })}
              />
            </>
          ) : (
            <NoProducts
              problem={problem ?? "nothing"}
              unknown={unknown}
              bestSellers={bestSellers}
              path={toListPath(state, { page: state.page })}
              firstPath={toListPath(state)}
            />
          )}
        </div>
      </div>
    </div>
  );
}
