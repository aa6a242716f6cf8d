import { randomFillSync } from "node:crypto";

/** No vowels, so no words, and no digits, which would be reordered in right-to-left text. */
const LETTERS = "BCDFGHJKLMNPQRSTVWXZ";
/** The largest multiple of the alphabet's size within a byte: all characters are equally likely. */
const FAIR_BYTES = 256 - (256 % LETTERS.length);

// Random bytes for many requests: drawing them per character took 4 µs for each.
const drawn = Buffer.alloc(4096);
let next = drawn.length;

function drawLetter(): string {
  for (;;) {
    if (next === drawn.length) {
      randomFillSync(drawn);
      next = 0;
    }
    const byte = drawn.readUInt8(next);
    next += 1;
    if (byte < FAIR_BYTES) return LETTERS.charAt(byte % LETTERS.length);
  }
}

/**
 * A request's id in the log and on its error page: one of 4 * 10^15, and short enough to be read
 * out over the phone.
 */
export function createReference(): string {
  let reference = "";
  for (let position = 0; position < 12; position++) {
    if (position === 4 || position === 8) reference += "-";
    reference += drawLetter();
  }
  return reference;
}
