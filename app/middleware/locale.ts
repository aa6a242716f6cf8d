import { createContext, type MiddlewareFunction, redirect } from "react-router";
import { LanguageDetector } from "remix-i18next/server";
import { listLanguages, type SettingsView } from "#app/api-client/site.server.ts";
import { listWords } from "#app/api-client/words.server.ts";
import { createFormat, type Format } from "#app/i18n/i18n.tsx";
import { ENGLISH_WORDS, i18nFor } from "#app/i18n/i18next.server.ts";
import { formatAmount, type ShownMessage } from "#app/i18n/message-reference.ts";
import { localePath } from "#app/i18n/paths.ts";
import { splitWords } from "#app/i18n/split-words.ts";
import { countOf, type Translate, type Words } from "#app/i18n/translate.ts";
import type { WordsSource } from "#app/i18n/translations.ts";
import { toWordsSource } from "#app/i18n/words-file.server.ts";
import { YEAR_SECONDS } from "#domain/dates.ts";
import {
  DEFAULT_LOCALE,
  isLanguageChoice,
  isLocaleShaped,
  isMemberPath,
  matchLocale,
  pickLocale,
  readAcceptLanguage,
} from "#domain/locales.ts";
import { type MessageCode, messageKey } from "#domain/messages.ts";
import { noteFailure } from "./degraded.ts";
import { getApi, getUrl } from "./session-relay.ts";
import { type Context, createOwnCookie, requireWebRequest } from "./web-context.ts";

type LocaleState = { locale: string; languages: { code: string; name: string }[]; words: Words };

const localeContext = createContext<LocaleState | null>(null);

export const LOCALE_COOKIE = "locale";

/** Remembers the chosen language, or the language of a member's screens, for a year. */
const localeCookie = createOwnCookie(LOCALE_COOKIE, { maxAge: YEAR_SECONDS });

/**
 * The single locale gate of spec §2: every path starts with an available locale or is redirected to
 * one, keeping path and query. Sets the locale and its texts for everything below.
 */
export const localeGate: MiddlewareFunction<Response> = async (
  { request, context, params },
  next,
) => {
  const languages = await loadLanguages(context);
  const offered = languages.map((language) => language.code);
  const locale = params.locale ?? "";
  if (!offered.includes(locale)) throw await redirectToLocale(context, request, offered);
  const api = getApi(context);
  api.setLocale(locale);
  context.set(localeContext, { locale, languages, words: await loadWords(context, locale) });
  const response = await next();
  // Only then: a cookie on every page would make all pages uncacheable.
  const { pathname } = getUrl(context);
  const isMembers = response.status === 200 && isMemberPath(pathname);
  const isChoice = isLanguageChoice(request.headers.get("referer"), getUrl(context));
  const stored = await localeCookie.parse(request);
  if (isChoice || (isMembers && stored !== locale)) {
    response.headers.append("set-cookie", await localeCookie.serialize(context, locale));
  }
  return response;
};

/** For paths without a locale ("/"): redirects to the visitor's locale. */
export const noLocaleRedirect: MiddlewareFunction<Response> = async ({ request, context }) => {
  const languages = await loadLanguages(context);
  throw await redirectToLocale(
    context,
    request,
    languages.map((language) => language.code),
  );
};

async function redirectToLocale(context: Context, request: Request, offered: string[]) {
  const url = getUrl(context);
  const [, first = "", ...rest] = url.pathname.split("/");
  const locale = await detectLocale(context, request, offered, first);
  // "/xx/products" has an unavailable language: redirects to the same path in an available one.
  const tail = isLocaleShaped(first) ? rest : [first, ...rest];
  const path = localePath(locale, `/${tail.filter(Boolean).join("/")}`);
  return redirect(path + url.search, {
    status: 302,
    headers: { vary: "Accept-Language, Cookie", "cache-control": "private, no-store" },
  });
}

/**
 * The path's locale under another tag, then the stored one, both found by remix-i18next, then the
 * best of Accept-Language, then the default (spec §2). The library itself ignores all languages of
 * the header but the first.
 */
async function detectLocale(
  context: Context,
  request: Request,
  offered: string[],
  firstSegment: string,
): Promise<string> {
  const browsers = readAcceptLanguage(request.headers.get("accept-language") ?? "");
  const detector = new LanguageDetector({
    supportedLanguages: offered,
    fallbackLanguage: pickLocale([...browsers, requireWebRequest(context).defaultLocale], offered),
    cookie: localeCookie.cookie,
    order: ["custom", "cookie"],
    findLocale: async () =>
      isLocaleShaped(firstSegment) ? matchLocale(firstSegment, offered) : null,
  });
  return pickOffered([await detector.detect(request)], offered);
}

/** The default, English, may be unavailable: then the first language, or redirects would loop. */
function pickOffered(candidates: string[], offered: string[]): string {
  const locale = pickLocale(candidates, offered);
  return offered.includes(locale) ? locale : (offered[0] ?? DEFAULT_LOCALE);
}

const ENGLISH_ONLY = [{ code: DEFAULT_LOCALE, name: "English" }];

/** The available languages; only English if the list cannot be loaded, or is empty. */
export async function loadLanguages(context: Context): Promise<{ code: string; name: string }[]> {
  const api = getApi(context);
  try {
    const languages = await listLanguages(api);
    if (languages.length === 0) return ENGLISH_ONLY;
    return languages.map(({ code, name }) => ({ code, name: name ?? code }));
  } catch (error) {
    noteFailure(context, "languages could not be loaded", error);
    return ENGLISH_ONLY;
  }
}

/** The texts of a locale; only English if they cannot be loaded, which is noted. */
export const loadWords = (context: Context, locale: string): Promise<Words> =>
  listWords(getApi(context), locale, (message, error) => noteFailure(context, message, error));

function getLocaleState(context: Context): LocaleState {
  return (
    context.get(localeContext) ?? {
      locale: DEFAULT_LOCALE,
      languages: ENGLISH_ONLY,
      words: ENGLISH_WORDS,
    }
  );
}

/** Target of `x-default`: the language for readers of unavailable languages. */
export function getDefaultLocale(context: Context, languages: { code: string }[]): string {
  const offered = languages.map(({ code }) => code);
  return pickOffered([requireWebRequest(context).defaultLocale], offered);
}

export const getLocale = (context: Context): string => getLocaleState(context).locale;
export const getLanguages = (context: Context) => getLocaleState(context).languages;

/** What the entries pass to the components (i18n/translations.ts). */
export function getWordsSource(context: Context): WordsSource {
  const { locale, words } = getLocaleState(context);
  return toWordsSource(locale, words);
}

/** The texts of the staff screens, which get them from their layout's loader. */
export const getStaffWords = (context: Context): Words =>
  splitWords(getLocaleState(context).words).staff;

/** Returns the translate function for loaders and actions. */
export function getT(context: Context): Translate {
  const { locale, words } = getLocaleState(context);
  const i18n = i18nFor(locale, words);
  return (key, values = {}) => i18n.t(key, { ...values, count: countOf(values) });
}

/** Formats numbers and money in loaders and actions; without settings, the currency has no name. */
export function getFormat(
  context: Context,
  settings: Pick<SettingsView, "currencyName"> | null,
): Format {
  const { locale, words } = getLocaleState(context);
  return createFormat(locale, words, settings?.currencyName ?? "");
}

/** Translates messages in loaders and actions: ours by code; another server's text is unchanged. */
export function getMessage(context: Context): (message: MessageCode | ShownMessage) => string {
  const t = getT(context);
  const format = getFormat(context, null);
  return (message) => {
    if (typeof message === "string") return t(messageKey(message));
    if ("text" in message) return message.text;
    return t(messageKey(message.code), formatAmount(message.params ?? {}, format));
  };
}
