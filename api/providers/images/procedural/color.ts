/** Colours are made in OKLCH, where equal steps look equal: lightness 0..1, chroma 0..0.37, hue. */
export type Rgb = { r: number; g: number; b: number };

export function oklch(lightness: number, chroma: number, hueDegrees: number): Rgb {
  const hue = (hueDegrees * Math.PI) / 180;
  const a = chroma * Math.cos(hue);
  const b = chroma * Math.sin(hue);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return {
    r: toByte(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    g: toByte(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    b: toByte(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  };
}

function toByte(linear: number): number {
  const clipped = Math.min(1, Math.max(0, linear));
  const gamma = clipped <= 0.0031308 ? clipped * 12.92 : 1.055 * clipped ** (1 / 2.4) - 0.055;
  return Math.round(gamma * 255);
}

export function mixColors(from: Rgb, to: Rgb, share: number): Rgb {
  const part = Math.min(1, Math.max(0, share));
  return {
    r: from.r + (to.r - from.r) * part,
    g: from.g + (to.g - from.g) * part,
    b: from.b + (to.b - from.b) * part,
  };
}

export const WHITE: Rgb = { r: 255, g: 255, b: 255 };
export const BLACK: Rgb = { r: 0, g: 0, b: 0 };

export const lighten = (color: Rgb, share: number) => mixColors(color, WHITE, share);
export const darken = (color: Rgb, share: number) => mixColors(color, BLACK, share);

export function css(color: Rgb, alpha = 1): string {
  const { r, g, b } = color;
  return `rgba(${Math.round(r)},${Math.round(g)},${Math.round(b)},${alpha.toFixed(3)})`;
}
