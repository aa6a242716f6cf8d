import { randomFillSync } from "node:crypto";

/** No vowels, so no words, and no digits, which would be reordered in right-to-left text. */
const SIGNS = "BCDFGHJKLMNPQRSTVWXZ";
/** The largest multiple of the alphabet's size within a byte: all characters are equally likely. */
const FAIR_BYTES = 256 - (256 % SIGNS.length);

// Random bytes for many requests: drawing them per character took 4 µs for each.
const drawn = Buffer.alloc(4096);
let next = drawn.length;

function drawSign(): string {
  for (;;) {
    if (next === drawn.length) {
      randomFillSync(drawn);
      next = 0;
    }
    const byte = drawn.readUInt8(next);
    next += 1;
    if (byte < FAIR_BYTES) return SIGNS.charAt(byte % SIGNS.length);
  }
}

/**
 * A request's id in the log and on its error page: one of 4 * 10^15, and short enough to be read
 * out over the phone.
 */
export function createReference(): string {
  let reference = "";
  for (let sign = 0; sign < 12; sign++) {
    if (sign === 4 || sign === 8) reference += "-";
    reference += drawSign();
  }
  return reference;
}
