import type { DomainError, FieldErrors } from "#domain/errors.ts";
import { interpolate } from "#domain/interpolate.ts";
import { type Message, messageKey, type NoticeCode } from "#domain/messages.ts";
import en from "../../locales/en.json" with { type: "json" };

const ENGLISH: Readonly<Record<string, string>> = en;

const PLURALS = new Intl.PluralRules("en");

/** The English text of a message: locales/en.json is its only source. Seconds have plural forms. */
export function toEnglish({ code, params = {} }: Message): string {
  const key = messageKey(code);
  const form = `${key}_${PLURALS.select(Number(params.seconds))}`;
  return interpolate(ENGLISH[key] ?? ENGLISH[form] ?? key, params);
}

/** A success that is worth a message, for the top of a response or its payload. */
export function describeNotice(code: NoticeCode): { message: string; code: NoticeCode } {
  return { message: toEnglish({ code }), code };
}

/**
 * What the contract says of an error: English texts in the places of spec §3 and §8, and beside them
 * the codes with the values of the texts.
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

/** Laravel's summary: the first message and how many more there are. */
function summarize(fields: FieldErrors): string | null {
  const [first, ...more] = Object.values(fields).flat();
  if (!first) return null;
  if (more.length === 0) return toEnglish(first);
  return `${toEnglish(first)} (and ${more.length} more error${more.length > 1 ? "s" : ""})`;
}
