import type { Point } from "../geometry.ts";
import { type Colour, rgb } from "../palette.ts";
import type { Stage } from "../stage.ts";

/**
 * Returns the outline with its sides subdivided and every point displaced by noise, like a wet
 * edge.
 */
export function wander(
  stage: Stage,
  points: readonly Point[],
  reach: number,
  salt: number,
): Point[] {
  const dense: Point[] = [];
  points.forEach(([x, y], i) => {
    const [nx, ny] = points[(i + 1) % points.length] ?? [x, y];
    const cuts = Math.min(60, Math.max(1, Math.round(Math.hypot(nx - x, ny - y) / 0.02)));
    for (let k = 0; k < cuts; k++)
      dense.push([x + ((nx - x) * k) / cuts, y + ((ny - y) * k) / cuts]);
  });
  const push = (x: number, y: number): number =>
    stage.noise(x * 7 + salt * 13.7, y * 7) * 0.65 +
    stage.noise(x * 26, y * 26 + salt * 7.1) * 0.35;
  return dense.map(([x, y]) => [x + push(x, y) * reach, y + push(y + 31, x) * reach]);
}

/** A colour in the format of canvas gradients, thinned with water. */
export const thinned = (c: Colour, alpha: number): string => `rgba(${rgb(c).join(",")},${alpha})`;
