import { randomInt } from "node:crypto";

/** Without 0, 1, I and O, which are mistaken for one another on the phone. */
const SIGNS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";

/** A new number for a message (CONTACT_REFERENCE_PATTERN): random, so it counts nothing. */
export function createReference(): string {
  const group = () =>
    Array.from({ length: 4 }, () => SIGNS.charAt(randomInt(SIGNS.length))).join("");
  return `${group()}-${group()}`;
}
