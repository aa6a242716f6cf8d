import { createContext, type ReactNode, use, useMemo } from "react";
import { toFormattingTag } from "#domain/locales.ts";
import {
  CURRENCY_TEXTS,
  createCreditsFormat,
  createRateFormat,
  DEFAULT_CURRENCY,
} from "#domain/money.ts";
import { createTranslate, joinList, type Translate, type Words } from "./translate.ts";

type I18n = { locale: string; words: Words; t: Translate; currencyName: string };

const I18nContext = createContext<I18n | null>(null);

/** Provides the texts of one locale to its children. */
export function I18nProvider(props: {
  locale: string;
  words: Words;
  currencyName: string;
  children: ReactNode;
}) {
  const { locale, words, currencyName } = props;
  const value = useMemo(
    () => ({ locale, words, currencyName, t: createTranslate(locale, words) }),
    [locale, words, currencyName],
  );
  return <I18nContext value={value}>{props.children}</I18nContext>;
}

/** The whole context; screens use one of the hooks below. */
export function useI18n(): I18n {
  const i18n = use(I18nContext);
  if (!i18n) throw new Error("i18n used outside of I18nProvider");
  return i18n;
}

export const useLocale = () => useI18n().locale;
export const useT = (): Translate => useI18n().t;

/** Numbers and money in the reader's locale; amounts are minor units. */
export function useFormat() {
  const { locale, words, currencyName } = useI18n();
  return createFormat(locale, words, currencyName);
}

/** The name of the internal currency without an amount: "credits". */
export function useCurrencyName(): string {
  const { words, currencyName } = useI18n();
  return words[`${CURRENCY_TEXTS}plural`] ?? currencyName;
}

export type Format = ReturnType<typeof makeFormat>;

/** What Intl accepts as a currency, known or not. */
const CURRENCY_CODE = /^[a-z]{3}$/i;

const formats = new WeakMap<Words, Map<string, Format>>();

/**
 * Created once per locale's texts and currency: Intl's objects cost more than the cards they
 * format.
 */
export function createFormat(locale: string, words: Words, currencyName: string): Format {
  const known = formats.get(words) ?? new Map<string, Format>();
  formats.set(words, known);
  const format = known.get(currencyName) ?? makeFormat(locale, words, currencyName);
  known.set(currencyName, format);
  return format;
}

function makeFormat(locale: string, words: Words, currencyName: string) {
  const tag = toFormattingTag(locale);
  const whole = new Intl.NumberFormat(tag);
  const moneyOf = (currency: string) =>
    new Intl.NumberFormat(tag, { style: "currency", currency, currencyDisplay: "narrowSymbol" });
  const euros = moneyOf(DEFAULT_CURRENCY);
  const credits = createCreditsFormat(locale, words, currencyName);
  return {
    /**
     * EUR cents -> "€12.50". The currency is a server's or a bank's text: one that is not a code,
     * for which Intl would throw, is appended to the amount unchanged.
     */
    money(cents: number, currency: string = DEFAULT_CURRENCY): string {
      if (currency === DEFAULT_CURRENCY) return euros.format(cents / 100);
      const isCode = CURRENCY_CODE.test(currency);
      return isCode ? moneyOf(currency).format(cents / 100) : credits(cents, currency).trimEnd();
    },
    /** Internal cents -> "12.50 credits"; an order keeps its original currency name. */
    credits,
    /** Basis points of a rate -> "1.255 credits", which is what one euro buys. */
    rate: (basisPoints: number) => createRateFormat(locale, words, currencyName)(basisPoints),
    number: (value: number) => whole.format(value),
    list: (texts: readonly string[]) => joinList(locale, texts),
  };
}
