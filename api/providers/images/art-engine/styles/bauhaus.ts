import type { SKRSContext2D } from "@napi-rs/canvas";
import { actorShapes, extent } from "../actors.ts";
import type { Point } from "../geometry.ts";
import { type Colour, css, mix, shift } from "../palette.ts";
import { createSheet, finish, type Picture, type Stage, trace, wash } from "../stage.ts";
import type { Subject } from "../subjects/index.ts";
import type { Tone } from "../subjects/part.ts";
import { disk, tile } from "./bauhaus-tiles.ts";

/** The pot of printing inks: paper, black, three bold colours and two quiet ones. */
type Inks = { paper: Colour; black: Colour; bold: [Colour, Colour, Colour]; quiet: Colour[] };

/** A poster from the compass and the rule: grid, circle, arc, stripe, and one strong figure. */
export function paintBauhaus(stage: Stage): Picture {
  const { canvas, ctx } = createSheet(stage);
  const inks = mixInks(stage);
  wash(ctx, stage, [inks.paper]);
  if (stage.reading.form === "pattern") paintTiles(stage, ctx, inks, 6);
  else if (stage.reading.subjects[0] === "counterweight")
    paintSilence(stage, ctx, inks, "counterweight");
  else if (
    !FORMS_ALONE.includes(stage.reading.subjects[0]) &&
    stage.random.fork("layout").chance(0.5)
  )
    paintGrid(stage, ctx, inks);
  else paintPoster(stage, ctx, inks);
  return finish(stage, canvas, { tooth: 0.03, grain: 0.035 });
}

/** What is a composition of plain forms itself needs the silence of a poster about it. */
const FORMS_ALONE: readonly (Subject | undefined)[] = ["peak"];

function mixInks({ palette, reading }: Stage): Inks {
  const share = ["neon", "pastel", "gold", "mono", "forest", "rose"].includes(reading.mood)
    ? 0.85
    : reading.hue === null
      ? 0.42
      : 0.16;
  const bold = (l: number, c: number, h: number, role: Colour): Colour =>
    mix({ l, c, h }, { ...role, c: Math.max(role.c, reading.mood === "mono" ? 0 : 0.09) }, share);
  return {
    paper: mix({ l: 0.945, c: 0.025, h: 88 }, palette.paper, 0.4),
    black: mix({ l: 0.2, c: 0.01, h: 270 }, palette.ink, 0.4),
    bold: [
      bold(0.6, 0.2, 29, palette.accent),
      bold(0.45, 0.13, 258, shift(palette.water, -0.04)),
      bold(0.83, 0.16, 86, palette.second),
    ],
    quiet: [
      mix(palette.skyMid, { l: 0.82, c: 0.04, h: 80 }, 0.3),
      mix(palette.near, { l: 0.4, c: 0.04, h: 200 }, 0.25),
    ],
  };
}

/** `at`: the middle of its foot; `size`: the side of the square that it fills. */
type Figure = { subject: Subject; at: Point; size: number; tones: Record<Tone, Colour> };

/** Draws the hero flat. */
function drawFigure(stage: Stage, ctx: SKRSContext2D, figure: Figure): void {
  const { subject, at, size, tones } = figure;
  // What is broader than it is tall fills the same block.
  const [left, top, right, low] = extent(subject);
  const fit = size / Math.max(1, right - left, low - top);
  const x = at[0] - ((left + right) / 2 - 0.5) * fit;
  const y = at[1] - (low - 1) * fit - (size - (low - top) * fit) * (right - left > 1.2 ? 0.3 : 0);
  const actor = { subject, x, y, size: fit, isFlipped: false, depth: 1, isHero: true };
  for (const part of actorShapes(stage, actor)) {
    trace(ctx, part.points);
    ctx.fillStyle = css(tones[part.tone ?? "main"]);
    ctx.fill();
  }
}

function dayTones({ black, paper, bold }: Inks): Record<Tone, Colour> {
  return {
    main: black,
    shade: mix(black, bold[1], 0.6),
    light: paper,
    accent: bold[0],
    second: bold[1],
    glow: bold[2],
  };
}

function nightTones({ black, paper, bold }: Inks): Record<Tone, Colour> {
  return {
    main: paper,
    shade: mix(paper, bold[1], 0.45),
    light: bold[2],
    accent: bold[0],
    second: paper,
    glow: black,
  };
}

/** Forms in tension need nothing about them but paper. */
function paintSilence(stage: Stage, ctx: SKRSContext2D, inks: Inks, subject: Subject): void {
  const { w, h } = stage;
  const brick: Colour = { l: 0.52, c: 0.15, h: 32 };
  const ochre: Colour = { l: 0.72, c: 0.13, h: 75 };
  const grey: Colour = { l: 0.78, c: 0.01, h: 80 };
  const tones = { ...dayTones(inks), accent: brick, glow: ochre, light: grey, second: grey };
  drawFigure(stage, ctx, { subject, at: [w / 2, h * 0.9], size: Math.min(w, h) * 0.8, tones });
}

function paintPoster(stage: Stage, ctx: SKRSContext2D, inks: Inks): void {
  const { w, h, reading } = stage;
  const random = stage.random.fork("poster");
  const [red, blue, yellow] = inks.bold;
  const sense = random.pick([-1, 1]);
  const [cx, cy] = [w / 2 + sense * random.range(0.02, 0.1), h * random.range(0.4, 0.46)];
  const r = random.range(0.29, 0.34);
  const disc = reading.light === "night" ? inks.black : random.pick([red, yellow]);
  ctx.save();
  ctx.translate(w / 2, h / 2);
  ctx.rotate(random.pick([-0.5236, -0.7854, 0.5236]));
  ctx.fillStyle = css(mix(inks.paper, inks.quiet[0] ?? inks.paper, 0.45));
  ctx.fillRect(-2, -0.16, 4, 0.34);
  ctx.fillStyle = css(inks.black);
  for (let k = 0; k < 5; k++) ctx.fillRect(-2, 0.215 + k * 0.026, 4, 0.013 - k * 0.0022);
  ctx.fillStyle = css(blue);
  ctx.fillRect(-2, -0.235, 4, 0.045);
  ctx.restore();
  disk(ctx, cx, cy, r, disc);
  ctx.save();
  ctx.beginPath();
  ctx.arc(cx, cy, r, 0, 7);
  ctx.clip();
  ctx.fillStyle = css(reading.light === "night" ? blue : mix(disc, inks.black, 0.16));
  ctx.fillRect(sense > 0 ? cx : cx - r, cy - r, r, r * 2);
  ctx.restore();
  ctx.lineWidth = 0.012;
  ctx.lineCap = "butt";
  for (let k = 1; k <= 4; k++) {
    ctx.beginPath();
    ctx.arc(cx, cy, r + k * 0.032, random.range(0, 3), random.range(3.4, 5.8));
    ctx.strokeStyle = css(k % 2 === 0 ? inks.black : red);
    ctx.stroke();
  }
  paintBase(stage, ctx, inks);
  const subject = reading.subjects[0];
  if (subject) {
    const tones = reading.light === "night" ? nightTones(inks) : dayTones(inks);
    if (disc === red) tones.accent = yellow;
    drawFigure(stage, ctx, { subject, at: [cx, cy + 0.31], size: 0.6, tones });
  }
  disk(ctx, cx - sense * 0.36, h * 0.14, 0.055, yellow);
  disk(ctx, cx - sense * 0.36, h * 0.14, 0.026, inks.black);
  for (let i = 0; i < 12; i++)
    disk(ctx, w - 0.07 - (i % 4) * 0.03, 0.07 + Math.floor(i / 4) * 0.03, 0.0065, inks.black);
}

/** The foot of the poster names the place in plain geometry. */
function paintBase(stage: Stage, ctx: SKRSContext2D, inks: Inks): void {
  const { w, h, reading } = stage;
  const random = stage.random.fork("base");
  const [red, blue, yellow] = inks.bold;
  const count = 8;
  const side = w / count;
  const top = h - side * 1.6;
  ctx.fillStyle = css(
    reading.setting === "desert"
      ? mix(yellow, red, 0.3)
      : reading.light === "night"
        ? inks.black
        : blue,
  );
  ctx.fillRect(0, top + side * 0.6, w, h);
  for (let i = 0; i < count; i++) {
    const [x, colour] = [
      i * side,
      random.pick([red, yellow, inks.black, inks.quiet[1] ?? blue, inks.paper]),
    ];
    ctx.fillStyle = css(colour);
    ctx.beginPath();
    switch (reading.setting) {
      case "sea":
      case "lake":
      case "deep":
        for (let k = 0; k < 3; k++) {
          ctx.beginPath();
          ctx.arc(x + side / 2, top + side * 0.6 + side * 0.5, side * (0.5 - k * 0.15), Math.PI, 0);
          ctx.fillStyle = css(k === 1 ? inks.paper : k === 0 ? blue : colour);
          ctx.fill();
        }
        continue;
      case "city": {
        const tall = side * random.range(0.5, 2.4);
        ctx.rect(x, top + side * 0.6 - tall, side * 0.94, tall);
        break;
      }
      case "mountain":
      case "desert":
      case "forest": {
        const tall = side * random.range(0.8, 2.1);
        ctx.moveTo(x - side * 0.3, top + side * 0.62);
        ctx.lineTo(x + side / 2, top + side * 0.62 - tall);
        ctx.lineTo(x + side * 1.3, top + side * 0.62);
        break;
      }
      default:
        ctx.arc(
          x + side / 2,
          top + side * 0.6,
          side * 0.5,
          i % 2 === 0 ? Math.PI : Math.PI * 1.5,
          0,
        );
        ctx.lineTo(x + side / 2, top + side * 0.6);
    }
    ctx.fill();
  }
}

function paintGrid(stage: Stage, ctx: SKRSContext2D, inks: Inks): void {
  const { w, h, reading } = stage;
  const random = stage.random.fork("grid");
  const columns = reading.compose === "minimal" ? 4 : random.pick([4, 5, 5]);
  const side = w / columns;
  const heroSide = 3;
  const hx = random.int(0, columns - heroSide);
  const hy = random.int(0, Math.max(0, Math.floor(h / side) - heroSide));
  paintTiles(stage, ctx, inks, columns);
  paintHeroBlock(stage, ctx, inks, [hx * side, hy * side], heroSide * side);
}

/** Circle, bar and arc on a grid, each tile in inks that stand apart. */
function paintTiles(stage: Stage, ctx: SKRSContext2D, inks: Inks, columns: number): void {
  const { w, h } = stage;
  const random = stage.random.fork("tiles");
  const side = w / columns;
  const rows = Math.ceil(h / side);
  const colours = [inks.paper, inks.paper, ...inks.bold, ...inks.bold, inks.black, ...inks.quiet];
  for (let y = 0; y < rows; y++) {
    for (let x = 0; x < columns; x++) {
      const paper = random.pick(colours);
      const differ = (other: Colour): boolean =>
        Math.abs(other.l - paper.l) + Math.abs(other.c - paper.c) > 0.14;
      const rest = colours.filter((c) => c !== paper && differ(c));
      const ink = random.pick(rest.length > 0 ? rest : [inks.black]);
      const extra = random.pick(rest.length > 0 ? rest : [inks.paper]);
      tile(stage, ctx, { x: x * side, y: y * side, side, paper, ink, extra }, random);
    }
  }
}

/** The figure stands before a split ground and changes its inks where the ground does. */
function paintHeroBlock(
  stage: Stage,
  ctx: SKRSContext2D,
  inks: Inks,
  [x, y]: Point,
  side: number,
): void {
  const subject = stage.reading.subjects[0];
  const random = stage.random.fork("block");
  const [red, blue, yellow] = inks.bold;
  const isNight = stage.reading.light === "night";
  const sun = random.pick([red, yellow]);
  const grounds = [
    isNight ? blue : mix(inks.paper, yellow, 0.14),
    isNight ? inks.black : random.pick([blue, inks.quiet[1] ?? blue]),
  ] as const;
  for (const k of [0, 1] as const) {
    ctx.save();
    ctx.beginPath();
    ctx.rect(x + (k * side) / 2, y, side / 2, side);
    ctx.clip();
    ctx.fillStyle = css(grounds[k]);
    ctx.fillRect(x, y, side, side);
    disk(
      ctx,
      x + side / 2,
      y + side * 0.47,
      side * 0.37,
      k === 0 ? sun : mix(sun, inks.paper, 0.35),
    );
    const isDark = grounds[k].l < 0.55;
    const tones = isDark ? nightTones(inks) : dayTones(inks);
    if (sun === red) tones.accent = k === 0 ? yellow : red;
    const at: Point = [x + side / 2, y + side * 0.9];
    if (subject) drawFigure(stage, ctx, { subject, at, size: side * 0.8, tones });
    ctx.restore();
  }
}
