/** The weights of red, green and blue in WCAG's relative luminance. */
const WEIGHTS = [0.2126, 0.7152, 0.0722];
/** The luminance at which black and white have the same contrast, 4.58. */
const MIDDLE = 0.179;

/**
 * The colour of text on a background "#rrggbb", black or white; undefined for any other notation.
 */
export function legibleOn(background: string): string | undefined {
  const parts = /^#(..)(..)(..)$/.exec(background)?.slice(1);
  const luminance = parts?.reduce(
    // The exponent 2.2 is close enough to the sRGB curve.
    (sum, part, index) => sum + (WEIGHTS[index] ?? 0) * (Number.parseInt(part, 16) / 255) ** 2.2,
    0,
  );
  if (luminance === undefined || Number.isNaN(luminance)) return undefined;
  return luminance > MIDDLE ? "#000" : "#fff";
}
