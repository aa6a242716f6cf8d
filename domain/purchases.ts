/** Purchase and download of prompts (spec §1 Purchase, §9). */

import { priceInEur } from "./money.ts";

export const IMAGE_FORMATS = ["jpg", "png", "webp"] as const;
export type ImageFormat = (typeof IMAGE_FORMATS)[number];

/** Defaults if the settings lack these lists (spec §9). */
export const IMAGE_SIZES = ["1024x1024", "512x512"] as const;

/** The original size (spec §9). */
export const PURCHASED_IMAGE_SIZE = "1024x1024";

export type ImageSize = { widthPx: number; heightPx: number };

/** Parses "1024x1024"; null for anything else, or for sides outside 64 to 2048 pixels. */
export function parseImageSize(text: string): ImageSize | null {
  const match = /^(\d{2,4})x(\d{2,4})$/.exec(text);
  if (!match) return null;
  const widthPx = Number(match[1]);
  const heightPx = Number(match[2]);
  const fits = (px: number) => px >= 64 && px <= 2048;
  return fits(widthPx) && fits(heightPx) ? { widthPx, heightPx } : null;
}

/** The options in the settings; a missing list gets the defaults of spec §9. */
export function offeredImages(settings: {
  formats?: readonly string[] | null;
  sizes?: readonly string[] | null;
}): { formats: readonly string[]; sizes: readonly string[] } {
  const { formats, sizes } = settings;
  return {
    formats: formats?.length ? [...new Set(formats)] : IMAGE_FORMATS,
    sizes: sizes?.length ? [...new Set(sizes)] : IMAGE_SIZES,
  };
}

/** Display name of "webp". */
export const formatImageFormat = (format: string) =>
  format === "webp" ? "WebP" : format.toUpperCase();

/** Display form of "512x512" that cannot wrap. */
export const formatImageSize = (size: string) => size.replace("x", "\u00a0×\u00a0");

/** The licence of current orders; orders keep its name permanently. */
export const LICENCE = "Promptory Standard Licence 1.0";

/** The version in a standard licence's name, "1.0"; null for any other licence. */
export function readStandardLicence(name: string): string | null {
  return /^Promptory Standard Licence (\d+\.\d+)$/.exec(name)?.[1] ?? null;
}

/**
 * The price shown to a buyer, and the rate of its value in EUR, in basis points. Null for a value
 * that the caller did not send.
 */
export type SeenPrice = { priceCents: number | null; rateBasisPoints: number | null };

export type PriceChange = "price_changed" | "rate_changed";
export type PurchaseErrorCode = "product_withdrawn" | PriceChange | "balance_insufficient";

/** A product's current price in internal cents, and the rate of its value in EUR. */
export type Price = { priceCents: number; rateBasisPoints: number };

/**
 * What has changed since the buyer saw the price; null if nothing has. A changed rate only counts
 * if it changes the price in EUR.
 */
export function findPriceChange(
  seen: SeenPrice,
  { priceCents, rateBasisPoints }: Price,
): PriceChange | null {
  if (seen.priceCents !== null && seen.priceCents !== priceCents) return "price_changed";
  const seenRate = seen.rateBasisPoints ?? rateBasisPoints;
  const isSameInEur = priceInEur(priceCents, seenRate) === priceInEur(priceCents, rateBasisPoints);
  return isSameInEur ? null : "rate_changed";
}

/**
 * Whether this wallet may buy at this price and rate now. Call inside the transaction, with locked
 * rows.
 */
export function validatePurchase(
  facts: Price & { isForSale: boolean; seen: SeenPrice; balanceCents: number },
): PurchaseErrorCode | null {
  if (!facts.isForSale) return "product_withdrawn";
  const change = findPriceChange(facts.seen, facts);
  if (change) return change;
  return facts.balanceCents < facts.priceCents ? "balance_insufficient" : null;
}
