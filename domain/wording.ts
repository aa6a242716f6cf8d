/** Custom wording of a text (spec §1 texts), and what it must keep of the English text. */

import { createMessage, type Message } from "./messages.ts";

export const WORDING_LENGTH_MAX = 2_000;
export const STAFF_TEXTS_PER_PAGE = 50;

const PLACE = /\{\{\s*(\w+)\s*\}\}/g;
const PLURAL = /_(zero|one|two|few|many|other)$/;

type Texts = Readonly<Record<string, string>>;

/** The distinct placeholder names of a text: `{{amount}}` is "amount". */
export function listPlaces(text: string): string[] {
  return [...new Set([...text.matchAll(PLACE)].map(([, name = ""]) => name))].sort();
}

/** True for one plural form of a text: `items_few` if English has `items_other`. */
function isPluralForm(key: string, english: Texts): boolean {
  return PLURAL.test(key) && Object.hasOwn(english, key.replace(PLURAL, "_other"));
}

/** The English text that a key translates; null for a key that no screen uses. */
export function findEnglish(key: string, english: Texts): string | null {
  if (Object.hasOwn(english, key)) return english[key] ?? null;
  return isPluralForm(key, english) ? (english[key.replace(PLURAL, "_other")] ?? null) : null;
}

/**
 * The problem with a wording; null if it is valid. It must have exactly the placeholders of the
 * English text; a plural form may omit the count ("one design"). Other i18next notation would be
 * evaluated: nesting, formats, unescaped values.
 */
export function validateWording(key: string, text: string, english: Texts): Message | null {
  const original = findEnglish(key, english);
  if (original === null) return createMessage("text_unknown");
  if (text.trim() === "") return createMessage("wording_required");
  if (text.length > WORDING_LENGTH_MAX) {
    return createMessage("text_too_long", { max: WORDING_LENGTH_MAX });
  }
  const rest = text.replace(PLACE, "");
  if (/\{\{|\}\}|\$t\(/.test(rest) || /\{{3}|\}{3}/.test(text))
    return createMessage("wording_notation_invalid");
  const [given, expected] = [listPlaces(text), listPlaces(original)];
  const optional = isPluralForm(key, english) ? ["count"] : [];
  const isComplete = expected.every((name) => given.includes(name) || optional.includes(name));
  const isKnown = given.every((name) => expected.includes(name) || optional.includes(name));
  if (isComplete && isKnown) return null;
  const places = expected.map((name) => `{{${name}}}`).join(" ");
  return places === ""
    ? createMessage("wording_places_unknown")
    : createMessage("wording_places_differ", { places });
}

/**
 * The texts with custom wording applied; wording that no longer matches its English text is
 * ignored.
 */
export function applyWording(shipped: Texts, own: Texts, english: Texts): Record<string, string> {
  const fitting = Object.entries(own).filter(
    ([key, text]) => validateWording(key, text, english) === null,
  );
  return { ...shipped, ...Object.fromEntries(fitting) };
}
