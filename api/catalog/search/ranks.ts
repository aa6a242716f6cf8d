import type { ProductFilter, Sought } from "./product-filter.ts";

// Best matches by rank (docs/decisions/0012-search.md), as queries of the terms of documents (`toTerms`).
// 0: all words begin words of titles, and one of them a title; 1: all begin words of titles; 2: all are
// in titles, be it inside of words; 3: some are; 4: none is.

/** Where a word has to be: anywhere, in a title, or at the beginning of a title. */
type Place = "/" | "=" | "^";

/** Terms are letters, digits and a mark: when quoted, none of them is a tsquery operator. */
const quote = (term: string) => term.replace(/^([^:]*)/, "'$1'");
const anyOf = (terms: string[]) => `(${terms.map(quote).join(" | ")})`;
const allOf = (queries: string[]) => queries.join(" & ");
const placed = (terms: string[], place: Place) => terms.map((term) => term.replace("/", place));

const hasWord = ({ terms, innerTerms }: Sought, place: Place) =>
  anyOf(placed([...terms, ...innerTerms], place));

/** One of each kind of group; empty without any. */
function inGroups(filter: ProductFilter): string[] {
  const styles = filter.styleIds?.map((id) => `s/${id}`);
  const categories = filter.categoryIds?.map((id) => `c/${id}`);
  return [styles, categories].flatMap((ids) => (ids ? [anyOf(ids)] : []));
}

/** Matches all words and one of each kind of group. */
export const toTsQuery = (filter: ProductFilter): string =>
  allOf([...filter.sought.map((word) => hasWord(word, "/")), ...inGroups(filter)]);

/** Terms of several words up to which one walk for each rank costs less than to look at rows. */
const CHEAP_TERMS_MAX = 16;

/**
 * True if the tiers are better walked once, and ranks read from what was found: few products have
 * all of several words, so that each walk would go through all terms to the end.
 */
export function isCostly({ sought }: ProductFilter): boolean {
  if (sought.length < 2) return false;
  const terms = sought.flatMap((word) => [...word.terms, ...word.innerTerms]);
  const hasBeginnings = terms.some((term) => term.endsWith(":*"));
  return sought.length > 2 || hasBeginnings || terms.length > CHEAP_TERMS_MAX;
}

/** A query for each rank that there can be, best first; no product matches two of them. */
export function toRankQueries(filter: ProductFilter): string[] {
  const { sought } = filter;
  const first = anyOf(sought.flatMap(({ terms }) => placed(terms, "^")));
  const begun = allOf(sought.map(({ terms }) => anyOf(placed(terms, "="))));
  const inTitles = sought.map((word) => hasWord(word, "="));
  const some = `(${inTitles.join(" | ")})`;
  const words = allOf(sought.map((word) => hasWord(word, "/")));
  const canBegin = sought.every(({ terms }) => terms.length > 0);
  const isInner = sought.some(({ innerTerms }) => innerTerms.length > 0);
  const isOne = sought.length === 1;
  const ranks = [
    // A title that begins with a word has it.
    ...(canBegin ? [isOne ? first : `${begun} & ${first}`, `${begun} & !${first}`] : []),
    ...(isInner ? [canBegin ? `${allOf(inTitles)} & !(${begun})` : allOf(inTitles)] : []),
    ...(isOne ? [] : [`${words} & ${some} & !(${allOf(inTitles)})`]),
    `${words} & !${some}`,
  ];
  return ranks.map((rank) => allOf([rank, ...inGroups(filter)]));
}

/**
 * The same for a product that has all words: it has some in titles (else rank 4), all in titles (else
 * 3), begins words of titles with all (else 2), and a title with one (else 1). Of words that begin
 * alike only the beginning is compared: it says the same, and there may be a hundred of them.
 */
export function toRankChecks({ sought, locales }: ProductFilter) {
  const beginning = ({ starts }: Sought, place: Place) =>
    locales.flatMap((locale) => starts.map((start) => `${locale}${place}${start}:*`));
  const inTitles = sought.map((word) =>
    anyOf([...beginning(word, "="), ...placed(word.innerTerms, "=")]),
  );
  return {
    some: inTitles.join(" | "),
    all: allOf(inTitles),
    begun: allOf(sought.map((word) => anyOf(beginning(word, "=")))),
    first: anyOf(sought.flatMap((word) => beginning(word, "^"))),
  };
}
