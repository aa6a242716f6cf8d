import type { FieldErrors } from "#domain/errors.ts";

/** What happens to a transfer to a test card. */
export type CardBehavior = "pays" | "fails" | "unknown" | "returns";

/**
 * The sandbox's card numbers, none of which is real. It accepts no others, because real cards must
 * not be entered in a demonstration. The last one cannot even be saved.
 */
export const TEST_CARDS: ReadonlyMap<string, CardBehavior | "declined"> = new Map([
  ["4242424242424242", "pays"],
  ["5555555555554444", "pays"],
  ["4000000000009995", "fails"],
  ["4000000000000119", "unknown"],
  ["4000000000000341", "returns"],
  ["4000000000000002", "declined"],
]);

/** A card as entered on the sandbox's page. */
export type TypedCard = { number: string; holder: string; expMonth: string; expYear: string };

/** An accepted card, without its number. */
export type AcceptedCard = {
  brand: string;
  last4: string;
  expMonth: number;
  expYear: number;
  behavior: CardBehavior;
};

const isEmpty = (text: string) => text.trim() === "";

/**
 * Validates an entered card; errors are keyed by field, in page order, and never contain the
 * number.
 */
export function readCard(
  typed: TypedCard,
  now: Date,
): { card: AcceptedCard; errors: null } | { card: null; errors: FieldErrors } {
  const number = typed.number.replace(/[\s-]/g, "");
  const behavior = TEST_CARDS.get(number);
  const errors: FieldErrors = {};
  const numberError = findNumberError(number, behavior);
  if (numberError) errors.number = [{ code: numberError }];
  if (isEmpty(typed.holder)) errors.holder = [{ code: "card_holder_required" }];
  const expMonth = toMonth(typed.expMonth);
  const expYear = toYear(typed.expYear, now);
  if (expMonth === null) {
    const code = isEmpty(typed.expMonth) ? "card_month_required" : "card_month_invalid";
    errors.exp_month = [{ code }];
  }
  if (expYear === null) {
    const code = isEmpty(typed.expYear) ? "card_year_required" : "card_year_invalid";
    errors.exp_year = [{ code }];
  }
  if (expMonth !== null && expYear !== null && isExpired({ expMonth, expYear }, now)) {
    errors.exp_year = [{ code: "card_expired" }];
  }
  const hasErrors = Object.keys(errors).length > 0;
  if (hasErrors || behavior === undefined || behavior === "declined") {
    return { card: null, errors };
  }
  if (expMonth === null || expYear === null) return { card: null, errors };
  const brand = number.startsWith("4") ? "visa" : "mastercard";
  return { card: { brand, last4: number.slice(-4), expMonth, expYear, behavior }, errors: null };
}

function findNumberError(number: string, behavior: CardBehavior | "declined" | undefined) {
  if (number === "") return "card_number_required" as const;
  if (!/^\d{12,19}$/.test(number) || !isLuhnValid(number)) return "card_number_invalid" as const;
  if (behavior === undefined) return "card_not_a_test" as const;
  return behavior === "declined" ? ("card_rejected" as const) : null;
}

/**
 * The Luhn check (ISO/IEC 7812): every second digit from the right is doubled, and the sum must end
 * in 0.
 */
export function isLuhnValid(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

/** A card is valid until the end of its month, in every time zone. */
export function isExpired(
  { expMonth, expYear }: { expMonth: number; expYear: number },
  now: Date,
): boolean {
  return Date.UTC(expYear, expMonth, 1) + 12 * 3_600_000 <= now.getTime();
}

function toMonth(text: string): number | null {
  const month = /^\d{1,2}$/.test(text.trim()) ? Number(text) : 0;
  return month >= 1 && month <= 12 ? month : null;
}

/** Accepts "28" and "2028"; no card is valid for longer than twenty years. */
function toYear(text: string, now: Date): number | null {
  if (!/^(?:\d{2}|\d{4})$/.test(text.trim())) return null;
  const number = Number(text);
  const year = number < 100 ? 2000 + number : number;
  return year >= 2000 && year <= now.getUTCFullYear() + 20 ? year : null;
}
