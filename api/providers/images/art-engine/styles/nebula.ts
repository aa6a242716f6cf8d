import type { SKRSContext2D } from "@napi-rs/canvas";
import { type Actor, actorShapes } from "../actors.ts";
import { ellipse, type Point } from "../geometry.ts";
import { fbm } from "../noise.ts";
import { type Colour, css, mix, shift } from "../palette.ts";
import { composeScene, type Scene, type Shape } from "../scene.ts";
import { createSheet, fill, finish, glow, type Picture, type Stage, trace } from "../stage.ts";
import { ANIMALS } from "../subjects/animals.ts";
import { SUBJECT_HOMES, type Subject } from "../subjects/index.ts";
import { SEA_ANIMALS } from "../subjects/sea-animals.ts";
import { paintBeam, paintComet, paintDust, paintSea, sparkle } from "./nebula-figures.ts";
import { paintGas } from "./nebula-gas.ts";
import { paintPillars } from "./nebula-pillars.ts";
import { paintRose } from "./nebula-rose.ts";

/** Living things are drawn in star dust; what was built stands dark before the light, its lamps lit. */
const isAlive = (subject: Subject): boolean =>
  Object.hasOwn(ANIMALS, subject) ||
  Object.hasOwn(SEA_ANIMALS, subject) ||
  ["flower", "rose", "lotus", "portrait", "firebird", "leaf"].includes(subject);

/** How much of the dark lies on what stands in a light of its own; on all others it is half. */
const SHOWN_LIT: Partial<Record<Subject, number>> = { tent: 0.2, lighthouse: 0.28 };

/** Clouds of gas from twice-warped noise, dust that swallows light, stars; one bright heart. */
export function paintNebula(stage: Stage): Picture {
  const { canvas, ctx } = createSheet(stage);
  const scene = composeScene(stage);
  const hero = scene.actors.find((actor) => actor.isHero);
  const isPlanet = hero?.subject === "planet" || (stage.reading.setting === "space" && !hero);
  const kind =
    isPlanet || !hero ? "planet" : isAlive(hero.subject) ? "dust" : stanceOf(hero.subject);
  const random = stage.random.fork("heart");
  const isRound = hero?.subject === "rose";
  const heart: Point = isRound
    ? [stage.w / 2, stage.h / 2]
    : [stage.w * random.range(0.4, 0.6), stage.h * random.range(0.36, 0.46)];
  const star: Actor | null =
    hero && kind === "dust"
      ? { ...hero, x: heart[0], y: heart[1] + (isRound ? 0.4 : 0.33), size: isRound ? 0.8 : 0.66 }
      : null;
  const dust = star ? actorShapes(stage, star) : [];
  paintGas(stage, ctx, heart, dust);
  paintStars(stage, ctx);
  if (star?.subject === "rose") paintRose(stage, ctx, star);
  else if (dust.length > 0) paintDust(stage, ctx, dust);
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

const stanceOf = (subject: Subject): "lit" | "solid" =>
  SUBJECT_HOMES[subject].stands === "air" ? "lit" : "solid";

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
    // Where the sea lies beside the land, its light runs along the shore.
    const isShore = layer.kind === "shore" && hero !== undefined;
    ctx.strokeStyle = css(mix(palette.skyMid, palette.light, 0.3), isShore ? 0.45 : 0.16);
    ctx.lineWidth = isShore ? 0.0026 : 0.0016;
    trace(ctx, isShore ? layer.line : outline, false);
    ctx.stroke();
    if (i === 0 && hero && stage.reading.setting === "sea")
      paintSea(stage, ctx, scene, hero.x < stage.w / 2 ? stage.w * 0.585 : stage.w * 0.415);
  });
  if (hero?.subject === "lighthouse") paintBeam(stage, ctx, actorShapes(stage, hero));
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
      isSolid ? (SHOWN_LIT[hero.subject] ?? 0.5) : 0.12,
    );
    if (isLamp) {
      const [x, y] = part.points[0] ?? [0, 0];
      glow(ctx, [x, y], 0.07, stage.palette.second, 0.5);
    }
    fill(ctx, part.points, isLamp ? mix(part.colour, stage.palette.light, 0.5) : dark);
    if (hero.subject === "lighthouse") continue;
    ctx.strokeStyle = css(mix(stage.palette.skyMid, stage.palette.light, 0.4), 0.3);
    ctx.lineWidth = 0.0016;
    trace(ctx, part.points);
    ctx.stroke();
  }
}
