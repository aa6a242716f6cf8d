import type { SKRSContext2D } from "@napi-rs/canvas";
import { actorShapes, extent, toneColour } from "../actors.ts";
import { ellipse, type Point } from "../geometry.ts";
import { type Colour, css, fromHex, mix, shift } from "../palette.ts";
import { createSheet, finish, glow, type Picture, type Stage, trace, wash } from "../stage.ts";
import { SUBJECT_HOMES, type Subject } from "../subjects/index.ts";
import { fans } from "./art-deco-fans.ts";
import { type Deco, line, paintMotif, panel } from "./art-deco-motifs.ts";

const METALS: Record<string, string> = {
  winter: "6f8296 c9d6e2 ffffff 94a7ba",
  mono: "5b5b5e c4c4c6 ffffff 8b8b8f",
  rose: "8f5646 e8b49c fff0e6 c4806a",
  pastel: "a5766a eec3b0 fff4ec cf9a88",
  neon: "0b8f92 5ff2e2 f2fffd d64fa8",
};

/** Symmetry, rays and stepped lines: metal leaf on one deep colour. */
export function paintArtDeco(stage: Stage): Picture {
  const { palette, reading, w, h } = stage;
  const { canvas, ctx } = createSheet(stage);
  const hue = reading.hue ?? (reading.light === "low" ? palette.skyTop.h : palette.near.h);
  const isMono = reading.mood === "mono";
  const ground: Colour = {
    l: 0.235,
    c: isMono ? 0.005 : Math.min(0.085, Math.max(0.05, palette.near.c)),
    h: hue,
  };
  const stops = (METALS[reading.mood] ?? "8a6223 e0ae4c fff0c4 b9832c").split(" ").map(fromHex);
  const metal = ctx.createLinearGradient(0, 0, w, h);
  for (let i = 0; i <= 9; i++)
    metal.addColorStop(i / 9, css(stops[[0, 1, 2, 1, 3, 1, 2, 1, 0, 1][i] ?? 0] ?? palette.second));
  const deco: Deco = {
    ground,
    deep: shift(ground, -0.09),
    metal,
    shine: stops[1] ?? palette.second,
    horizon: h * 0.66,
  };
  wash(ctx, stage, [shift(ground, -0.05), ground, deco.deep]);
  ctx.save();
  ctx.beginPath();
  ctx.rect(0.075, 0.075, w - 0.15, h - 0.15);
  ctx.clip();
  if (reading.form === "pattern") fans(stage, ctx, deco);
  else {
    paintRays(stage, ctx, deco);
    paintMotif(stage, ctx, deco);
    paintHero(stage, ctx, deco);
  }
  ctx.restore();
  paintFrame(stage, ctx, deco);
  return finish(stage, canvas, { tooth: 0.016, grain: 0.035, vignette: 0.22 });
}

function paintRays(stage: Stage, ctx: SKRSContext2D, deco: Deco): void {
  const { w, palette } = stage;
  const random = stage.random.fork("rays");
  const [cx, cy] = [w / 2, deco.horizon * random.pick([0.56, 1, 1])];
  const rays = random.pick([24, 32, 40, 48]);
  const tint = mix(deco.ground, palette.accent, 0.16);
  for (let i = 0; i < rays; i++) {
    const wedge = [0, 0.5].map((k): Point => {
      const angle = ((i + k) / rays) * Math.PI * 2 + Math.PI / rays / 2;
      return [cx + Math.cos(angle) * 2, cy + Math.sin(angle) * 2];
    });
    trace(ctx, [[cx, cy], ...wedge]);
    ctx.fillStyle = css(shift(i % 4 === 0 ? tint : deco.ground, 0.055), 0.9);
    ctx.fill();
    if (i % 2 === 0) line(ctx, deco, 0.0011);
  }
  glow(ctx, [cx, cy], 0.62, deco.shine, 0.36);
  const r = random.range(0.2, 0.27);
  const disc =
    stage.reading.orb === "moon"
      ? mix(deco.ground, palette.light, 0.82)
      : mix(palette.accent, deco.shine, 0.3);
  const orbY = Math.min(cy, deco.horizon * 0.62);
  for (const [k, reach] of [1.36, 1.24, 1.12, 1].entries()) {
    panel(
      ctx,
      deco,
      round(ellipse(w / 2, orbY, r * reach)),
      k === 3 ? disc : k % 2 === 0 ? deco.deep : shift(deco.ground, 0.03),
      0.0032,
    );
  }
  if (stage.reading.orb !== "moon") return;
  panel(ctx, deco, round(ellipse(w / 2 + r * 0.3, orbY - r * 0.1, r * 0.84)), deco.deep, 0.002);
}

function round(points: Point[]): Point[] {
  return points.flatMap(([x, y], i): Point[] => {
    const [nx, ny] = points[(i + 1) % points.length] ?? [x, y];
    return [
      [x, y],
      [(x + nx) / 2, (y + ny) / 2],
    ];
  });
}

const PAIRS: readonly Subject[] = [
  "heron",
  "deer",
  "horse",
  "swan",
  "wolf",
  "koi",
  "fox",
  "elephant",
  "cat",
  "rabbit",
];

function paintHero(stage: Stage, ctx: SKRSContext2D, deco: Deco): void {
  const { w, h, palette, reading } = stage;
  const subject = reading.subjects[0];
  if (!subject) return;
  const isPair =
    reading.count === null
      ? PAIRS.includes(subject) && stage.random.fork("pair").chance(0.6)
      : reading.count === 2;
  const [left, top, right, low] = extent(subject);
  const size = isPair ? 0.4 : Math.min(0.5, 0.78 / (right - left), 0.56 / (low - top));
  // A hero that stands has the foot of the picture's land under it; one that flies has the middle.
  const stands = SUBJECT_HOMES[subject].stands === "ground" || subject === "tower";
  const foot = stands ? Math.min(h * 0.87, deco.horizon + 0.17) : deco.horizon + 0.12;
  const y = isPair
    ? h * 0.86
    : SUBJECT_HOMES[subject].stands === "air"
      ? h * 0.5 + size * 0.56
      : foot;
  const isNeon = reading.mood === "neon";
  const tones = {
    main: mix(palette.body, deco.deep, 0.5),
    shade: deco.deep,
    light: mix(palette.light, deco.shine, 0.16),
    accent: toneColour(stage, subject, "accent"),
    second: mix(toneColour(stage, subject, "second"), deco.shine, 0.4),
    glow: mix(deco.shine, palette.light, 0.5),
  };
  const off = isPair ? 0 : ((left + right) / 2 - 0.5) * size;
  for (const sense of isPair ? [-1, 1] : [1]) {
    const x = isPair ? w / 2 + sense * 0.2 : w / 2 - off;
    const actor = { subject, x, y, size, isFlipped: sense === -1, depth: 1, isHero: true };
    const parts = actorShapes(stage, actor);
    ctx.save();
    ctx.shadowColor = isNeon ? css(palette.accent, 0.9) : "rgba(0,0,0,0.55)";
    ctx.shadowBlur = 0.03 * stage.unit;
    for (const part of parts) {
      trace(ctx, part.points);
      const tone = part.tone ?? "main";
      // What has a colour of its own keeps it: palms of gold would be no palms.
      const isMetal = tone === "main" && subject !== "palmCourt";
      ctx.fillStyle = isMetal
        ? deco.metal
        : css(subject === "palmCourt" ? part.colour : tones[tone]);
      ctx.fill();
      ctx.shadowBlur = 0;
      ctx.strokeStyle = tone === "main" ? css(deco.deep) : deco.metal;
      ctx.lineWidth = 0.0026;
      ctx.stroke();
    }
    ctx.restore();
  }
}

function paintFrame(stage: Stage, ctx: SKRSContext2D, deco: Deco): void {
  const { w, h } = stage;
  ctx.beginPath();
  ctx.rect(0, 0, w, h);
  ctx.rect(0.075, 0.075, w - 0.15, h - 0.15);
  ctx.fillStyle = css(deco.deep);
  ctx.fill("evenodd");
  const stepped = (inset: number, notch: number): Point[] => {
    const [l, t, r, b] = [inset, inset, w - inset, h - inset];
    const corner = (x: number, y: number, sx: number, sy: number): Point[] => [
      [x, y + sy * notch * 2],
      [x + sx * notch, y + sy * notch * 2],
      [x + sx * notch, y + sy * notch],
      [x + sx * notch * 2, y + sy * notch],
      [x + sx * notch * 2, y],
    ];
    return [
      ...corner(l, t, 1, 1),
      ...corner(r, t, -1, 1).reverse(),
      ...corner(r, b, -1, -1),
      ...corner(l, b, 1, -1).reverse(),
    ];
  };
  for (const [inset, width, notch] of [
    [0.03, 0.004, 0.016],
    [0.044, 0.0018, 0.02],
    [0.075, 0.006, 0.0],
    [0.088, 0.0018, 0.022],
  ] as const) {
    trace(ctx, stepped(inset, notch));
    line(ctx, deco, width);
  }
  for (const [x, y, turn] of [
    [0.075, 0.075, 0],
    [w - 0.075, 0.075, 1],
    [w - 0.075, h - 0.075, 2],
    [0.075, h - 0.075, 3],
  ] as const) {
    for (let k = 5; k >= 1; k--) {
      ctx.beginPath();
      ctx.moveTo(x, y);
      ctx.arc(x, y, 0.017 * k, (turn * Math.PI) / 2, ((turn + 1) * Math.PI) / 2);
      ctx.closePath();
      ctx.fillStyle = css(k % 2 === 0 ? deco.deep : shift(deco.ground, 0.05));
      ctx.fill();
      line(ctx, deco, 0.0026);
    }
  }
}
