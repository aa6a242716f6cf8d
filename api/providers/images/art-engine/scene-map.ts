import type { Point } from "./geometry.ts";
import { type Colour, css, fromRgb, mix } from "./palette.ts";
import { composeScene, type Scene, type Shape } from "./scene.ts";
import { createSheet, glow, type Stage, trace } from "./stage.ts";

/** The scene as a small picture: a colour and a region number for every cell. */
export type SceneMap = {
  scene: Scene;
  width: number;
  height: number;
  /** RGBA, painted plainly with soft light. */
  pixels: Uint8ClampedArray;
  /** 0 = sky, else the number of the shape on top, plus one. */
  regions: Uint16Array;
};

/** The index of the cell at a place. */
export function cellAt({ width, height }: SceneMap, { w, h }: Stage, [x, y]: Point): number {
  const column = Math.min(width - 1, Math.max(0, Math.floor((x / w) * width)));
  const row = Math.min(height - 1, Math.max(0, Math.floor((y / h) * height)));
  return row * width + column;
}

export function colourOf({ pixels }: SceneMap, cell: number): Colour {
  const at = cell * 4;
  return fromRgb(pixels[at] ?? 0, pixels[at + 1] ?? 0, pixels[at + 2] ?? 0);
}

/** The shape on top; undefined for the sky. */
export function shapeOf({ regions, scene }: SceneMap, cell: number): Shape | undefined {
  return scene.shapes[(regions[cell] ?? 0) - 1];
}

/**
 * Paints the scene plainly: sky, glow of the light, every outline with a little light from above.
 */
function paintPlain(stage: Stage, scene: Scene, scale: number) {
  const sheet = createSheet(stage, scale);
  const { ctx } = sheet;
  const sky = ctx.createLinearGradient(0, 0, 0, scene.horizon);
  sky.addColorStop(0, css(scene.sky[0]));
  sky.addColorStop(0.55, css(scene.sky[1]));
  sky.addColorStop(1, css(scene.sky[2]));
  ctx.fillStyle = sky;
  ctx.fillRect(0, 0, stage.w, stage.h);
  glow(ctx, [scene.orb.x, scene.orb.y], scene.orb.r * 5, stage.palette.light, 0.55);
  for (const shape of scene.shapes) {
    trace(ctx, shape.points);
    const top = Math.min(...shape.points.map(([, y]) => y));
    if (shape.kind === "subject" || shape.kind === "orb") ctx.fillStyle = css(shape.colour);
    else {
      const shade = ctx.createLinearGradient(0, top, 0, top + 0.45);
      const isWater = shape.kind === "water";
      shade.addColorStop(0, css(isWater ? mix(shape.colour, scene.sky[2], 0.45) : shape.colour));
      shade.addColorStop(
        1,
        css(mix(shape.colour, isWater ? stage.palette.near : scene.sky[2], 0.4)),
      );
      ctx.fillStyle = shade;
    }
    ctx.fill();
  }
  return sheet;
}

/**
 * Composes the scene and paints it at `side` cells on the short side, for styles that sample it.
 */
export function mapScene(stage: Stage, side: number, scene = composeScene(stage)): SceneMap {
  const scale = side / stage.unit;
  const { canvas, ctx } = paintPlain(stage, scene, scale);
  const { width, height } = canvas;
  const pixels = ctx.getImageData(0, 0, width, height).data;
  const regions = new Uint16Array(width * height);
  const mask = createSheet(stage, scale);
  const [kx, ky] = [width / stage.w, height / stage.h];
  scene.shapes.forEach((shape, index) => {
    const xs = shape.points.map(([x]) => x * kx);
    const ys = shape.points.map(([, y]) => y * ky);
    const left = Math.max(0, Math.floor(Math.min(...xs)));
    const top = Math.max(0, Math.floor(Math.min(...ys)));
    const right = Math.min(width, Math.ceil(Math.max(...xs)) + 1);
    const low = Math.min(height, Math.ceil(Math.max(...ys)) + 1);
    if (right <= left || low <= top) return;
    mask.ctx.clearRect(0, 0, stage.w, stage.h);
    trace(mask.ctx, shape.points);
    mask.ctx.fillStyle = "#000";
    mask.ctx.fill();
    const data = mask.ctx.getImageData(left, top, right - left, low - top).data;
    for (let y = top; y < low; y++) {
      for (let x = left; x < right; x++) {
        const alpha = data[((y - top) * (right - left) + x - left) * 4 + 3] as number;
        if (alpha > 127) regions[y * width + x] = index + 1;
      }
    }
  });
  return { scene, width, height, pixels, regions };
}
