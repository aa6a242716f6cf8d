/**
 * The shop's settings (spec §3 Settings), and values that are rejected because they would break
 * money.
 */

import { smallestDepositCents } from "./deposits.ts";
import { createMessage, type Message } from "./messages.ts";
import { AMOUNT_CENTS_MAX, DEFAULT_CURRENCY, toDecimal } from "./money.ts";
import { parseImageSize } from "./purchases.ts";

/** No provider accepts smaller payments. */
export const DEPOSIT_LIMIT_CENTS_MIN = 50;
const IMAGE_SIZES_MAX = 6;
export const CURRENCY_NAME_LENGTH_MAX = 24;
/** A file of this site: pages load images from nowhere else. */
export const CURRENCY_IMAGE_PATTERN = /^\/[\w-][\w./-]*(?:#[\w-]+)?$/;

/** The distinct sizes in a text such as "1024x1024, 512 × 512", or the error in it. */
export function parseImageSizes(text: string): { sizes: string[] } | { error: Message } {
  const sizes = text
    .split(/[,;\n]/)
    .map((size) => size.replace(/\s/g, "").replace(/[×X]/g, "x"))
    .filter(Boolean);
  const wrong = sizes.find((size) => parseImageSize(size) === null);
  if (wrong !== undefined) return { error: createMessage("image_size_invalid") };
  const distinct = [...new Set(sizes)];
  if (distinct.length === 0) return { error: createMessage("choice_required") };
  return distinct.length > IMAGE_SIZES_MAX
    ? { error: createMessage("number_out_of_range", { max: IMAGE_SIZES_MAX }) }
    : { sizes: distinct };
}

/**
 * The fields of inconsistent or impossible deposit limits, in EUR cents; null if they are valid. At
 * a low rate, in basis points, the smallest deposit is the one that still credits something.
 */
export function validateDepositLimits(limits: {
  minCents: number;
  maxCents: number;
  rateBasisPoints: number;
}): { field: "deposit_min" | "deposit_max"; message: Message } | null {
  const { minCents, maxCents, rateBasisPoints } = limits;
  const least = smallestDepositCents(DEPOSIT_LIMIT_CENTS_MIN, rateBasisPoints);
  if (minCents < least) {
    const amount = `${toDecimal(least)} ${DEFAULT_CURRENCY}`;
    return { field: "deposit_min", message: createMessage("deposit_too_small", { amount }) };
  }
  if (maxCents < minCents || maxCents > AMOUNT_CENTS_MAX) {
    return { field: "deposit_max", message: createMessage("limits_crossed") };
  }
  return null;
}
