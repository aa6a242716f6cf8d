/** Texts that are read as numbers or addresses, as people type or paste them. */

/**
 * Characters that fonts do not show, such as the direction marks that contact lists put around
 * phone numbers and that get copied along.
 */
const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;
/** Arabic-Indic and Persian digits, by the code point of their zero. */
const ZEROS = [0x0660, 0x06f0];

/**
 * Converts the digits of Arabic and Persian keyboards to Western ones; leaves everything else
 * unchanged.
 */
export function toLatinDigits(text: string): string {
  return text.replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => {
    const code = digit.charCodeAt(0);
    return String(code - (ZEROS.findLast((zero) => zero <= code) ?? code));
  });
}

/** A text, such as an email address, without invisible characters. */
export function withoutInvisible(text: string): string {
  return text.replace(INVISIBLE, "");
}

/** A number without invisible characters, in Western digits. */
export function toPlainNumber(text: string): string {
  return toLatinDigits(withoutInvisible(text));
}

/** The same for a phone number, with plain spaces and hyphens instead of typographic ones. */
export function toPlainPhone(text: string): string {
  return toPlainNumber(text)
    .replace(/\p{Zs}/gu, " ")
    .replace(/[\p{Pd}\u2212]/gu, "-");
}
