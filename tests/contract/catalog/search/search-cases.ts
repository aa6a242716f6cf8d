import type { SearchRequest, SearchResult } from "#api/catalog/search/search.ts";
import type { ListedProduct } from "#tests/product-factories.ts";

// What every search must find: each case runs against every adapter.

const at = (day: number) => new Date(Date.UTC(2026, 0, day));

export const PRODUCTS: (ListedProduct & { slug: string })[] = [
  {
    slug: "lighthouse",
    titles: { en: "The Last Lighthouse", de: "Der letzte Leuchtturm" },
    descriptions: { en: "A lone beacon over the sea" },
    ...{ category: "sea", styles: ["ink", "gold"], priceCents: 300, salesCount: 5 },
    publishedAt: at(1),
  },
  {
    slug: "forest",
    titles: { en: "Forest in Fog", de: "Nebelwald" },
    ...{ category: "land", styles: ["ink"], priceCents: 500, salesCount: 1 },
    publishedAt: at(2),
  },
  {
    slug: "street",
    titles: { en: "Café on a Wet Street", de: "Café an nasser Straße" },
    ...{ category: "town", styles: ["gold"], priceCents: 700, salesCount: 9 },
    publishedAt: at(3),
  },
  {
    slug: "quote",
    titles: { en: "O'Hara's \"Quiet\" Room", de: "Das stille Zimmer" },
    ...{ category: "town", styles: ["pixel"], priceCents: 900, salesCount: 0 },
    publishedAt: at(4),
  },
  {
    slug: "fox",
    titles: { en: "Лисица в снегу", de: "狐の森" },
    ...{ category: "land", styles: ["pixel", "gold"], priceCents: 500, salesCount: 3 },
    publishedAt: at(5),
  },
  {
    slug: "desert",
    titles: { en: "Mountain of Sand", de: "Berg aus Sand" },
    ...{ category: "land", styles: ["ink"], priceCents: 1_100, salesCount: 2 },
    publishedAt: at(6),
  },
  {
    slug: "dawn",
    titles: { en: "Daybreak", et: "Koit" },
    ...{ category: "sea", styles: ["gold"], priceCents: 200, salesCount: 7 },
    publishedAt: at(7),
  },
  {
    slug: "koi",
    titles: { en: "Koi Pond", et: "Tiik", ar: "السمكة في البحر" },
    ...{ category: "sea", styles: ["pixel"], priceCents: 400, salesCount: 4 },
    publishedAt: at(8),
  },
  {
    slug: "owl",
    titles: { de: "Wasserfarbeneule" },
    ...{ category: "land", priceCents: 600, salesCount: 6, publishedAt: at(9) },
  },
  // Ranked by the place of one word.
  { slug: "z-late", titles: { en: "An old grey quokka" }, salesCount: 50, publishedAt: at(20) },
  { slug: "z-first", titles: { en: "Quokka" }, salesCount: 1, publishedAt: at(21) },
  { slug: "z-inner", titles: { en: "Minquokka" }, salesCount: 60, publishedAt: at(22) },
  {
    slug: "z-text",
    titles: { en: "Grey" },
    descriptions: { en: "Near a quokka" },
    ...{ salesCount: 99, publishedAt: at(23) },
  },
  { slug: "z-draft", titles: { en: "Quokka Sketchbook" }, status: "draft" },
  { slug: "z-gone", titles: { en: "Quokka Farewell" }, status: "withdrawn" },
];

export type SearchCase = {
  name: string;
  request: Partial<SearchRequest>;
  /** In order if the case requests an order, otherwise in any order. */
  slugs: string[];
  isOrdered?: boolean;
} & Partial<Pick<SearchResult, "total" | "unknownWords" | "facets">>;

const words = (text: string, slugs: string[], locale = "de"): SearchCase => ({
  name: `${JSON.stringify(text)} in ${locale}`,
  request: { text, locale },
  slugs,
});
const ordered = (name: string, request: Partial<SearchRequest>, slugs: string[]): SearchCase => ({
  name,
  request,
  slugs,
  isOrdered: true,
});

const QUOKKAS = ["z-first", "z-late", "z-inner", "z-text"];
const NONE = { styles: {}, categories: {} };

export const CASES: SearchCase[] = [
  // Prefixes of words, ignoring case and accents.
  words("lighthouse", ["lighthouse"]),
  words("LIGHT", ["lighthouse"]),
  words("lig", ["lighthouse"]),
  words("cafe", ["street"]),
  words("STRASSE", ["street"]),
  words("Straße", ["street"]),
  words("o’haras", ["quote"]),
  words("лисица", ["fox"]),
  words("ЛИС", ["fox"]),
  words("森", ["fox"]),
  words("beacon", ["lighthouse"]),
  words("gold", ["dawn", "fox", "lighthouse", "street"]),
  words("pix", ["fox", "koi", "quote"]),
  // Several words: all of them, in any order and in either language.
  words("lighthouse last", ["lighthouse"]),
  words("leuchtturm lighthouse", ["lighthouse"]),
  words("lighthouse fog", []),
  words("sand, mountain!", ["desert"]),
  words("tiik daybreak", [], "et"),
  words("koit daybreak", ["dawn"], "et"),
  // Only inside long words.
  words("farben", ["owl"]),
  words("eule", []),
  words("исица", ["fox"]),
  words("сица", []),
  words("بحر", ["koi"], "ar"),
  words("حر", [], "ar"),
  // The reader's language and English, no other.
  words("koi", ["koi"]),
  words("koi", ["dawn", "koi"], "et"),
  words("leuchtturm", [], "en"),
  // Plurals.
  words("mountains", ["desert"], "en"),
  words("mountains rooms", [], "en"),
  words("mountains sannd", ["desert"], "en"),
  // Typos.
  ...["lihgthouse", "lighthuose", "lightouse", "leuchturm", "ligthouse"].map((text) =>
    words(text, ["lighthouse"]),
  ),
  ...["mountian", "moutain sand", "moutnain", "snad"].map((text) => words(text, ["desert"])),
  words("forrest", ["forest"]),
  words("лисицца", ["fox"]),
  words("dseert", []),
  words("nad", []),
  // Nothing is interpreted as more than text.
  ...["%", "_", "\\", "'", ".*", "[a-z]+", "💎", "fox 💎", "*", "?"].map((text) => words(text, [])),
  words("^the$", ["lighthouse"]),
  words("l*t", ["lighthouse"]),
  words("x".repeat(10_240), []),
  words(`${"lighthouse ".repeat(1_000)}`, ["lighthouse"]),
  // Words that no product has.
  {
    ...words("Lighthouse, Xylophone O’Quuxx", ["lighthouse"]),
    unknownWords: ["Xylophone", "O’Quuxx"],
  },
  { ...words("lihgthouse xylophone", ["lighthouse"]), unknownWords: ["xylophone"] },
  { ...words("xylophone quuxx", []), unknownWords: [] },
  { ...words("lighthouse fog xylophone", []), unknownWords: [] },
  // Never the prompt, nor products that are not on sale.
  words("zanzibar", []),
  words("zanzibra", []),
  words("sketchbook", []),
  words("farewell", []),
  // Sort orders.
  ordered("best match: titles first, the earlier the better", { text: "quokka" }, QUOKKAS),
  ordered("best match of a slip", { text: "quoka" }, QUOKKAS),
  ordered("newest", { text: "quokka", sort: "newest" }, ["z-text", "z-inner", "z-first", "z-late"]),
  ordered("best selling", { text: "quokka", sort: "best_selling" }, [
    "z-text",
    "z-inner",
    "z-late",
    "z-first",
  ]),
  ordered("cheapest, the oldest of equals first", { categorySlugs: ["land"], sort: "price_asc" }, [
    "forest",
    "fox",
    "owl",
    "desert",
  ]),
  ordered("dearest, the newest of equals first", { categorySlugs: ["land"], sort: "price_desc" }, [
    "desert",
    "owl",
    "fox",
    "forest",
  ]),
  // Filters.
  ordered("a style", { styleSlugs: ["ink"], sort: "newest" }, ["desert", "forest", "lighthouse"]),
  ordered(
    "styles of which any will do",
    { styleSlugs: ["pixel", "gold"], categorySlugs: ["sea"], sort: "newest" },
    ["koi", "dawn", "lighthouse"],
  ),
  ordered("a style that is not there", { styleSlugs: ["no-such"], sort: "newest" }, []),
  ordered("no style that can be", { styleSlugs: [], sort: "newest" }, []),
  ordered(
    "prices with their bounds",
    { styleSlugs: ["ink"], priceMinCents: 300, priceMaxCents: 500, sort: "newest" },
    ["forest", "lighthouse"],
  ),
  ordered("a price from", { styleSlugs: ["ink"], priceMinCents: 501, sort: "newest" }, ["desert"]),
  ordered("words and filters", { text: "gold", categorySlugs: ["land"] }, ["fox"]),
  // Pages.
  { ...ordered("the first page", { text: "quokka", limit: 3 }, QUOKKAS.slice(0, 3)), total: 4 },
  {
    ...ordered("the second page", { text: "quokka", limit: 3, offset: 3 }, QUOKKAS.slice(3)),
    total: 4,
  },
  { ...ordered("a page beyond the last", { text: "quokka", offset: 60 }, []), total: 4 },
  { ...ordered("a page beyond all", { text: "quokka", offset: 10_000 }, []), total: 4 },
  { ...ordered("a page of a slip", { text: "quoka", limit: 1, offset: 3 }, ["z-text"]), total: 4 },
  // Counts of the filter options: a group's own selection does not narrow it.
  {
    ...ordered("counts", { styleSlugs: ["ink"], categorySlugs: ["land"], sort: "newest" }, [
      "desert",
      "forest",
    ]),
    facets: { styles: { gold: 1, ink: 2, pixel: 1 }, categories: { land: 2, sea: 1 } },
  },
  {
    ...words("koi", ["dawn", "koi"], "et"),
    facets: { styles: { gold: 1, pixel: 1 }, categories: { sea: 2 } },
  },
  { ...words("xylophone", []), facets: NONE },
  { ...words("%", []), facets: NONE },
];
