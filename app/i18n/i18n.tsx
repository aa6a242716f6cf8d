import { createContext, type ReactNode, use, useMemo } from "react";
import { DEFAULT_CURRENCY } from "#domain/money.ts";
import { createTranslate, type Translate, type Words } from "./translate.ts";

type I18n = { locale: string; words: Words; t: Translate; currencyName: string };

const I18nContext = createContext<I18n | null>(null);

/** Gives the texts of one locale to everything below it. */
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

/** All of it; screens want one of the hooks below. */
export function useI18n(): I18n {
  const i18n = use(I18nContext);
  if (!i18n) throw new Error("i18n used outside of I18nProvider");
  return i18n;
}

export const useLocale = () => useI18n().locale;
export const useT = (): Translate => useI18n().t;

/** Numbers and money in the reader's locale; amounts are minor units. */
export function useFormat() {
  const { locale, currencyName } = useI18n();
  return createFormat(locale, currencyName);
}

export type Format = ReturnType<typeof makeFormat>;

const formats = new Map<string, Format>();

/** Made once for each locale and currency: Intl's objects cost more than the cards they serve. */
export function createFormat(locale: string, currencyName: string): Format {
  const key = `${locale} ${currencyName}`;
  let format = formats.get(key);
  if (!format) {
    format = makeFormat(locale, currencyName);
    formats.set(key, format);
  }
  return format;
}

function makeFormat(locale: string, currencyName: string) {
  const decimals = new Intl.NumberFormat(locale, {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  });
  const whole = new Intl.NumberFormat(locale);
  const moneyOf = (currency: string) =>
    new Intl.NumberFormat(locale, { style: "currency", currency });
  const euros = moneyOf(DEFAULT_CURRENCY);
  return {
    /** EUR cents -> "€12.50" */
    money: (cents: number, currency: string = DEFAULT_CURRENCY) =>
      (currency === DEFAULT_CURRENCY ? euros : moneyOf(currency)).format(cents / 100),
    /** Internal cents -> "12.50 Credits"; an order names the currency of its day. */
    credits: (cents: number, name: string = currencyName) =>
      `${decimals.format(cents / 100)}\u00a0${name}`,
    number: (value: number) => whole.format(value),
  };
}
