import { createCanvas } from "@napi-rs/canvas";
import { css, lighten, mixColors, oklch, type Rgb } from "../color.ts";
import { addGrain, type Frame, fillBelow, ridge, WIDTH } from "../frame.ts";
import { compose } from "../scene.ts";
import { fillSubject } from "../subjects.ts";

const CLOUD_PX = 400;

/** Clouds of warped noise in deep space; stars in three depths; what the prompt names, in silhouette. */
export function paintNebula(frame: Frame): void {
  const { ctx, palette, random, height, reading } = frame;
  const composition = compose(frame);
  const hue = reading.hue ?? random.between(180, 360);
  const dust: [Rgb, Rgb, Rgb, Rgb] = [
    oklch(0.11, 0.035, hue + 200),
    oklch(0.34, 0.13, hue + 40),
    oklch(0.6, 0.17, hue),
    oklch(0.9, 0.09, hue - 50),
  ];
  paintClouds(frame, dust);
  stars(frame, dust[3]);
  brightStars(frame, dust[3]);
  if (reading.subjects.includes("planet") || random.chance(0.3))
    planet(frame, composition.sun, dust);
  const ground =
    reading.land === "mountain" || reading.land === "desert" || reading.land === "forest";
  if (ground) {
    const line = ridge(frame, { base: height * 0.86, rise: height * 0.12, rough: 0.8, seed: 3 });
    ctx.fillStyle = css(oklch(0.08, 0.02, hue + 200));
    fillBelow(ctx, line, height);
  }
  for (const thing of [...composition.others, ...(composition.hero ? [composition.hero] : [])]) {
    if (thing.name === "planet") continue;
    ctx.save();
    ctx.shadowColor = css(dust[3], 0.9);
    ctx.shadowBlur = frame.widthPx * 0.035;
    const isStanding = ground && thing.place.y > height * 0.8;
    const body = ctx.createLinearGradient(0, thing.place.y - thing.place.size, 0, thing.place.y);
    body.addColorStop(
      0,
      css(isStanding ? palette.ink : mixColors(dust[2], dust[3], 0.35), isStanding ? 1 : 0.85),
    );
    body.addColorStop(1, css(dust[0]));
    ctx.fillStyle = body;
    fillSubject(ctx, thing.name, thing.place);
    ctx.restore();
    if (!isStanding) constellation(frame, thing.place, dust[3]);
  }
  addGrain(frame, 9);
}

function paintClouds(frame: Frame, dust: readonly [Rgb, Rgb, Rgb, Rgb]): void {
  const { ctx, noise, height, random } = frame;
  const rows = Math.round((CLOUD_PX * height) / WIDTH);
  const canvas = createCanvas(CLOUD_PX, rows);
  const cloud = canvas.getContext("2d");
  const image = cloud.createImageData(CLOUD_PX, rows);
  const tilt = random.between(-0.8, 0.8);
  const zoom = random.between(1.7, 2.6);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < CLOUD_PX; column++) {
      const x = (column / CLOUD_PX) * zoom;
      const y = (row / CLOUD_PX) * zoom;
      const warpX = noise.layers(x + 3.1, y + 1.7, 3);
      const warpY = noise.layers(x - 5.2, y + 8.3, 3);
      const body = noise.layers(x + warpX * 1.1, y + warpY * 1.1, 5);
      const veil = noise.layers(x * 1.8 + warpY, y * 1.8 - warpX, 4);
      const band = 1 - Math.abs((column / CLOUD_PX - 0.5) * tilt + row / rows - 0.48) * 1.7;
      const level = Math.max(0, Math.min(1, 0.22 + body * 0.62 + band * 0.42 + veil * 0.16));
      const color = ramp(dust, level - Math.max(0, veil) * 0.35);
      const index = (row * CLOUD_PX + column) * 4;
      image.data[index] = color.r;
      image.data[index + 1] = color.g;
      image.data[index + 2] = color.b;
      image.data[index + 3] = 255;
    }
  }
  cloud.putImageData(image, 0, 0);
  ctx.imageSmoothingEnabled = true;
  ctx.imageSmoothingQuality = "high";
  ctx.drawImage(canvas, 0, 0, WIDTH, height);
}

function ramp(colors: readonly [Rgb, Rgb, Rgb, Rgb], level: number): Rgb {
  const [void_, dust, gas, core] = colors;
  if (level < 0.38) return mixColors(void_, dust, level / 0.38);
  if (level < 0.72) return mixColors(dust, gas, (level - 0.38) / 0.34);
  return mixColors(gas, core, (level - 0.72) / 0.28);
}

function stars(frame: Frame, core: Rgb): void {
  const { ctx, random, height } = frame;
  for (let star = 0; star < 900; star++) {
    const size = random.next() ** 5 * 2.6 + 0.5;
    ctx.fillStyle = css(random.chance(0.25) ? core : lighten(core, 0.75), random.between(0.25, 1));
    ctx.beginPath();
    ctx.arc(random.between(0, WIDTH), random.between(0, height), size, 0, Math.PI * 2);
    ctx.fill();
  }
}

function brightStars(frame: Frame, core: Rgb): void {
  const { ctx, random, height } = frame;
  ctx.globalCompositeOperation = "screen";
  for (let star = 0; star < 9; star++) {
    const x = random.between(40, WIDTH - 40);
    const y = random.between(40, height - 40);
    const reach = random.between(14, 46);
    const glow = ctx.createRadialGradient(x, y, 0, x, y, reach);
    glow.addColorStop(0, "rgba(255,255,255,0.95)");
    glow.addColorStop(0.12, css(core, 0.6));
    glow.addColorStop(1, css(core, 0));
    ctx.fillStyle = glow;
    ctx.fillRect(x - reach, y - reach, reach * 2, reach * 2);
    ctx.strokeStyle = css(lighten(core, 0.6), 0.5);
    ctx.lineWidth = 1.1;
    ctx.beginPath();
    ctx.moveTo(x - reach * 1.4, y);
    ctx.lineTo(x + reach * 1.4, y);
    ctx.moveTo(x, y - reach * 1.4);
    ctx.lineTo(x, y + reach * 1.4);
    ctx.stroke();
  }
  ctx.globalCompositeOperation = "source-over";
}

function planet(
  frame: Frame,
  sun: { x: number; y: number; radius: number },
  dust: readonly [Rgb, Rgb, Rgb, Rgb],
): void {
  const { ctx, random, noise } = frame;
  const radius = sun.radius * random.between(1.3, 2.2);
  const ring = (from: number, to: number) => {
    ctx.save();
    ctx.translate(sun.x, sun.y);
    ctx.rotate(-0.38);
    for (let band = 0; band < 16; band++) {
      ctx.strokeStyle = css(mixColors(dust[3], dust[2], noise.at(band / 2.5, 3) + 0.4), 0.5);
      ctx.lineWidth = radius * 0.028;
      ctx.beginPath();
      ctx.ellipse(0, 0, radius * (1.4 + band * 0.042), radius * (0.3 + band * 0.009), 0, from, to);
      ctx.stroke();
    }
    ctx.restore();
  };
  ring(Math.PI, Math.PI * 2);
  const body = ctx.createRadialGradient(
    sun.x - radius * 0.45,
    sun.y - radius * 0.45,
    radius * 0.1,
    sun.x,
    sun.y,
    radius * 1.05,
  );
  body.addColorStop(0, css(lighten(dust[3], 0.3)));
  body.addColorStop(0.5, css(dust[2]));
  body.addColorStop(1, css(dust[0]));
  ctx.fillStyle = body;
  ctx.beginPath();
  ctx.arc(sun.x, sun.y, radius, 0, Math.PI * 2);
  ctx.fill();
  ring(0, Math.PI);
}

function constellation(
  frame: Frame,
  place: { x: number; y: number; size: number },
  core: Rgb,
): void {
  const { ctx, random } = frame;
  for (let star = 0; star < 40; star++) {
    ctx.fillStyle = css(lighten(core, 0.6), random.between(0.4, 1));
    const x = place.x + random.bell() * place.size * 0.42;
    const y = place.y - place.size * 0.5 + random.bell() * place.size * 0.35;
    ctx.fillRect(x, y, random.between(1, 3), random.between(1, 3));
  }
}
