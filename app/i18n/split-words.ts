import type { Words } from "./translate.ts";

/** The groups of texts that only the staff's screens show. */
const STAFF = /^(?:staff(?:_\w+)?|people|audit)\./;
/** Written into mails, or instead of others (neutral-words), never onto a screen. */
const MAILS = /^(?:mail|neutral)\./;

const splits = new WeakMap<Words, { shop: Words; staff: Words }>();

/**
 * The texts that every screen's browser loads, and those that the staff's frame gives to its screens
 * besides (app/staff/staff.tsx): shoppers do not download the desk.
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
