import type { Words } from "./translate.ts";

/** Groups of texts that only staff screens show. */
const STAFF = /^(?:staff(?:_\w+)?|people|audit)\./;
/** Used in mails, or as replacements (neutral-words), never on screens. */
const MAILS = /^(?:mail|neutral)\./;

const splits = new WeakMap<Words, { shop: Words; staff: Words }>();

/**
 * Splits texts into those loaded by every browser, and those that only the staff frame adds
 * (app/staff/staff.tsx): shoppers do not download them.
 */
export function splitWords(words: Words): { shop: Words; staff: Words } {
  let split = splits.get(words);
  if (!split) {
    const shown = Object.entries(words).filter(([key]) => !MAILS.test(key));
    split = {
      shop: Object.fromEntries(shown.filter(([key]) => !STAFF.test(key))),
      staff: Object.fromEntries(shown.filter(([key]) => STAFF.test(key))),
    };
    splits.set(words, split);
  }
  return split;
}
