import type { SKRSContext2D } from "@napi-rs/canvas";
import { ellipse, type Point } from "../geometry.ts";
import { mix } from "../palette.ts";
import type { Stage } from "../stage.ts";
import { type Deco, panel } from "./art-deco-motifs.ts";

/** Overlapping sunburst fans in staggered rows, ray by ray in wood, ivory and gold. */
export function fans(stage: Stage, ctx: SKRSContext2D, deco: Deco): void {
  const { w, h, palette } = stage;
  const r = 0.142;
  const woods = [
    mix(deco.deep, palette.skyMid, 0.5),
    mix(palette.light, deco.shine, 0.35),
    deco.shine,
    mix(deco.ground, palette.skyTop, 0.4),
  ];
  const rays = 11;
  for (let row = 0; row * r * 0.72 < h + r * 2; row++) {
    const y = row * r * 0.72;
    for (let i = -4; i <= 4; i++) {
      const x = w / 2 + i * r * 2 + (row % 2) * r;
      panel(ctx, deco, ellipse(x, y, r), deco.deep, 0.004);
      for (let k = 0; k < rays; k++) {
        const wedge = [0, 1].map((side): Point => {
          const angle = Math.PI + ((k + side) / rays) * Math.PI;
          return [x + Math.cos(angle) * r * 0.93, y + Math.sin(angle) * r * 0.93];
        });
        panel(
          ctx,
          deco,
          [[x, y], ...wedge],
          woods[k % 2 === 0 ? 0 : 1 + (row % 2)] ?? deco.ground,
          0.0012,
        );
      }
      panel(ctx, deco, ellipse(x, y, r * 0.42), woods[3] ?? deco.ground, 0.0024);
      panel(ctx, deco, ellipse(x, y, r * 0.3), woods[2] ?? deco.shine, 0.0024);
    }
  }
}
