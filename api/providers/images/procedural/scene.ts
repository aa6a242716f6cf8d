import type { SKRSContext2D } from "@napi-rs/canvas";
import { css, darken, lighten, mixColors } from "./color.ts";
import { type Frame, fillBelow, ridge, WIDTH } from "./frame.ts";
import { fillSubject, isAirborne, type SubjectName } from "./subjects.ts";

export type Place = { x: number; y: number; size: number; mirror?: boolean };

/** Where things stand, decided once for a picture and shared by all that is drawn in it. */
export type Composition = {
  horizon: number;
  sun: { x: number; y: number; radius: number };
  hero: { name: SubjectName; place: Place } | null;
  others: { name: SubjectName; place: Place }[];
};

/** Composes by thirds: sun on one side, hero on the other. */
export function compose(frame: Frame): Composition {
  const { random, reading, height } = frame;
  const heroLeft = random.chance(0.5);
  const third = heroLeft ? random.between(0.3, 0.4) : random.between(0.6, 0.7);
  const horizon = height * (reading.land === "ocean" ? 0.62 : random.between(0.6, 0.7));
  const [first, ...rest] = reading.subjects;
  const place = (name: SubjectName, x: number, size: number): Place => ({
    x,
    y: isAirborne(name) ? horizon * 0.62 + size * 0.35 : height * 0.9,
    size,
    mirror: x > 500,
  });
  const heroSize = height * random.between(0.4, 0.5) * (reading.density > 0.6 ? 0.9 : 1);
  return {
    horizon,
    sun: {
      x: WIDTH * (heroLeft ? random.between(0.62, 0.74) : random.between(0.26, 0.38)),
      y: horizon * random.between(0.32, 0.58),
      radius: random.between(52, 96) * (reading.time === "night" ? 0.8 : 1),
    },
    hero: first ? { name: first, place: place(first, third * WIDTH, heroSize) } : null,
    others: rest.map((name, index) => {
      const x = WIDTH * (heroLeft ? 0.72 + index * 0.14 : 0.26 - index * 0.12);
      return { name, place: place(name, x, heroSize * (0.5 - index * 0.12)) };
    }),
  };
}

/**
 * A flat, clean scene of the reading: sky, sun or moon, ridges, water, things. Some styles show it,
 * others only take its colours at a point.
 */
export function paintScene(ctx: SKRSContext2D, frame: Frame, composition: Composition): void {
  paintSky(ctx, frame, composition);
  paintLand(ctx, frame, composition);
  const { palette } = frame;
  for (const { name, place } of composition.others) {
    ctx.fillStyle = css(mixColors(palette.subject, palette.land[2], 0.35));
    fillSubject(ctx, name, place);
  }
  if (composition.hero) {
    ctx.fillStyle = css(palette.subject);
    fillSubject(ctx, composition.hero.name, composition.hero.place);
  }
}

function paintSky(ctx: SKRSContext2D, frame: Frame, { horizon, sun }: Composition): void {
  const { palette, reading, random, height } = frame;
  const sky = ctx.createLinearGradient(0, 0, 0, horizon);
  sky.addColorStop(0, css(palette.skyTop));
  sky.addColorStop(1, css(palette.skyLow));
  ctx.fillStyle = sky;
  ctx.fillRect(0, 0, WIDTH, height);
  if (palette.isDark) {
    for (let star = 0; star < 90; star++) {
      ctx.fillStyle = css(palette.sun, random.between(0.25, 0.95));
      const size = random.between(1.2, 3.4);
      ctx.fillRect(random.between(0, WIDTH), random.between(0, horizon * 0.9), size, size);
    }
  }
  if (reading.weather === "aurora") paintAurora(ctx, frame, horizon);
  const glow = ctx.createRadialGradient(
    sun.x,
    sun.y,
    sun.radius * 0.7,
    sun.x,
    sun.y,
    sun.radius * 4,
  );
  glow.addColorStop(0, css(palette.sun, 0.55));
  glow.addColorStop(1, css(palette.sun, 0));
  ctx.fillStyle = glow;
  ctx.fillRect(0, 0, WIDTH, height);
  ctx.fillStyle = css(palette.sun);
  ctx.beginPath();
  ctx.arc(sun.x, sun.y, sun.radius, 0, Math.PI * 2);
  ctx.fill();
}

function paintAurora(ctx: SKRSContext2D, frame: Frame, horizon: number): void {
  const { palette, noise } = frame;
  for (let x = 0; x < WIDTH; x += 5) {
    const strength = Math.max(0, noise.layers(x / 190, 4.2, 3) + 0.25);
    const low = horizon * (0.62 + noise.at(x / 260, 9) * 0.2);
    const ray = ctx.createLinearGradient(0, low - horizon * 0.5, 0, low);
    ray.addColorStop(0, css(palette.accent, 0));
    ray.addColorStop(1, css(lighten(palette.accent, 0.25), 0.5 * strength));
    ctx.fillStyle = ray;
    ctx.fillRect(x, 0, 5.5, low);
  }
}

const ROUGHNESS = {
  mountain: 1,
  desert: 0.2,
  ocean: 0.55,
  forest: 0.45,
  city: 0.3,
  meadow: 0.3,
} as const;

function paintLand(ctx: SKRSContext2D, frame: Frame, { horizon, sun }: Composition): void {
  const { palette, reading, height } = frame;
  const rough = ROUGHNESS[reading.land];
  const rise = height * (reading.land === "mountain" ? 0.3 : 0.14);
  palette.land.slice(0, 2).forEach((color, index) => {
    const base = horizon + index * height * 0.035;
    const options = { base, rise: rise * (1 - index * 0.3), rough, seed: index * 2.7 + 1 };
    ctx.fillStyle = css(color);
    fillBelow(ctx, ridge(frame, options), height);
  });
  if (reading.land === "ocean") {
    paintWater(ctx, frame, horizon, sun.x);
    return;
  }
  palette.land.slice(2).forEach((color, index) => {
    const base = horizon + height * (0.11 + index * 0.13);
    const options = { base, rise: height * 0.07, rough: rough * 0.35, seed: index * 4.1 + 9 };
    ctx.fillStyle = css(color);
    fillBelow(ctx, ridge(frame, options), height);
  });
}

function paintWater(ctx: SKRSContext2D, frame: Frame, horizon: number, sunX: number): void {
  const { palette, random, height } = frame;
  const top = horizon + height * 0.05;
  const water = ctx.createLinearGradient(0, top, 0, height);
  water.addColorStop(0, css(mixColors(palette.water, palette.skyLow, 0.4)));
  water.addColorStop(1, css(darken(palette.water, 0.4)));
  ctx.fillStyle = water;
  ctx.fillRect(0, top, WIDTH, height - top);
  for (let ripple = 0; ripple < 130; ripple++) {
    const depth = random.next() ** 1.4;
    const y = top + depth * (height - top);
    const isGlitter = random.chance(0.45);
    const x = isGlitter ? sunX + random.bell() * (60 + depth * 120) : random.between(0, WIDTH);
    const color = isGlitter ? palette.sun : lighten(palette.water, 0.35);
    ctx.fillStyle = css(color, isGlitter ? 0.6 : 0.22);
    ctx.fillRect(x - 30 - depth * 40, y, random.between(20, 60 + depth * 90), 2 + depth * 4);
  }
}
