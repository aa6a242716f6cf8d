import type { CanvasGradient, SKRSContext2D } from "@napi-rs/canvas";
import { ellipse, type Point, rect } from "../geometry.ts";
import { type Colour, css, mix, shift } from "../palette.ts";
import { type Stage, trace } from "../stage.ts";

export type Deco = {
  ground: Colour;
  deep: Colour;
  metal: CanvasGradient;
  shine: Colour;
  horizon: number;
};

export function line(ctx: SKRSContext2D, deco: Deco, width: number): void {
  ctx.strokeStyle = deco.metal;
  ctx.lineWidth = width;
  ctx.stroke();
}

export function panel(
  ctx: SKRSContext2D,
  deco: Deco,
  points: readonly Point[],
  colour: Colour,
  width = 0.0028,
): void {
  trace(ctx, points);
  ctx.fillStyle = css(colour);
  ctx.fill();
  line(ctx, deco, width);
}

export function paintMotif(stage: Stage, ctx: SKRSContext2D, deco: Deco): void {
  switch (stage.reading.setting) {
    case "mountain":
    case "desert":
      peaks(stage, ctx, deco);
      break;
    case "city":
      towers(stage, ctx, deco);
      break;
    case "sea":
    case "lake":
    case "deep":
      scales(stage, ctx, deco, deco.horizon + 0.02, [
        stage.palette.water,
        deco.ground,
        stage.palette.skyMid,
      ]);
      break;
    case "forest":
    case "meadow":
      groves(stage, ctx, deco);
      break;
    case "space":
      orbits(stage, ctx, deco);
      break;
  }
}

/** Rows of nested fans, the scale pattern of waves. */
function scales(
  stage: Stage,
  ctx: SKRSContext2D,
  deco: Deco,
  from: number,
  colours: Colour[],
): void {
  const r = 0.085;
  const rows = Math.ceil((stage.h - from) / (r * 0.5)) + 2;
  for (let row = 0; row < rows; row++) {
    const y = from + row * r * 0.5 + r * 0.4;
    const count = Math.ceil(stage.w / 2 / r) + 1;
    for (let i = -count; i <= count; i++) {
      const x = stage.w / 2 + i * r * 2 + (row % 2) * r;
      const tone = mix(deco.deep, colours[row % colours.length] ?? deco.ground, 0.45);
      [1, 0.76, 0.52, 0.28].forEach((k, n) => {
        panel(
          ctx,
          deco,
          ellipse(x, y, r * k),
          n % 2 === 0 ? tone : shift(tone, 0.06),
          n === 0 ? 0.003 : 0.0015,
        );
      });
    }
  }
}

function peaks(stage: Stage, ctx: SKRSContext2D, deco: Deco): void {
  const { w, h, palette } = stage;
  const isDesert = stage.reading.setting === "desert";
  const foot = deco.horizon + 0.1;
  const rows = [
    [0.5, 0.2, 0.3],
    [0.5, 0.8, 0.3],
    [0.4, -0.05, 0.34],
    [0.4, 1.05, 0.34],
  ] as const;
  for (const [tall = 0.3, x = 0.5, half = 0.3] of rows) {
    const height = tall * (isDesert ? 0.5 : 0.9);
    for (let k = 0; k < 5; k++) {
      const t = 1 - k * 0.2;
      const [cx, top] = [w * x, foot - height * t];
      const colour = mix(deco.deep, k % 2 === 0 ? palette.far : palette.skyMid, 0.2 + k * 0.09);
      panel(
        ctx,
        deco,
        [
          [cx, top],
          [cx + half * w * t, foot],
          [cx - half * w * t, foot],
        ],
        colour,
        0.0024,
      );
    }
    panel(
      ctx,
      deco,
      [
        [w * x, foot - height],
        [w * x + half * w, foot],
        [w * x, foot],
      ],
      shift(deco.deep, -0.02),
      0.0018,
    );
  }
  for (let k = 0; k < 7; k++) {
    const y = foot + k * 0.028;
    panel(
      ctx,
      deco,
      [
        [-0.1, h + 0.1],
        [-0.1, y],
        [w / 2, y - 0.05 + k * 0.006],
        [w + 0.1, y],
        [w + 0.1, h + 0.1],
      ],
      mix(deco.deep, palette.near, k % 2 === 0 ? 0.5 : 0.15),
      0.002,
    );
  }
}

function towers(stage: Stage, ctx: SKRSContext2D, deco: Deco): void {
  const { w, h, palette } = stage;
  const random = stage.random.fork("towers");
  const foot = h * 0.9;
  for (const [row, rise] of [
    [0, 0.62],
    [1, 0.44],
    [2, 0.3],
  ] as const) {
    const count = 5 + row;
    for (let i = count; i >= 1; i--) {
      const far = (i / (count + 0.4)) * w * 0.5;
      const wide = random.range(0.034, 0.05);
      const tall = rise * random.range(0.5, 1.05) * (1.1 - (i / count) * 0.4);
      const tone = mix(
        deco.deep,
        [palette.far, palette.skyMid, palette.near][row] ?? palette.far,
        0.4 - row * 0.1,
      );
      for (const sense of [-1, 1]) {
        const x = w / 2 + sense * far;
        for (const [k, part] of [1, 0.72, 0.44, 0.14].entries()) {
          const top = foot - tall * (0.68 + k * 0.13);
          panel(
            ctx,
            deco,
            rect(x - wide * part, top, wide * part * 2, foot - top),
            shift(tone, k * 0.014),
            0.0022,
          );
        }
        for (let y = foot - tall * 0.6; y < foot - 0.02; y += 0.022) {
          ctx.fillStyle = css(random.chance(0.6) ? deco.shine : shift(tone, 0.05), 0.9);
          for (const k of [-0.55, 0, 0.55]) ctx.fillRect(x + wide * k - 0.003, y, 0.006, 0.012);
        }
      }
    }
  }
  scales(stage, ctx, deco, foot + 0.03, [palette.water, deco.ground]);
}

function groves(stage: Stage, ctx: SKRSContext2D, deco: Deco): void {
  const { w, h, palette } = stage;
  const isForest = stage.reading.setting === "forest";
  const foot = h * 0.86;
  for (const [row, count] of [
    [0, 5],
    [1, 4],
  ] as const) {
    for (let i = count; i >= 1; i--) {
      const far = ((i - row * 0.35) / (count + 0.2)) * w * 0.52 + 0.03;
      const tall = (isForest ? 0.5 : 0.24) * (0.5 + (i / count) * 0.6) * (1 - row * 0.24);
      for (const sense of [-1, 1]) {
        const x = w / 2 + sense * far;
        panel(
          ctx,
          deco,
          rect(x - 0.004, foot - tall * 0.4, 0.008, tall * 0.5 + 0.1),
          deco.deep,
          0.0016,
        );
        for (let k = 0; k < 4; k++) {
          const t = 1 - k * 0.24;
          const leaf = ellipse(x, foot - tall * 0.28, tall * 0.17 * t, tall * 0.6 * t).map(
            ([px, py]): Point => {
              const up = Math.max(0, (foot - tall * 0.28 - py) / tall);
              return [x + (px - x) * (1 - up * 1.1), py];
            },
          );
          panel(
            ctx,
            deco,
            leaf,
            mix(deco.deep, k % 2 === 0 ? palette.near : palette.far, 0.34 + k * 0.1),
            0.002,
          );
        }
      }
    }
  }
  scales(stage, ctx, deco, foot + 0.02, [palette.near, palette.far, deco.ground]);
}

function orbits(stage: Stage, ctx: SKRSContext2D, deco: Deco): void {
  const { w, h, palette } = stage;
  const random = stage.random.fork("orbits");
  for (let k = 0; k < 7; k++) {
    const [rx, ry] = [0.22 + k * 0.075, 0.08 + k * 0.03];
    ctx.beginPath();
    ctx.ellipse(w / 2, h * 0.43, rx, ry, -0.32, 0, 7);
    line(ctx, deco, k % 2 === 0 ? 0.003 : 0.0014);
    const angle = random.range(0, 6.2);
    const [x, y] = [Math.cos(angle) * rx, Math.sin(angle) * ry];
    const [c, s] = [Math.cos(-0.32), Math.sin(-0.32)];
    panel(
      ctx,
      deco,
      ellipse(w / 2 + x * c - y * s, h * 0.43 + x * s + y * c, random.range(0.01, 0.024)),
      random.pick([palette.accent, palette.second, palette.light]),
      0.002,
    );
  }
  for (let i = 0; i < 26; i++) {
    const [x, y, r] = [
      random.range(0, w / 2),
      random.range(0, h * 0.8),
      random.range(0.006, 0.018),
    ];
    for (const sx of [x, w - x]) {
      const star = Array.from({ length: 8 }, (_, k): Point => {
        const reach = k % 2 === 0 ? r : r * 0.22;
        return [sx + Math.cos((k * Math.PI) / 4) * reach, y + Math.sin((k * Math.PI) / 4) * reach];
      });
      trace(ctx, star);
      ctx.fillStyle = deco.metal;
      ctx.fill();
    }
  }
  scales(stage, ctx, deco, h * 0.84, [palette.skyMid, deco.ground]);
}
