/**
 * References that people read aloud and type: those of messages, notices and statements of
 * withdrawal.
 */

/** Without 0, 1, I and O, which are easily confused. */
const ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";
/** One of ALPHABET, as a pattern. */
const CHARACTER = "[2-9A-HJ-NP-Z]";

/** A message's or notice's reference: two groups of four. */
export const CONTACT_REFERENCE_PATTERN = new RegExp(`^${CHARACTER}{4}-${CHARACTER}{4}$`);
/** A statement of withdrawal's reference. */
export const WITHDRAWAL_NUMBER = new RegExp(`^W-${CHARACTER}{8}$`);

/** Returns an integer from 0 up to, but not including, `max`; `randomInt` of node:crypto. */
type RandomBelow = (max: number) => number;

/** A new CONTACT_REFERENCE_PATTERN: random, so it reveals no count. */
export function createContactReference(randomBelow: RandomBelow): string {
  return `${drawCharacters(4, randomBelow)}-${drawCharacters(4, randomBelow)}`;
}

/** A new WITHDRAWAL_NUMBER: random, so it reveals no count. */
export function createWithdrawalNumber(randomBelow: RandomBelow): string {
  return `W-${drawCharacters(8, randomBelow)}`;
}

function drawCharacters(length: number, randomBelow: RandomBelow): string {
  return Array.from({ length }, () => ALPHABET.charAt(randomBelow(ALPHABET.length))).join("");
}
