import type { DomainError, FieldErrors } from "#domain/errors.ts";
import { interpolate } from "#domain/interpolate.ts";
import { type Message, messageKey, type NoticeCode } from "#domain/messages.ts";
import en from "../../locales/en.json" with { type: "json" };

const ENGLISH: Readonly<Record<string, string>> = en;

const PLURALS = new Intl.PluralRules("en");

/**
 * Returns the English text of a message: locales/en.json is its only source. Texts with seconds
 * have plural forms.
 */
export function toEnglish({ code, params = {} }: Message): string {
  const key = messageKey(code);
  const form = `${key}_${PLURALS.select(Number(params.seconds))}`;
  return interpolate(ENGLISH[key] ?? ENGLISH[form] ?? key, params);
}

/** Returns a success message, for the top level of a response or its payload. */
export function describeNotice(code: NoticeCode): { message: string; code: NoticeCode } {
  return { message: toEnglish({ code }), code };
}

/**
 * Returns an error in the contract's format: English texts in the places of spec §3 and §8, plus
 * the codes with their values.
 */
export function describeError({ code, params, fields }: DomainError) {
  const message = (fields && summarize(fields)) ?? toEnglish({ code, params });
  if (!fields) return { message, code, params };
  const entries = Object.entries(fields);
  return {
    message,
    code,
    params,
    errors: Object.fromEntries(entries.map(([field, list]) => [field, list.map(toEnglish)])),
    error_codes: Object.fromEntries(entries),
  };
}

/** Returns Laravel's summary: the first message and the number of others. */
function summarize(fields: FieldErrors): string | null {
  const [first, ...more] = Object.values(fields).flat();
  if (!first) return null;
  if (more.length === 0) return toEnglish(first);
  return `${toEnglish(first)} (and ${more.length} more error${more.length > 1 ? "s" : ""})`;
}
