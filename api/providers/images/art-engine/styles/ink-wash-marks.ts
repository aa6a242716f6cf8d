import type { SKRSContext2D } from "@napi-rs/canvas";
import { type Point, ribbon } from "../geometry.ts";
import { type Colour, mix } from "../palette.ts";
import type { Scene } from "../scene.ts";
import { fill, type Stage } from "../stage.ts";

/** Rings on the water say that the paper is a pond. */
export function ripples(stage: Stage, ctx: SKRSContext2D, ink: Colour): void {
  const random = stage.random.fork("ripples");
  for (let i = 0; i < 5; i++) {
    const [x, y, r] = [
      random.range(0.05, 0.95) * stage.w,
      random.range(0.08, 0.9) * stage.h,
      random.range(0.07, 0.2),
    ];
    for (let k = 1; k <= 4; k++) {
      const ring = circle(stage, x, y, (r * k) / 4).map(
        ([px, py]): Point => [px, y + (py - y) * 0.42],
      );
      const from = random.int(0, 50);
      const arc = [...ring, ...ring].slice(from, from + random.int(44, 86));
      fill(
        ctx,
        ribbon(arc, (t) => Math.sin(Math.PI * t) * 0.0042),
        mix(ink, stage.palette.water, 0.5),
        0.5 - k * 0.08,
      );
    }
  }
}

export function circle(stage: Stage, x: number, y: number, r: number): Point[] {
  return Array.from({ length: 90 }, (_, i): Point => {
    const angle = (i / 90) * Math.PI * 2;
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    const reach =
      r * (1 + stage.noise(c * 2 + 9, s * 2) * 0.02 + stage.noise(c * 11, s * 11) * 0.008);
    return [x + c * reach, y + s * reach];
  });
}

/** A branch leans in from the corner that the picture leaves empty. */
export function paintBranch(stage: Stage, ctx: SKRSContext2D, scene: Scene, ink: Colour): void {
  const { reading, palette, w } = stage;
  const random = stage.random.fork("branch");
  if (
    reading.subjects[0] === "bamboo" ||
    reading.setting === "space" ||
    reading.setting === "desert" ||
    reading.setting === "deep" ||
    reading.compose === "minimal" ||
    reading.compose === "close" ||
    random.chance(0.35)
  )
    return;
  const hero = scene.actors.find((actor) => actor.isHero);
  const side = (hero?.x ?? 0) > w / 2 ? 0 : 1;
  const sense = side === 0 ? 1 : -1;
  const grow = (from: Point, angle: number, long: number, thick: number): void => {
    const spine: Point[] = [from];
    let [x, y, turn] = [from[0], from[1], angle];
    for (let k = 0; k < 9; k++) {
      turn += random.gauss() * 0.16;
      x += (Math.cos(turn) * long * sense) / 9;
      y += (Math.sin(turn) * long) / 9;
      spine.push([x, y]);
    }
    fill(
      ctx,
      ribbon(spine, (t) => thick * (1 - t * 0.75) * random.range(0.75, 1.15)),
      ink,
      0.88,
    );
    for (let k = 2; k < 10; k++) {
      const at = spine[k];
      if (at && thick > 0.003 && random.chance(0.62))
        grow(
          at,
          turn + random.pick([-0.9, -0.6, 0.6, 0.9]),
          long * random.range(0.3, 0.55),
          thick * 0.5,
        );
      if (at && thick < 0.009 && random.chance(0.5)) {
        const isBud = random.chance(0.45);
        const spot = circle(
          stage,
          at[0] + random.gauss() * 0.008,
          at[1] + random.gauss() * 0.008,
          random.range(0.004, 0.009),
        );
        fill(ctx, spot, isBud ? mix(palette.accent, ink, 0.15) : ink, isBud ? 0.62 : 0.4);
      }
    }
  };
  grow(
    [side * w - sense * 0.03, random.range(0.06, 0.2)],
    random.range(0.1, 0.45),
    random.range(0.34, 0.46),
    0.015,
  );
}

/** A seal without writing: a red square with a cut form, where the signature would stand. */
export function paintSeal(stage: Stage, ctx: SKRSContext2D, scene: Scene): void {
  const hero = scene.actors.find((actor) => actor.isHero);
  const x = (hero?.x ?? 0) > stage.w / 2 ? 0.075 : stage.w - 0.115;
  const y = stage.h - 0.115;
  ctx.fillStyle = "rgba(178,42,34,0.9)";
  ctx.beginPath();
  ctx.roundRect(x, y, 0.04, 0.04, 0.004);
  ctx.fill();
  ctx.strokeStyle = "rgba(250,240,225,0.9)";
  ctx.lineWidth = 0.0032;
  ctx.beginPath();
  ctx.arc(x + 0.02, y + 0.02, 0.011, 0.4, 5.2);
  ctx.moveTo(x + 0.02, y + 0.007);
  ctx.lineTo(x + 0.02, y + 0.033);
  ctx.stroke();
}
