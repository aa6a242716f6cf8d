/** Editing and publishing of products by staff (spec §3 Product, §4 Product listing). */

import { isProductSlug, SLUG_LENGTH_MAX } from "./catalog.ts";
import type { FieldErrors } from "./errors.ts";
import { DEFAULT_LOCALE } from "./locales.ts";
import { createMessage } from "./messages.ts";
import { PLAIN_LATIN } from "./plain-words.ts";

export const PRODUCT_STATUSES = ["draft", "published", "withdrawn"] as const;
export type ProductStatus = (typeof PRODUCT_STATUSES)[number];

/** Bulk actions on products. */
export const BULK_ACTIONS = ["publish", "withdraw", "price", "category", "style"] as const;

/** Sort orders of the staff list, the default first. */
export const STAFF_PRODUCT_SORTS = [
  "newest",
  "best_selling",
  "least_selling",
  "price_asc",
  "price_desc",
] as const;
export type StaffProductSort = (typeof STAFF_PRODUCT_SORTS)[number];

/** Our limits; the spec gives none. */
export const PRODUCT_TITLE_LENGTH_MAX = 120;
export const PRODUCT_DESCRIPTION_LENGTH_MAX = 5_000;
export const PRODUCT_PROMPT_LENGTH_MAX = 10_000;
export const PRODUCT_LICENCE_LENGTH_MAX = 200;
/** Model and seed, in the form in which a generator wrote them. */
export const GENERATION_TEXT_LENGTH_MAX = 200;
export const PRODUCT_MOTIFS_MAX = 20;
export const PRODUCT_STYLES_MAX = 12;
export const PRODUCT_UPLOAD_MB_MAX = 15;
export const PRODUCT_UPLOAD_BYTES_MAX = PRODUCT_UPLOAD_MB_MAX * 1024 * 1024;
export const PRODUCT_UPLOAD_FORMATS = ["jpg", "png", "webp"] as const;
export const PRODUCT_UPLOAD_ACCEPT = "image/jpeg,image/png,image/webp";
/** Page size of the staff list, and thus the maximum of a bulk action. */
export const STAFF_PRODUCTS_PER_PAGE = 50;

export type ProductTexts = Readonly<Record<string, string>>;

/** Missing fields that prevent publication; empty if there are none. */
export function findPublishProblems(product: {
  titles: ProductTexts;
  prompt: string;
  hasImage: boolean;
}): FieldErrors {
  const problems: FieldErrors = {};
  if (!product.titles[DEFAULT_LOCALE]) {
    problems[`titles.${DEFAULT_LOCALE}`] = [createMessage("title_required")];
  }
  if (product.prompt.trim() === "") problems.prompt = [createMessage("prompt_required")];
  if (!product.hasImage) problems.picture = [createMessage("file_required")];
  return problems;
}

/**
 * The slug derived from a title: lower-case ASCII words joined by hyphens, cut between words. Empty
 * if nothing remains, as for an Arabic title.
 */
export function toSlug(title: string): string {
  const plain = title
    .toLowerCase()
    .replace(/[^a-z0-9]/gu, (letter) => PLAIN_LATIN[letter] ?? letter)
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/['’]/g, "");
  const words = plain.split(/[^a-z0-9]+/).filter(Boolean);
  let slug = "";
  for (const word of words) {
    const longer = slug === "" ? word.slice(0, SLUG_LENGTH_MAX) : `${slug}-${word}`;
    if (longer.length > SLUG_LENGTH_MAX) break;
    slug = longer;
  }
  // Digits alone are an id, and some words are reserved for pages.
  return slug === "" || isProductSlug(slug) ? slug : `${slug.slice(0, SLUG_LENGTH_MAX / 2)}-prompt`;
}

/** The available languages in which a product has no title. */
export function listMissingLocales(titles: ProductTexts, locales: readonly string[]): string[] {
  return locales.filter((locale) => !titles[locale]);
}

/** Names of the fields whose values differ, in the order of `before`. */
export function listChangedFields<Fields extends Record<string, unknown>>(
  before: Fields,
  after: { readonly [Name in keyof Fields]: unknown },
): (keyof Fields & string)[] {
  return Object.keys(before).filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );
}
