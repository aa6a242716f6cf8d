/** Buying a prompt and downloading it (spec §1 Purchase, §9). */

export const IMAGE_FORMATS = ["jpg", "png", "webp"] as const;
export type ImageFormat = (typeof IMAGE_FORMATS)[number];

/** Defaults when settings lack lists (spec §9). */
export const IMAGE_SIZES = ["1024x1024", "512x512"] as const;

/** The size that is sold (spec §9). */
export const PURCHASED_IMAGE_SIZE = "1024x1024";

export type ImageSize = { widthPx: number; heightPx: number };

/** Reads "1024x1024"; null for anything else or beyond 64 to 2048 pixels a side. */
export function parseImageSize(text: string): ImageSize | null {
  const match = /^(\d{2,4})x(\d{2,4})$/.exec(text);
  if (!match) return null;
  const widthPx = Number(match[1]);
  const heightPx = Number(match[2]);
  const fits = (px: number) => px >= 64 && px <= 2048;
  return fits(widthPx) && fits(heightPx) ? { widthPx, heightPx } : null;
}

/** What the settings offer or, where they lack a list, the defaults of spec §9. */
export function offeredImages(settings: {
  formats?: readonly string[] | null;
  sizes?: readonly string[] | null;
}): { formats: readonly string[]; sizes: readonly string[] } {
  const { formats, sizes } = settings;
  return {
    formats: formats?.length ? formats : IMAGE_FORMATS,
    sizes: sizes?.length ? sizes : IMAGE_SIZES,
  };
}

/** "webp" as people read it. */
export const formatImageFormat = (format: string) =>
  format === "webp" ? "WebP" : format.toUpperCase();

/** "512x512" as people read it. */
export const formatImageSize = (size: string) => size.replace("x", " × ");

/** The licence that every order of today is sold under; orders keep its name for ever. */
export const LICENCE = "Promptory Standard Licence 1.0";

export type PurchaseErrorCode = "product_withdrawn" | "price_changed" | "balance_insufficient";

/**
 * May this wallet buy at this price now? Asked inside the transaction, with locked rows.
 * `expectedPriceCents` is what the buyer saw; null when the caller did not say.
 */
export function validatePurchase(facts: {
  isForSale: boolean;
  priceCents: number;
  expectedPriceCents: number | null;
  balanceCents: number;
}): PurchaseErrorCode | null {
  if (!facts.isForSale) return "product_withdrawn";
  if (facts.expectedPriceCents !== null && facts.expectedPriceCents !== facts.priceCents) {
    return "price_changed";
  }
  return facts.balanceCents < facts.priceCents ? "balance_insufficient" : null;
}
