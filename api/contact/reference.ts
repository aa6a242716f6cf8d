import { randomInt } from "node:crypto";

/** Without 0, 1, I and O, which are easily confused. */
const SIGNS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";

/** A new message reference (CONTACT_REFERENCE_PATTERN): random, so it reveals no count. */
export function createReference(): string {
  const group = () =>
    Array.from({ length: 4 }, () => SIGNS.charAt(randomInt(SIGNS.length))).join("");
  return `${group()}-${group()}`;
}
