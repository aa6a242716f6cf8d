import { CURRENCY_TEXTS, createCreditsFormat, DEFAULT_CURRENCY_NAME } from "#domain/money.ts";
import type { Words } from "../contract/site.ts";
import type { Sql } from "../db/client.ts";
import { requireSettings } from "./site.queries.ts";
import { listOwnTexts } from "./texts.queries.ts";
import { SCREEN_WORDS_BY_LOCALE } from "./translations.ts";

/**
 * True for a text that names the currency by our name although the shop has another one (settings,
 * spec §3): then only the shop's own wording says what it is called in a language.
 */
export function isOutdatedCurrencyText(key: string, currencyName: string): boolean {
  return currencyName !== DEFAULT_CURRENCY_NAME && key.startsWith(CURRENCY_TEXTS);
}

/** Amounts of the internal currency as mails and documents write them in a language. */
export async function readCreditsFormat(sql: Sql, locale: string) {
  const { internalCurrencyName: name } = await requireSettings(sql);
  const shipped = Object.entries(SCREEN_WORDS_BY_LOCALE.get(locale) ?? {}).filter(
    ([key]) => !isOutdatedCurrencyText(key, name),
  );
  const texts: Words = { ...Object.fromEntries(shipped), ...(await listOwnTexts(sql, locale)) };
  return createCreditsFormat(locale, texts, name);
}
