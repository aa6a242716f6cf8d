import { CURRENCY_TEXTS, createCreditsFormat, DEFAULT_CURRENCY_NAME } from "#domain/money.ts";
import type { Words } from "../contract/site.ts";
import type { Sql } from "../db/client.ts";
import { requireSettings } from "./site.queries.ts";
import { listOwnTexts } from "./texts.queries.ts";
import { SCREEN_WORDS_BY_LOCALE } from "./translations.ts";

/**
 * True for a text that contains the default name of the currency although the shop uses another one
 * (settings, spec §3); in that case only the shop's own wording can name it.
 */
export function isOutdatedCurrencyText(key: string, currencyName: string): boolean {
  return currencyName !== DEFAULT_CURRENCY_NAME && key.startsWith(CURRENCY_TEXTS);
}

/** Formats amounts of the internal currency for mails and documents in a language. */
export async function readCreditsFormat(sql: Sql, locale: string) {
  const { internalCurrencyName: name } = await requireSettings(sql);
  const shipped = Object.entries(SCREEN_WORDS_BY_LOCALE.get(locale) ?? {}).filter(
    ([key]) => !isOutdatedCurrencyText(key, name),
  );
  const texts: Words = { ...Object.fromEntries(shipped), ...(await listOwnTexts(sql, locale)) };
  return createCreditsFormat(locale, texts, name);
}
