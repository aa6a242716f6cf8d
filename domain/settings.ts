/**
 * The shop's settings (spec §3 Settings), and values that are rejected because they would break
 * money.
 */

import { depositForMissing } from "./deposits.ts";
import { createMessage, type Message } from "./messages.ts";
import { AMOUNT_CENTS_MAX, DEFAULT_CURRENCY, toDecimal } from "./money.ts";
import { parseImageSize } from "./purchases.ts";

/** Internal currency for one EUR, in basis points: 0.01 to 1,000. */
export const RATE_BASIS_POINTS_MIN = 100;
export const RATE_BASIS_POINTS_MAX = 10_000_000;
const BASIS_POINTS = 10_000;
const RATE = /^(\d{1,4})(?:[.,](\d{1,4}))?$/;

/** No provider accepts less for a payment. */
export const DEPOSIT_LIMIT_CENTS_MIN = 50;
const IMAGE_SIZES_MAX = 6;
export const CURRENCY_NAME_LENGTH_MAX = 24;
/** A file of this site: pages load images from nowhere else. */
export const CURRENCY_IMAGE_PATTERN = /^\/[\w-][\w./-]*(?:#[\w-]+)?$/;

/**
 * Parses a rate as people enter it ("1.255", "1,255") into basis points. Null for anything with
 * more than four decimals, and for a rate at which nothing could be bought or sold.
 */
export function parseRate(text: string): number | null {
  const match = RATE.exec(text.trim());
  if (!match) return null;
  const basisPoints = Number(match[1]) * BASIS_POINTS + Number((match[2] ?? "").padEnd(4, "0"));
  const isInRange = basisPoints >= RATE_BASIS_POINTS_MIN && basisPoints <= RATE_BASIS_POINTS_MAX;
  return isInRange ? basisPoints : null;
}

/** A rate in the contract's format: 12,550 basis points are "1.255". */
export function formatRate(basisPoints: number): string {
  return String(basisPoints / BASIS_POINTS);
}

/** The distinct sizes in a text such as "1024x1024, 512 × 512"; or its error. */
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
 * a low rate, in basis points, the smallest deposit is one that still credits something.
 */
export function validateDepositLimits(limits: {
  minCents: number;
  maxCents: number;
  rateBasisPoints: number;
}): { field: "deposit_min" | "deposit_max"; message: Message } | null {
  const { minCents, maxCents, rateBasisPoints } = limits;
  const least = depositForMissing(1, rateBasisPoints, { minCents: DEPOSIT_LIMIT_CENTS_MIN });
  if (minCents < least) {
    const amount = `${toDecimal(least)} ${DEFAULT_CURRENCY}`;
    return { field: "deposit_min", message: createMessage("deposit_too_small", { amount }) };
  }
  if (maxCents < minCents || maxCents > AMOUNT_CENTS_MAX) {
    return { field: "deposit_max", message: createMessage("limits_crossed") };
  }
  return null;
}
