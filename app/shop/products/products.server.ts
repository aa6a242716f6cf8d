import {
  type CategoryView,
  type Facets,
  listCategories,
  listProducts,
  listStyles,
  listTopSellers,
  type ProductCard,
  type ProductList,
  type StyleView,
} from "#app/api-client/catalog.server.ts";
import { getSettings } from "#app/api-client/site.server.ts";
import { ApiError } from "#app/api-client/transport/api-error.server.ts";
import { getFormat, getLocale, getT } from "#app/middleware/locale.ts";
import { getApi } from "#app/middleware/session-relay.ts";
import { type Context, requireWebRequest } from "#app/middleware/web-context.ts";
import { toMoved } from "#app/request/moved.server.ts";
import { orNull } from "#app/request/or-null.ts";
import { toDecimal } from "#domain/money.ts";
import {
  isWholeList,
  type ListState,
  listWrongPrices,
  type PriceKey,
  readPriceRange,
  toListPath,
  withPresentSlugs,
} from "./list-query.ts";
import {
  describeLength,
  type Groups,
  type ListLength,
  type ListSummary,
  namePage,
  summarize,
} from "./list-summary.ts";
import { type ShareImage, toShareImage } from "./share-image.ts";

/** Number of products per style and category, by slug; null or missing if unknown. */
type GroupCounts = Record<"styles" | "categories", Record<string, number | null>>;

/** Why a list shows no products. */
export type ListProblem = "nothing" | "noPage" | "unknown" | "failed";

export type Listing = ListSummary & {
  /** The requested state without unknown styles and categories. */
  state: ListState;
  /** The document's title, with the number of a later page. */
  pageTitle: string;
  list: ProductList | null;
  length: ListLength;
  /** Typed prices that are not amounts. */
  wrongPrices: PriceKey[];
  /** For previews of links to the list of a style. */
  shareImage: ShareImage | undefined;
  problem: ListProblem | null;
  counts: GroupCounts;
  /** An unknown slug, if nothing else was requested. */
  unknown: string | null;
  /** Popular products, for an empty list. */
  bestSellers: ProductCard[];
};

/** Number of best sellers shown for an empty result. */
const BEST_SELLERS_MAX = 6;

/** One page of the gallery with its HTTP status (spec §4, §8). Throws only redirects. */
export async function readListing(
  context: Context,
  requested: ListState,
): Promise<{ listing: Listing; status: number }> {
  const api = getApi(context);
  const [styles, categories, settings] = await Promise.all([
    orNull(context, "styles", listStyles(api)),
    orNull(context, "categories", listCategories(api)),
    orNull(context, "settings", getSettings(api)),
  ]);
  const groups = { styles: styles ?? [], categories: categories ?? [] };
  const path = toListPath(requested, { page: requested.page });
  const present = withPresentSlugs(requested, groups);
  const presentPath = toListPath(present, { page: present.page });
  if (presentPath !== path) throw toMoved(context, presentPath);
  // A server without a price filter would send all products, and the page would claim that they
  // were filtered.
  const isPriced = settings === null || settings.hasPriceFilter;
  const filtered = isPriced ? requested : { ...requested, priceMin: "", priceMax: "" };
  const { state, unknown } = keepKnown(filtered, groups);
  const language = {
    t: getT(context),
    format: getFormat(context, settings),
    locale: getLocale(context),
  };
  const { canonical, ...summary } = summarize(state, groups, language);
  const { list, facets, problem, status } =
    unknown === null ? await readList(context, state) : withoutList("unknown", 404);
  const total = problem === "nothing" ? 0 : (list?.total ?? null);
  const length = describeLength(total, language);
  const counts = isWholeList(state) ? countGroups(groups) : countFacets(groups, facets);
  const style =
    canonical === null ? undefined : groups.styles.find(({ url }) => url === state.styles[0]);
  const hasAlternatives = problem !== null && problem !== "failed";
  const bestSellers = hasAlternatives ? await listBestSellers(context) : [];
  return {
    listing: {
      ...summary,
      pageTitle: problem === null ? namePage(summary, state, language) : summary.title,
      canonical: problem === null ? canonical : null,
      ...{ state, list, length, counts, problem, unknown, bestSellers },
      wrongPrices: listWrongPrices(state, language.locale),
      shareImage: style && toShareImage(style),
    },
    status,
  };
}

type Listed = { styles: StyleView[]; categories: CategoryView[] };

type Read = {
  list: ProductList | null;
  facets: Facets | null;
  problem: ListProblem | null;
  status: number;
};
const withoutList = (problem: ListProblem, status: number, facets: Facets | null = null): Read => ({
  list: null,
  facets,
  problem,
  status,
});

async function readList(context: Context, state: ListState): Promise<Read> {
  if (state.page === null) return withoutList("noPage", 404);
  const { fromCents, toCents } = readPriceRange(state, getLocale(context));
  try {
    const list = await listProducts(getApi(context), {
      ...state,
      page: state.page,
      priceMin: fromCents === null ? undefined : toDecimal(fromCents),
      withFacets: !isWholeList(state),
      priceMax: toCents === null ? undefined : toDecimal(toCents),
    });
    const { facets } = list;
    if (list.products.length > 0) return { list, facets, problem: null, status: 200 };
    const isBeyond = state.page > list.lastPage;
    return isBeyond ? withoutList("noPage", 404, facets) : withoutList("nothing", 200, facets);
  } catch (error) {
    if (error instanceof Response) throw error;
    requireWebRequest(context).logError("the product list could not be loaded", error);
    return withoutList("failed", error instanceof ApiError ? 502 : 503);
  }
}

/** The counts in the lists themselves: a server may count some groups, or none. */
function countGroups({ styles, categories }: Listed): GroupCounts {
  const count = (list: readonly CategoryView[]) =>
    Object.fromEntries(list.map(({ url, productsCount }) => [url, productsCount]));
  return { styles: count(styles), categories: count(categories) };
}

/** The counts of a filtered list, in which a group that is not included has no products. */
function countFacets({ styles, categories }: Listed, facets: Facets | null): GroupCounts {
  if (facets === null) return { styles: {}, categories: {} };
  const count = (list: readonly CategoryView[], counts: Facets["styles"]) => ({
    ...Object.fromEntries(list.map(({ url }) => [url, 0])),
    ...counts,
  });
  return {
    styles: count(styles, facets.styles),
    categories: count(categories, facets.categories),
  };
}

/**
 * Removes unknown styles and categories. If all requested styles or all requested categories are
 * unknown, `unknown` is one of them: the gallery without that filter would be a wrong result.
 */
function keepKnown(
  requested: ListState,
  groups: Groups,
): { state: ListState; unknown: string | null } {
  const known = (slugs: string[], list: Groups["styles"]) =>
    // A shop whose lists cannot be loaded right now may still have them.
    list.length === 0 ? slugs : slugs.filter((slug) => list.some(({ url }) => url === slug));
  const styles = known(requested.styles, groups.styles);
  const categories = known(requested.categories, groups.categories);
  const lost = [
    ...(styles.length === 0 ? requested.styles : []),
    ...(categories.length === 0 ? requested.categories : []),
  ];
  return { state: { ...requested, styles, categories }, unknown: lost[0] ?? null };
}

async function listBestSellers(context: Context): Promise<ProductCard[]> {
  const api = getApi(context);
  const reading = listTopSellers(api);
  const found = await orNull(context, "best sellers", reading);
  return found?.slice(0, BEST_SELLERS_MAX) ?? [];
}
