/**
 * References that people read aloud and type: those of messages, notices and statements of
 * withdrawal.
 */

/** Without 0, 1, I and O, which are easily confused. */
const SIGNS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";
/** One of SIGNS, as a pattern. */
const SIGN = "[2-9A-HJ-NP-Z]";

/** A message's or notice's reference: two groups of four. */
export const CONTACT_REFERENCE_PATTERN = new RegExp(`^${SIGN}{4}-${SIGN}{4}$`);
/** A statement of withdrawal's reference. */
export const WITHDRAWAL_NUMBER = new RegExp(`^W-${SIGN}{8}$`);

/** Returns an integer from 0 up to, but not including, `max`; `randomInt` of node:crypto. */
type RandomBelow = (max: number) => number;

/** A new CONTACT_REFERENCE_PATTERN: random, so it reveals no count. */
export function createContactReference(randomBelow: RandomBelow): string {
  return `${drawSigns(4, randomBelow)}-${drawSigns(4, randomBelow)}`;
}

/** A new WITHDRAWAL_NUMBER: random, so it reveals no count. */
export function createWithdrawalNumber(randomBelow: RandomBelow): string {
  return `W-${drawSigns(8, randomBelow)}`;
}

function drawSigns(length: number, randomBelow: RandomBelow): string {
  return Array.from({ length }, () => SIGNS.charAt(randomBelow(SIGNS.length))).join("");
}
