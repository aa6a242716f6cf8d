/** Of red, green and blue in the relative luminance of WCAG. */
const WEIGHTS = [0.2126, 0.7152, 0.0722];
/** Where black and white contrast with a colour alike, by 4.58. */
const MIDDLE = 0.179;

/**
 * The colour of text on a background "#rrggbb", black or white; undefined for any other notation.
 */
export function legibleOn(background: string): string | undefined {
  const parts = /^#(..)(..)(..)$/.exec(background)?.slice(1);
  const luminance = parts?.reduce(
    // The exponent 2.2 is close enough to the curve of sRGB.
    (sum, part, index) => sum + (WEIGHTS[index] ?? 0) * (Number.parseInt(part, 16) / 255) ** 2.2,
    0,
  );
  if (luminance === undefined || Number.isNaN(luminance)) return undefined;
  return luminance > MIDDLE ? "#000" : "#fff";
}
