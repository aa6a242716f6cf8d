import type { Message } from "#domain/messages.ts";
import { parseSum } from "#domain/money.ts";
import type { Format } from "./i18n.tsx";
import type { Translate, TranslateValues } from "./translate.ts";

/** A displayed error: our text by its code, or another server's text. */
export type ShownMessage = Message | { text: string };

const PREFIX = "errors.";

/**
 * A message as one string, for the replies of forms, whose errors are strings: the key of its text
 * with its values as a query (`errors.text_too_long?max=120`), or another server's text.
 */
export function toReference(message: ShownMessage): string {
  if ("text" in message) return message.text;
  const { code, params = {} } = message;
  const query = new URLSearchParams(
    Object.entries(params).map(([name, value]) => [name, String(value)]),
  );
  return query.size > 0 ? `${PREFIX}${code}?${query}` : PREFIX + code;
}

/** Translates a message reference (`toReference`). */
export function translateReference(t: Translate, format: AmountFormat, reference: string): string {
  const [, key, query] = /^(errors\.\w+)(?:\?(.*))?$/.exec(reference) ?? [];
  if (!key) return reference;
  return t(key, formatAmount(Object.fromEntries(new URLSearchParams(query)), format));
}

type AmountFormat = Pick<Format, "credits" | "money">;

/** "9.90" in the internal currency, "0.50 EUR" in money. */
const AMOUNT = /^(-?)(\d+\.\d\d)(?: ([A-Z]{3}))?$/;

/**
 * A message's values with `amount` formatted in the reader's language: the API sends a decimal of
 * the contract. An amount in another format stays unchanged.
 */
export function formatAmount(values: TranslateValues, format: AmountFormat): TranslateValues {
  const [, sign, decimal, currency] = AMOUNT.exec(String(values.amount)) ?? [];
  const size = parseSum(decimal);
  if (size === null) return values;
  const cents = sign ? -size : size;
  const amount = currency ? format.money(cents, currency) : format.credits(cents);
  return { ...values, amount };
}
