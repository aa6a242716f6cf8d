import { DomainError, fieldError } from "#domain/errors.ts";
import { DEFAULT_LOCALE } from "#domain/locales.ts";
import { DEFAULT_CURRENCY_NAME } from "#domain/money.ts";
import {
  applyWording,
  findEnglish,
  STAFF_TEXTS_PER_PAGE,
  validateWording,
} from "#domain/wording.ts";
import { recordAction } from "../audit/audit.service.ts";
import type { Words } from "../contract/site.ts";
import type { StaffText, StaffTextsQuery, WordingBody } from "../contract/staff/texts.ts";
import { inTransaction, type Sql } from "../db/client.ts";
import type { ApiDeps, SessionUser } from "../http/context.ts";
import { readStaffPage } from "../staff/lists/staff-list.ts";
import { isOutdatedCurrencyText } from "./currency.ts";
import { requireSettings } from "./site.queries.ts";
import { deleteOwnText, listOwnTexts, lockOwnText, putOwnText } from "./texts.queries.ts";
import {
  createText,
  SCREEN_WORDS_BY_LOCALE,
  type Text,
  WORDED_BY_LOCALE,
  WORDED_SCREENS_BY_LOCALE,
  type WordsByLocale,
} from "./translations.ts";

const englishScreenWords = (): Words => WORDED_SCREENS_BY_LOCALE.get(DEFAULT_LOCALE) ?? {};
const englishWords = (): Words => WORDED_BY_LOCALE.get(DEFAULT_LOCALE) ?? {};

/** The texts of an available locale, with the shop's custom wording. Throws locale_not_found. */
export async function requireWords(deps: ApiDeps, locale: string): Promise<Words> {
  const shipped = await readShipped(deps, locale);
  const own = await listOwnTexts(deps.database, locale);
  return Object.keys(own).length === 0 ? shipped : applyWording(shipped, own, englishScreenWords());
}

/**
 * The shipped texts of a locale, except those with the default currency name if the shop uses
 * another.
 */
async function readShipped(
  deps: ApiDeps,
  locale: string,
  all: WordsByLocale = SCREEN_WORDS_BY_LOCALE,
): Promise<Words> {
  const shipped = requireShipped(deps, locale, all);
  const { internalCurrencyName: name } = await requireSettings(deps.database);
  if (name === DEFAULT_CURRENCY_NAME) return shipped;
  const kept = Object.entries(shipped).filter(([key]) => !isOutdatedCurrencyText(key, name));
  return Object.fromEntries(kept);
}

/** Texts for a mail in the reader's locale: custom wording, else the shipped text, else English. */
export async function loadText(sql: Sql, locale: string): Promise<Text> {
  const own = await listOwnTexts(sql, locale);
  return createText(locale, applyWording({}, own, englishWords()));
}

function requireShipped(
  deps: ApiDeps,
  locale: string,
  all: WordsByLocale = SCREEN_WORDS_BY_LOCALE,
): Words {
  const { locales } = deps.config;
  const words = locales.includes(locale) ? all.get(locale) : undefined;
  if (!words) throw new DomainError("locale_not_found");
  return words;
}

/**
 * A page of the texts of screens and mails in a language, next to the English ones: all, the
 * untranslated or the customized ones. Throws locale_not_found.
 */
export async function listStaffTexts(deps: ApiDeps, query: StaffTextsQuery) {
  const { locale, filter = "all", q = "" } = query;
  const all = requireShipped(deps, locale, WORDED_BY_LOCALE);
  const shipped = await readShipped(deps, locale, WORDED_BY_LOCALE);
  const own = await listOwnTexts(deps.database, locale);
  const originals = englishWords();
  const search = q.toLocaleLowerCase(locale);
  const keys = [...new Set([...Object.keys(originals), ...Object.keys(all)])].sort();
  const found = keys
    .map(
      (key): StaffText => ({
        key,
        english: findEnglish(key, originals) ?? "",
        shipped: shipped[key] ?? null,
        own: own[key] ?? null,
      }),
    )
    // A text whose key is exactly the search term comes first.
    .sort((a, b) => Number(b.key === q) - Number(a.key === q))
    .filter((text) => filter !== "own" || text.own !== null)
    .filter((text) => filter !== "missing" || (text.shipped === null && text.own === null))
    .filter((text) =>
      [text.key, text.english, text.shipped, text.own].some((one) =>
        one?.toLocaleLowerCase(locale).includes(search),
      ),
    );
  const { limit, offset, toMeta } = readStaffPage(query, STAFF_TEXTS_PER_PAGE);
  return { payload: found.slice(offset, offset + limit), meta: toMeta(found.length) };
}

/**
 * Saves the custom wording of a text; an empty one restores the shipped text. All processes apply
 * it immediately. Throws validation_failed for a wording that lacks a placeholder of the English
 * text, text_changed (409) when it has been changed since, locale_not_found.
 */
export async function saveWording(
  deps: ApiDeps,
  staff: SessionUser,
  { locale, key, text, seen }: WordingBody,
): Promise<void> {
  requireShipped(deps, locale);
  const isReset = text.trim() === "";
  const problem = isReset ? null : validateWording(key, text, englishWords());
  if (problem) throw fieldError("text", problem);
  await inTransaction(deps.database, async (sql) => {
    const before = await lockOwnText(sql, locale, key);
    if ((before ?? "") !== seen) throw new DomainError("text_changed");
    if (isReset) await deleteOwnText(sql, locale, key);
    else await putOwnText(sql, { locale, key, text, authorId: staff.id, now: deps.now() });
    await recordAction(sql, {
      actorId: staff.id,
      action: isReset ? "text.reset" : "text.update",
      subject: { kind: "text", id: `${locale}/${key}` },
      before: { text: before },
      after: { text: isReset ? null : text },
    });
  });
}
