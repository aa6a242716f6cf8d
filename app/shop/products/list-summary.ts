import type { Format } from "#app/i18n/i18n.tsx";
import type { Translate } from "#app/i18n/translate.ts";
import { formatTotal } from "./format-total.ts";
import { isWholeList, type ListState, readPriceRange, toListPath } from "./list-query.ts";

/** Maximum characters of a search in a title. */
const TITLE_SEARCH_LENGTH = 60;
/**
 * Maximum styles and categories in a title; more would take a second line even in a wide window.
 */
const TITLE_NAMES_MAX = 3;

type Group = { title: string; titleLanguage?: string; url: string };
export type Groups = { styles: readonly Group[]; categories: readonly Group[] };

/**
 * A list's content in words and links: created on the server, so that no browser needs the code.
 */
export type ListSummary = {
  /** The search, else the styles and categories, else the price, else the whole gallery. */
  title: string;
  /** The language of all names in the title; undefined if it is the page's. */
  titleLanguage: string | undefined;
  /** The active filters, each with the path of the list without it. */
  chips: { text: string; language?: string; path: string }[];
  /** Its one style or category, if there is no other filter. */
  group: OnlyGroup | null;
  /** The canonical URL; null for lists that are not separate pages. */
  canonical: string | null;
};

/** `path`: of its first page in the default order. */
type OnlyGroup = { title: string; path: string; description: string };

export function summarize(
  state: ListState,
  groups: Groups,
  { t, format, locale }: { t: Translate; format: Format; locale: string },
): ListSummary {
  const without = (change: Partial<ListState>) => toListPath(state, change);
  const nameOf = (list: readonly Group[], slug: string) => {
    const group = list.find(({ url }) => url === slug);
    return { text: group?.title ?? slug, language: group?.titleLanguage };
  };
  const styles = state.styles.map((slug) => ({
    ...nameOf(groups.styles, slug),
    path: without({ styles: state.styles.filter((one) => one !== slug) }),
  }));
  const categories = state.categories.map((slug) => ({
    ...nameOf(groups.categories, slug),
    path: without({ categories: state.categories.filter((one) => one !== slug) }),
  }));
  const named = [...styles, ...categories];
  const names = named.map(({ text }) => text);
  const [titleLanguage, ...otherLanguages] = new Set(named.map(({ language }) => language));
  const isLong = names.length > TITLE_NAMES_MAX;
  const shown = isLong ? [...names.slice(0, TITLE_NAMES_MAX), "…"] : names;
  const searchTitle = state.search.slice(0, TITLE_SEARCH_LENGTH);
  const price = describePrice(readPriceRange(state, locale), { t, format });
  const group = findOnlyGroup(state, groups, t);
  return {
    group,
    title: state.search
      ? t("products.searchTitle", { search: searchTitle })
      : format.list(shown) || (price ?? t("products.title")),
    titleLanguage: state.search || otherLanguages.length > 0 ? undefined : titleLanguage,
    chips: [
      ...(state.search
        ? [
            {
              text: t("products.searchChip", { text: state.search }),
              path: without({ search: "" }),
            },
          ]
        : []),
      ...styles,
      ...categories,
      ...(price ? [{ text: price, path: without({ priceMin: "", priceMax: "" }) }] : []),
    ],
    canonical:
      group || isWholeList(state) ? toListPath(state, { page: state.page, sort: null }) : null,
  };
}

/**
 * Such a list is a page of its own for search engines (docs/decisions/0062). Null for a group that
 * the shop does not list: its name would be whatever a link says.
 */
function findOnlyGroup(state: ListState, groups: Groups, t: Translate): OnlyGroup | null {
  const { search, priceMin, priceMax, styles, categories } = state;
  if (search || priceMin || priceMax || styles.length + categories.length !== 1) return null;
  const style = groups.styles.find(({ url }) => url === styles[0]);
  const category = groups.categories.find(({ url }) => url === categories[0]);
  const title = style?.title ?? category?.title;
  if (title === undefined) return null;
  const key = style ? "products.style_description" : "products.category_description";
  return { title, path: toListPath(state, { sort: null }), description: t(key, { name: title }) };
}

/** The document's title: names the group, and the number of every page but the first. */
export function namePage(
  { title: heading, group }: Pick<ListSummary, "title" | "group">,
  { page }: ListState,
  { t, format }: { t: Translate; format: Format },
): string {
  const title = group ? t("products.group_title", { name: group.title }) : heading;
  if (page === null || page === 1) return title;
  return t("products.pageTitle", { title, page: format.number(page) });
}

/** The length of a list in words: next to its title, and on the button that leads to it. */
export type ListLength = { count: string | null; show: string };

/** `total` is null if unknown. */
export function describeLength(
  total: number | null,
  { t, format }: { t: Translate; format: Format },
): ListLength {
  if (total === null) return { count: null, show: t("products.results") };
  const values = { count: total, number: formatTotal(total, format) };
  return {
    count: t(total === 0 ? "products.nothing.title" : "products.count", values),
    show: t("products.show", values),
  };
}

function describePrice(
  { fromCents, toCents }: ReturnType<typeof readPriceRange>,
  { t, format }: { t: Translate; format: Format },
): string | null {
  if (fromCents !== null && toCents !== null) {
    const [from, to] = [format.credits(fromCents), format.credits(toCents)];
    return t("products.between", { from, to });
  }
  if (fromCents !== null) return t("products.from", { from: format.credits(fromCents) });
  return toCents === null ? null : t("products.upTo", { to: format.credits(toCents) });
}
