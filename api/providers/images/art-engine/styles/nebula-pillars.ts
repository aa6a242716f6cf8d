import type { SKRSContext2D } from "@napi-rs/canvas";
import { type Actor, actorShapes } from "../actors.ts";
import { ellipse, type Point } from "../geometry.ts";
import { fbm, ridged } from "../noise.ts";
import { rgb } from "../palette.ts";
import { createSheet, fill, type Stage } from "../stage.ts";
import { sparkle } from "./nebula-figures.ts";

const SIDE = 480;
const WHITE = { l: 1, c: 0, h: 0 };
const EMBER = rgb({ l: 0.76, c: 0.18, h: 58 });
const SULPHUR = rgb({ l: 0.92, c: 0.13, h: 92 });
const RUST = rgb({ l: 0.42, c: 0.12, h: 42 });
const DEEP = rgb({ l: 0.12, c: 0.035, h: 30 });

/** Columns of dust that rise from below the picture; the stars above them light what faces up. */
export function paintPillars(stage: Stage, ctx: SKRSContext2D, pillars: Actor): void {
  const { noise } = stage;
  const { body, width, height } = softBody(stage, pillars);
  const thickness = new Float32Array(width * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const [u, v] = [(x / width) * stage.w, (y / height) * stage.h];
      // Billows are pushed into the outline, then torn at its edge.
      const dx = fbm(noise, u * 9, v * 6, 5) * 0.06 * width;
      const dy = fbm(noise, u * 9 + 31, v * 6 + 7, 5) * 0.06 * width;
      const sx = Math.min(width - 1, Math.max(0, Math.round(x + dx)));
      const sy = Math.min(height - 1, Math.max(0, Math.round(y + dy)));
      const here = body[sy * width + sx] ?? 0;
      thickness[y * width + x] =
        here <= 0 ? 0 : here + (fbm(noise, u * 19, v * 15, 3) * 0.5 - 0.06) * (1.25 - here);
    }
  }
  const sheet = createSheet(stage, Math.min(1, SIDE / stage.unit));
  const image = sheet.ctx.createImageData(width, height);
  const at = (x: number, y: number): number =>
    thickness[Math.max(0, y) * width + Math.min(width - 1, x)] ?? 0;
  const far = Math.max(2, Math.round(width * 0.022));
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const thick = at(x, y);
      const cover = Math.min(1, Math.max(0, (thick - 0.3) / 0.3));
      if (cover === 0) continue;
      const [u, v] = [(x / width) * stage.w, (y / height) * stage.h];
      // The stars stand above; what faces them or is thin at its edge burns.
      const rim = Math.max(
        0,
        thick - at(x + (far >> 1), y - far),
        (thick - at(x - far, y - (far >> 1))) * 0.75,
      );
      const fold = ridged(noise, u * 6 + 3, v * 3.4, 4);
      const high = Math.max(0, 1 - v / stage.h);
      const glow = Math.min(1, rim * (0.8 + high * 1.1) + (1 - cover) * 0.45);
      const warm = Math.min(1, glow * 0.8 + Math.max(0, fold - 0.34) * 1.7 * (0.35 + high * 0.9));
      const hot = Math.max(0, glow - 0.55) / 0.45;
      const k = (y * width + x) * 4;
      for (let c = 0; c < 3; c++) {
        const dark = (DEEP[c] ?? 0) * (1 - warm) + (RUST[c] ?? 0) * warm;
        const lit = dark + ((EMBER[c] ?? 0) - dark) * glow ** 1.2;
        image.data[k + c] = lit + ((SULPHUR[c] ?? 0) - lit) * hot;
      }
      image.data[k + 3] = 255 * cover ** 1.3;
    }
  }
  sheet.ctx.putImageData(image, 0, 0);
  ctx.imageSmoothingQuality = "high";
  ctx.drawImage(sheet.canvas, 0, 0, stage.w, stage.h);
  for (const part of actorShapes(stage, pillars)) {
    const [x, y] = part.points[0] ?? [0, 0];
    if (part.tone === "glow") sparkle(ctx, [x, y - 0.03], 0.06, stage.palette.light);
  }
}

/** The columns as a blurred mask, 0..1, their feet far below the edge and grown together. */
function softBody(
  stage: Stage,
  pillars: Actor,
): { body: Float32Array; width: number; height: number } {
  const side = Math.min(SIDE, stage.unit);
  const plain = createSheet(stage, side / stage.unit);
  const deep = (point: Point): Point => (point[1] > pillars.y ? [point[0], stage.h + 0.2] : point);
  for (const part of actorShapes(stage, pillars))
    if (part.tone === "main") fill(plain.ctx, part.points.map(deep), WHITE);
  fill(plain.ctx, ellipse(stage.w * 0.56, stage.h + 0.08, stage.w * 0.62, 0.24), WHITE);
  const { width, height } = plain.canvas;
  // Scaled down and up again: a blur that costs nothing.
  const small = createSheet(stage, 40 / stage.unit);
  small.ctx.drawImage(plain.canvas, 0, 0, stage.w, stage.h);
  const soft = createSheet(stage, side / stage.unit);
  soft.ctx.imageSmoothingQuality = "high";
  soft.ctx.drawImage(small.canvas, 0, 0, stage.w, stage.h);
  const { data } = soft.ctx.getImageData(0, 0, width, height);
  const body = new Float32Array(width * height);
  for (let i = 0; i < body.length; i++) body[i] = (data[i * 4 + 3] ?? 0) / 255;
  return { body, width, height };
}
