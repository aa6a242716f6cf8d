import { randomInt } from "node:crypto";

/** No vowels, so no words, and no digits, which would change places in a text from right to left. */
const SIGNS = "BCDFGHJKLMNPQRSTVWXZ";

/**
 * Names a request in the log and on the error page that its visitor sees: short enough to be read
 * out on the telephone, one of 4 * 10^15.
 */
export function createReference(): string {
  const group = () =>
    Array.from({ length: 4 }, () => SIGNS.charAt(randomInt(SIGNS.length))).join("");
  return `${group()}-${group()}-${group()}`;
}
