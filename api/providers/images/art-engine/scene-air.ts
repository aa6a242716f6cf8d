import { ellipse, type Point } from "./geometry.ts";
import { fbm } from "./noise.ts";
import { mix } from "./palette.ts";
import type { Shape } from "./scene.ts";
import type { Stage } from "./stage.ts";

export function cloud(stage: Stage, random: Stage["random"], horizon: number): Point[] {
  const [x, y] = [random.range(0, stage.w), horizon * random.range(0.12, 0.7)];
  const [wide, tall] = [random.range(0.16, 0.34), random.range(0.018, 0.04)];
  const at = random.range(0, 99);
  const top = Array.from({ length: 40 }, (_, i): Point => {
    const t = i / 39;
    const bulge = Math.sin(t * Math.PI) ** 0.8 * (1 + fbm(stage.noise, t * 4 + at, at, 3) * 1.2);
    return [x + (t - 0.5) * wide * 2, y - Math.max(0, bulge) * tall * 2];
  });
  return [...top, [x + wide * 0.8, y + tall * 0.25], [x - wide * 0.8, y + tall * 0.25]];
}

/** Shafts of light from the surface, and bubbles that climb them. */
export function underwater({ palette, random, w, h }: Stage): Shape[] {
  const stream = random.fork("underwater");
  const shafts = Array.from({ length: 4 }, (_, k): Shape => {
    const [x, wide] = [w * (0.08 + k * 0.26 + stream.range(-0.06, 0.06)), stream.range(0.04, 0.09)];
    const [low, lean] = [h * stream.range(0.55, 0.85), stream.range(-0.2, -0.1)];
    const points: Point[] = [
      [x, -0.05],
      [x + wide, -0.05],
      [x + wide * 1.9 + lean, low],
      [x + lean - wide * 0.5, low],
    ];
    return { kind: "cloud", points, depth: 0.01, colour: mix(palette.skyTop, palette.light, 0.16) };
  });
  const [bx, by] = [w * stream.range(0.15, 0.85), h * 0.8];
  const bubbles = Array.from({ length: 11 }, (_, k): Shape => {
    const points = ellipse(
      bx + stream.gauss() * 0.05,
      by - k * h * 0.068,
      stream.range(0.005, 0.017),
    );
    return { kind: "orb", points, depth: 0.03, colour: mix(palette.skyTop, palette.light, 0.55) };
  });
  return [...shafts, ...bubbles];
}
