/**
 * Bank accounts for payouts (spec §5 Bank form, §9). Two checks: the spec's pattern with the spec's
 * message first, then everything else a bank would reject, with its cause.
 */

import { createMessage, type Message } from "./messages.ts";
import { toPlainNumber } from "./typed-text.ts";

/** Two letters, two digits, 1 to 30 letters or digits, all of them upper case (spec §5, §9). */
const IBAN_PATTERN = /^[A-Z]{2}\d{2}[A-Z0-9]{1,30}$/;

/**
 * Check digits are 02 to 98. 00, 01 and 99 leave the same remainder as 97, 98 and 02: with them an
 * account would have a second IBAN, which counts as another account and which banks reject.
 */
const CHECK_DIGITS = /^(?!0[01]|99)/;

/** A bank's code, with or without its branch (ISO 9362). */
export const BIC_PATTERN = /^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/;

/** IBAN length per country in the SEPA area (ISO 13616, EPC409-09). */
const LENGTH_BY_COUNTRY: Record<string, number> = {
  AD: 24,
  AL: 28,
  AT: 20,
  BE: 16,
  BG: 22,
  CH: 21,
  CY: 28,
  CZ: 24,
  DE: 22,
  DK: 18,
  EE: 20,
  ES: 24,
  FI: 18,
  FR: 27,
  GB: 22,
  GI: 23,
  GR: 27,
  HR: 21,
  HU: 28,
  IE: 22,
  IS: 26,
  IT: 27,
  LI: 21,
  LT: 20,
  LU: 20,
  LV: 21,
  MC: 27,
  MD: 24,
  ME: 22,
  MK: 19,
  MT: 31,
  NL: 18,
  NO: 15,
  PL: 28,
  PT: 25,
  RO: 24,
  RS: 22,
  SE: 24,
  SI: 19,
  SK: 24,
  SM: 27,
  VA: 22,
};

/**
 * An IBAN without spaces and invisible characters, in Western digits. Case is kept: the spec's rule
 * requires upper case.
 */
export function compactIban(text: string): string {
  return toPlainNumber(text).replace(/\s/gu, "");
}

/** Enough to recognize one's own account, too little for anybody else: "EE38 •••• 5685". */
export function maskIban(text: string): string {
  const iban = compactIban(text);
  return `${iban.slice(0, 4)} •••• ${iban.slice(-4)}`;
}

/** The problem with an IBAN; null if a bank would accept it. */
export function validateIban(text: string): Message | null {
  const iban = compactIban(text);
  if (iban === "") return createMessage("iban_required");
  if (!IBAN_PATTERN.test(iban)) return createMessage("iban_invalid");
  const country = iban.slice(0, 2);
  const length = LENGTH_BY_COUNTRY[country];
  if (length === undefined) return createMessage("iban_country_unsupported", { country });
  if (iban.length !== length) {
    const actual = iban.length;
    return createMessage("iban_length_invalid", { country, expected: length, actual });
  }
  const isValid = CHECK_DIGITS.test(iban.slice(2, 4)) && remainderOf97(iban) === 1;
  return isValid ? null : createMessage("iban_checksum_invalid");
}

/**
 * ISO 7064 MOD 97-10: country and check digits moved to the end, letters as 10 to 35, remainder 1.
 */
function remainderOf97(iban: string): number {
  const moved = iban.slice(4) + iban.slice(0, 4);
  let remainder = 0;
  for (const character of moved) {
    const value = Number.parseInt(character, 36);
    remainder = (remainder * (value > 9 ? 100 : 10) + value) % 97;
  }
  return remainder;
}
