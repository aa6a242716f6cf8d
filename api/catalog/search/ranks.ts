import type { ProductFilter, QueryWord } from "./product-filter.ts";

// Best matches by rank (docs/decisions/0012-search.md), as queries for the terms of documents
// (`toTerms`). 0: every word starts a title word, and one of them starts the title itself; 1: every
// word starts a title word; 2: every word is in the title, at the start of its words or inside
// them; 3: some are in the title; 4: none is.

/** Where a word has to be: anywhere, in a title, or at the start of a title. */
type Place = "/" | "=" | "^";

/**
 * Quotes a term. Terms consist of letters, digits and a mark, so a quoted one contains no tsquery
 * operator.
 */
const quote = (term: string) => term.replace(/^([^:]*)/, "'$1'");
const anyOf = (terms: string[]) => `(${terms.map(quote).join(" | ")})`;
const allOf = (queries: string[]) => queries.join(" & ");
const placed = (terms: string[], place: Place) => terms.map((term) => term.replace("/", place));

const hasWord = ({ terms, innerTerms }: QueryWord, place: Place) =>
  anyOf(placed([...terms, ...innerTerms], place));

/**
 * Returns a condition for the styles and one for the categories of a filter; none where it allows
 * any.
 */
function inGroups(filter: ProductFilter): string[] {
  const styles = filter.styleIds?.map((id) => `s/${id}`);
  const categories = filter.categoryIds?.map((id) => `c/${id}`);
  return [styles, categories].flatMap((ids) => (ids ? [anyOf(ids)] : []));
}

/** Returns the query for documents with all words, one of the styles and one of the categories. */
export const toTsQuery = (filter: ProductFilter): string =>
  allOf([...filter.words.map((word) => hasWord(word, "/")), ...inGroups(filter)]);

/** Up to this number of terms, one index scan per rank is cheaper than reading the rows. */
const CHEAP_TERMS_MAX = 16;

/**
 * Returns true if it is cheaper to walk the tiers once and read the ranks from the rows found: few
 * products contain all of several words, so a walk per rank would read all of their terms each
 * time.
 */
export function isCostly({ words }: ProductFilter): boolean {
  if (words.length < 2) return false;
  const terms = words.flatMap((word) => [...word.terms, ...word.innerTerms]);
  const hasBeginnings = terms.some((term) => term.endsWith(":*"));
  return words.length > 2 || hasBeginnings || terms.length > CHEAP_TERMS_MAX;
}

/** Returns a query for each possible rank, best first; no product matches two of them. */
export function toRankQueries(filter: ProductFilter): string[] {
  const { words } = filter;
  const first = anyOf(words.flatMap(({ terms }) => placed(terms, "^")));
  const begun = allOf(words.map(({ terms }) => anyOf(placed(terms, "="))));
  const inTitles = words.map((word) => hasWord(word, "="));
  const some = `(${inTitles.join(" | ")})`;
  const hasAll = allOf(words.map((word) => hasWord(word, "/")));
  const canBegin = words.every(({ terms }) => terms.length > 0);
  const isInner = words.some(({ innerTerms }) => innerTerms.length > 0);
  const isOne = words.length === 1;
  const ranks = [
    // A title that starts with a word contains it.
    ...(canBegin ? [isOne ? first : `${begun} & ${first}`, `${begun} & !${first}`] : []),
    ...(isInner ? [canBegin ? `${allOf(inTitles)} & !(${begun})` : allOf(inTitles)] : []),
    ...(isOne ? [] : [`${hasAll} & ${some} & !(${allOf(inTitles)})`]),
    `${hasAll} & !${some}`,
  ];
  return ranks.map((rank) => allOf([rank, ...inGroups(filter)]));
}

/**
 * Returns the ranks as conditions to be checked in this order on a product that has all words:
 * `some` are in the title (otherwise rank 4), `all` are (otherwise 3), all start title words
 * (`begun`, otherwise 2), and one starts the title (`first`, otherwise 1). Checks prefixes instead
 * of the terms they stand for, of which there may be a hundred: the outcome is the same.
 */
export function toRankChecks({ words, locales }: ProductFilter) {
  const beginning = ({ starts }: QueryWord, place: Place) =>
    locales.flatMap((locale) => starts.map((start) => `${locale}${place}${start}:*`));
  const inTitles = words.map((word) =>
    anyOf([...beginning(word, "="), ...placed(word.innerTerms, "=")]),
  );
  return {
    some: inTitles.join(" | "),
    all: allOf(inTitles),
    begun: allOf(words.map((word) => anyOf(beginning(word, "=")))),
    first: anyOf(words.flatMap((word) => beginning(word, "^"))),
  };
}
