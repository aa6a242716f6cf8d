import type { Canvas, SKRSContext2D } from "@napi-rs/canvas";
import { type Actor, actorShapes } from "../actors.ts";
import { bounds, ellipse, type Point } from "../geometry.ts";
import { fbm } from "../noise.ts";
import { type Colour, css, mix, shift } from "../palette.ts";
import { composeScene, type Scene, type Shape } from "../scene.ts";
import { createSheet, fill, finish, glow, type Stage, trace } from "../stage.ts";
import { ANIMALS } from "../subjects/animals.ts";
import { SUBJECT_HOMES, type Subject } from "../subjects/index.ts";
import { SEA_ANIMALS } from "../subjects/sea-animals.ts";
import { emission, paintGas } from "./nebula-gas.ts";

/** Living things are drawn in star dust; what was built stands dark before the light, its lamps lit. */
const isAlive = (subject: Subject): boolean =>
  Object.hasOwn(ANIMALS, subject) ||
  Object.hasOwn(SEA_ANIMALS, subject) ||
  ["flower", "rose", "lotus", "portrait", "firebird", "leaf"].includes(subject);

/** Clouds of gas from twice-warped noise, dust that swallows light, stars; one bright heart. */
export function paintNebula(stage: Stage): Canvas {
  const { canvas, ctx } = createSheet(stage);
  const scene = composeScene(stage);
  const hero = scene.actors.find((actor) => actor.isHero);
  const isPlanet = hero?.subject === "planet" || (stage.reading.setting === "space" && !hero);
  const kind =
    isPlanet || !hero ? "planet" : isAlive(hero.subject) ? "dust" : stanceOf(hero.subject);
  const random = stage.random.fork("heart");
  const heart: Point = [stage.w * random.range(0.4, 0.6), stage.h * random.range(0.36, 0.46)];
  const star: Actor | null =
    hero && kind === "dust" ? { ...hero, x: heart[0], y: heart[1] + 0.33, size: 0.66 } : null;
  const dust = star ? actorShapes(stage, star) : [];
  paintGas(stage, ctx, heart, dust);
  paintStars(stage, ctx);
  if (dust.length > 0) paintDust(stage, ctx, dust);
  if (kind === "planet") {
    const r = hero ? 0.2 : 0.13;
    paintPlanet(stage, ctx, [stage.w - heart[0] * 0.9, heart[1] + 0.04], r, hero !== undefined);
  }
  const isSpace = stage.reading.setting === "space";
  if (!isSpace || kind === "solid")
    paintGround(stage, ctx, scene, kind === "solid" ? hero : undefined);
  if (hero?.subject === "pillars") paintPillars(stage, ctx, hero);
  else if (hero && kind === "lit") paintLit(stage, ctx, actorShapes(stage, hero), hero);
  for (const actor of scene.actors) {
    if (actor.subject !== "comet") continue;
    // Its head comes down on the side that the hero leaves free.
    const isLeft = (hero?.x ?? 0) < stage.w / 2;
    const x = stage.w * (isLeft ? 0.74 : 0.26);
    paintComet(stage, ctx, { ...actor, x, y: stage.h * 0.46, size: 0.4, isFlipped: !isLeft });
  }
  return finish(stage, canvas, { tooth: 0, grain: 0.035, vignette: 0.4 });
}

/** Columns of dust: dark bodies with ragged edges, their tops lit by the stars they give birth to. */
function paintPillars(stage: Stage, ctx: SKRSContext2D, pillars: Actor): void {
  const ember: Colour = { l: 0.74, c: 0.17, h: 58 };
  const rag = ([x, y]: Point): Point => [
    x + (stage.noise(x * 9, y * 9) * 0.024 + stage.noise(x * 31, y * 31) * 0.009),
    y + (stage.noise(y * 9 + 40, x * 9) * 0.026 + stage.noise(y * 31, x * 31 + 9) * 0.009),
  ];
  for (const part of actorShapes(stage, pillars)) {
    if (part.tone !== "main" && part.tone !== "glow") continue;
    const points = dense(part.points).map(rag);
    const [, top, , low] = bounds(points);
    if (part.tone === "glow") {
      const [x, y] = part.points[0] ?? [0, 0];
      sparkle(ctx, [x, y], 0.05, stage.palette.light);
      continue;
    }
    const body = ctx.createLinearGradient(0, top, 0, low);
    body.addColorStop(0, css({ l: 0.56, c: 0.14, h: 52 }));
    body.addColorStop(0.16, css({ l: 0.34, c: 0.09, h: 42 }));
    body.addColorStop(0.5, css({ l: 0.17, c: 0.05, h: 30 }));
    body.addColorStop(1, css({ l: 0.09, c: 0.03, h: 20 }));
    ctx.shadowColor = css(ember, 0.95);
    ctx.shadowBlur = 0.035 * stage.unit;
    trace(ctx, points);
    ctx.fillStyle = body;
    ctx.fill();
    ctx.shadowBlur = 0.012 * stage.unit;
    ctx.strokeStyle = css(ember, 0.6);
    ctx.lineWidth = 0.0022;
    ctx.stroke();
    ctx.shadowBlur = 0;
    ctx.save();
    ctx.clip();
    const [left, , right] = bounds(points);
    for (let k = 0; k < 26; k++) {
      const x = left + (((k * 37) % 26) / 26) * (right - left);
      const y = top + (((k * 17) % 26) / 26) * (low - top) * 0.7;
      glow(
        ctx,
        rag([x, y]),
        0.05,
        k % 3 === 0 ? ember : { l: 0.12, c: 0.04, h: 25 },
        k % 3 === 0 ? 0.2 : 0.5,
      );
    }
    ctx.restore();
  }
}

/** Gives an outline with points close enough to one another to fray. */
function dense(points: readonly Point[]): Point[] {
  return points.flatMap(([x, y], i): Point[] => {
    const [nx, ny] = points[(i + 1) % points.length] ?? [x, y];
    const cuts = Math.max(1, Math.round(Math.hypot(nx - x, ny - y) / 0.008));
    return Array.from(
      { length: cuts },
      (_, k): Point => [x + ((nx - x) * k) / cuts, y + ((ny - y) * k) / cuts],
    );
  });
}

const stanceOf = (subject: Subject): "lit" | "solid" =>
  SUBJECT_HOMES[subject].stands === "air" ? "lit" : "solid";

/** Head and tail of a comet are light, laid over everything behind them. */
function paintComet(stage: Stage, ctx: SKRSContext2D, comet: Actor): void {
  ctx.globalCompositeOperation = "lighter";
  ctx.shadowBlur = 0.03 * stage.unit;
  for (const part of actorShapes(stage, comet)) {
    ctx.shadowColor = css(part.colour, 0.9);
    fill(ctx, part.points, part.colour, part.tone === "glow" ? 1 : 0.34);
  }
  ctx.shadowBlur = 0;
  ctx.globalCompositeOperation = "source-over";
}

function paintStars(stage: Stage, ctx: SKRSContext2D): void {
  const random = stage.random.fork("stars");
  const { palette } = stage;
  const tints = [
    palette.light,
    { l: 0.95, c: 0.04, h: 255 },
    { l: 0.94, c: 0.05, h: 70 },
    palette.light,
  ];
  ctx.globalCompositeOperation = "lighter";
  for (let i = 0; i < 1300 * stage.w * stage.h; i++) {
    const strength = random.next() ** 5;
    const at: Point = [random.range(0, stage.w), random.range(0, stage.h)];
    ctx.fillStyle = css(random.pick(tints), 0.22 + strength * 0.75);
    ctx.beginPath();
    ctx.arc(at[0], at[1], 0.0006 + strength * 0.0016, 0, 7);
    ctx.fill();
  }
  for (let i = 0; i < 11; i++)
    sparkle(
      ctx,
      [random.range(0, stage.w), random.range(0, stage.h)],
      random.range(0.012, 0.045) * random.next() + 0.012,
      random.pick(tints),
    );
  ctx.globalCompositeOperation = "source-over";
}

/** A bright star with the cross that a telescope gives it. */
function sparkle(ctx: SKRSContext2D, at: Point, reach: number, colour: Colour): void {
  glow(ctx, at, reach * 0.9, colour, 0.55);
  for (const turn of [0, Math.PI / 2]) {
    for (const sense of [1, -1]) {
      const [c, s] = [Math.cos(turn) * sense, Math.sin(turn) * sense];
      const beam = ctx.createLinearGradient(at[0], at[1], at[0] + c * reach, at[1] + s * reach);
      beam.addColorStop(0, css(colour, 0.9));
      beam.addColorStop(1, css(colour, 0));
      ctx.strokeStyle = beam;
      ctx.lineWidth = 0.0014;
      ctx.beginPath();
      ctx.moveTo(at[0], at[1]);
      ctx.lineTo(at[0] + c * reach, at[1] + s * reach);
      ctx.stroke();
    }
  }
  fill(ctx, ellipse(at[0], at[1], 0.0024), { l: 0.99, c: 0.01, h: colour.h });
}

function paintDust(stage: Stage, ctx: SKRSContext2D, dust: readonly Shape[]): void {
  const random = stage.random.fork("dust");
  const tones = emission(stage);
  const body = {
    main: tones[2],
    shade: tones[0],
    light: tones[5],
    accent: tones[3],
    second: tones[4],
    glow: tones[5],
  };
  // A veil behind the creature keeps its form together; then every part glows by itself.
  const night: Colour = { l: 0.16, c: 0.06, h: stage.palette.skyTop.h };
  for (const shape of dust) fill(ctx, shape.points, night, 0.5);
  // Many small parts would add up to white; they cover one another instead.
  const isFine = dust.length > 24;
  ctx.globalCompositeOperation = isFine ? "source-over" : "lighter";
  for (const shape of dust) {
    const colour = isFine ? shape.colour : (body[shape.tone ?? "main"] ?? stage.palette.light);
    const [left, top, right, low] = bounds(shape.points);
    const light = ctx.createLinearGradient(left, top, right, low);
    light.addColorStop(0, css(colour, 0.62));
    light.addColorStop(1, css(shift(colour, -0.1), shape.tone === "main" ? 0.2 : 0.34));
    trace(ctx, shape.points);
    ctx.fillStyle = light;
    ctx.fill();
    ctx.globalCompositeOperation = isFine ? "source-over" : "lighter";
    ctx.shadowColor = css(colour, 0.9);
    ctx.shadowBlur = isFine ? 0 : 0.014 * stage.unit;
    trace(ctx, shape.points);
    ctx.strokeStyle = css(mix(colour, stage.palette.light, 0.5), 0.55);
    ctx.lineWidth = 0.0016;
    ctx.stroke();
    ctx.shadowBlur = 0;
    for (const [x, y] of shape.points.filter((_, i) => !isFine || i % 5 === 0)) {
      for (let k = 0; k < 4; k++) {
        const far = Math.abs(random.gauss()) * 0.012;
        const turn = random.range(0, 7);
        ctx.fillStyle = css(
          mix(colour, stage.palette.light, random.next()),
          random.range(0.25, 0.9),
        );
        ctx.beginPath();
        ctx.arc(
          x + Math.cos(turn) * far,
          y + Math.sin(turn) * far,
          random.next() ** 3 * 0.0022 + 0.0005,
          0,
          7,
        );
        ctx.fill();
      }
      if (random.chance(0.03)) sparkle(ctx, [x, y], random.range(0.012, 0.03), stage.palette.light);
    }
  }
  ctx.globalCompositeOperation = "source-over";
}

function paintPlanet(
  stage: Stage,
  ctx: SKRSContext2D,
  [x, y]: Point,
  r: number,
  isHero: boolean,
): void {
  const { palette, noise } = stage;
  const tones = [
    shift(palette.near, 0.12),
    palette.water,
    palette.skyMid,
    palette.second,
    palette.accent,
  ];
  const random = stage.random.fork("planet");
  const ring = (from: number, to: number): void => {
    for (let k = 0; k < 26; k++) {
      ctx.beginPath();
      ctx.ellipse(x, y, r * (1.32 + k * 0.03), r * (0.3 + k * 0.0075), -0.35, from, to);
      ctx.strokeStyle = css(
        mix(palette.light, palette.skyMid, k / 30),
        (0.14 + 0.5 * Math.abs(noise(k * 0.63, 4))) * (k === 12 ? 0.1 : 1),
      );
      ctx.lineWidth = r * 0.024;
      ctx.stroke();
    }
  };
  glow(ctx, [x, y], r * 1.9, palette.skyMid, 0.4);
  if (isHero) ring(Math.PI, Math.PI * 2);
  ctx.save();
  trace(ctx, ellipse(x, y, r));
  ctx.beginPath();
  ctx.arc(x, y, r, 0, 7);
  ctx.clip();
  ctx.translate(x, y);
  ctx.rotate(-0.35);
  for (let k = 0; k < 44; k++) {
    const top = -r + (k / 44) * r * 2;
    const at = (fbm(noise, k * 0.21, 3, 3) + 0.5) * tones.length;
    const colour = tones[Math.floor(Math.abs(at)) % tones.length] ?? palette.water;
    const band = Array.from(
      { length: 30 },
      (_, i): Point => [-r + (i / 29) * 2 * r, top + noise(i * 0.2, k * 0.4) * r * 0.07],
    );
    fill(ctx, [...band, [r, r], [-r, r]], shift(colour, random.gauss() * 0.03), 0.6);
  }
  ctx.restore();
  const shade = ctx.createRadialGradient(
    x - r * 0.5,
    y - r * 0.5,
    r * 0.1,
    x - r * 0.15,
    y - r * 0.15,
    r * 1.28,
  );
  shade.addColorStop(0, css(palette.light, 0.34));
  shade.addColorStop(0.4, css(palette.light, 0));
  shade.addColorStop(0.62, "rgba(2,3,12,0.42)");
  shade.addColorStop(1, "rgba(2,3,12,0.97)");
  ctx.fillStyle = shade;
  ctx.beginPath();
  ctx.arc(x, y, r * 1.003, 0, 7);
  ctx.fill();
  if (isHero) ring(0, Math.PI);
}

function paintGround(
  stage: Stage,
  ctx: SKRSContext2D,
  scene: Scene,
  hero: Actor | undefined,
): void {
  const { palette } = stage;
  const night: Colour = { l: 0.1, c: 0.03, h: palette.skyTop.h };
  const layers = scene.layers.filter((layer) => layer.kind !== "water").slice(-3);
  layers.forEach((layer, i) => {
    const drop = hero ? 0 : (layers.length - i) * 0.02;
    const outline = layer.outline.map(([x, y]): Point => [x, y + drop]);
    fill(ctx, outline, mix(night, palette.skyMid, 0.3 * (1 - (i + 1) / layers.length)), 1);
    ctx.strokeStyle = css(mix(palette.skyMid, palette.light, 0.3), 0.16);
    ctx.lineWidth = 0.0016;
    trace(ctx, outline, false);
    ctx.stroke();
  });
  if (hero) paintLit(stage, ctx, actorShapes(stage, hero), hero);
}

/** Objects before the nebula are nearly dark; windows and flames are not. */
function paintLit(stage: Stage, ctx: SKRSContext2D, parts: readonly Shape[], hero: Actor): void {
  const isSolid = SUBJECT_HOMES[hero.subject].stands !== "air";
  for (const part of parts) {
    const isLamp = part.tone === "glow";
    const dark = mix(
      part.colour,
      { l: 0.09, c: 0.03, h: stage.palette.skyTop.h },
      isSolid ? (hero.subject === "tent" ? 0.2 : 0.5) : 0.12,
    );
    if (isLamp) {
      const [x, y] = part.points[0] ?? [0, 0];
      glow(ctx, [x, y], 0.07, stage.palette.second, 0.5);
    }
    fill(ctx, part.points, isLamp ? mix(part.colour, stage.palette.light, 0.5) : dark);
    ctx.strokeStyle = css(mix(stage.palette.skyMid, stage.palette.light, 0.4), 0.3);
    ctx.lineWidth = 0.0016;
    trace(ctx, part.points);
    ctx.stroke();
  }
}
