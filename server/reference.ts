import { randomFillSync } from "node:crypto";

/** No vowels, so no words, and no digits, which would change places in a text from right to left. */
const SIGNS = "BCDFGHJKLMNPQRSTVWXZ";
/** The largest multiple of their number that a byte can be below: each is as likely as the others. */
const FAIR_BYTES = 256 - (256 % SIGNS.length);

// Drawn ahead for many requests: each has a reference, and a draw of its own for each sign took 4 µs.
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
 * Names a request in the log and on the error page that its visitor sees: short enough to be read
 * out on the telephone, one of 4 * 10^15.
 */
export function createReference(): string {
  let reference = "";
  for (let sign = 0; sign < 12; sign++) {
    if (sign === 4 || sign === 8) reference += "-";
    reference += drawSign();
  }
  return reference;
}
