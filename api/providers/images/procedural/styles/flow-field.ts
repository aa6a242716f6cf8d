import { css, darken, lighten, mixColors } from "../color.ts";
import { addGrain, addVignette, type Frame, WIDTH } from "../frame.ts";
import { sampleScene } from "../sample.ts";
import { compose } from "../scene.ts";

const STROKES = 5200;
const STEPS = 46;
const STEP_LENGTH = 4.2;

/** Thousands of hair-thin strokes follow a current of noise; the scene below lends them its colours. */
export function paintFlowField(frame: Frame): void {
  const { ctx, palette, random, noise, height } = frame;
  const ground = palette.isDark
    ? darken(palette.skyTop, 0.35)
    : mixColors(palette.paper, palette.skyLow, 0.35);
  ctx.fillStyle = css(ground);
  ctx.fillRect(0, 0, WIDTH, height);
  const composition = compose(frame);
  const colorAt = sampleScene(frame, composition, 256);
  const { sun } = composition;
  ctx.lineCap = "round";
  const swirl = random.between(0.7, 1.5);
  for (let stroke = 0; stroke < STROKES; stroke++) {
    let x = random.between(-60, WIDTH + 60);
    let y = random.between(-60, height + 60);
    const scene = colorAt(x, y);
    const shade = random.chance(0.07)
      ? palette.accent
      : random.chance(0.3)
        ? lighten(scene, 0.22)
        : scene;
    ctx.strokeStyle = css(shade, random.between(0.35, 0.85));
    ctx.lineWidth = 0.8 + random.next() ** 3 * 5.5;
    ctx.beginPath();
    ctx.moveTo(x, y);
    for (let step = 0; step < STEPS; step++) {
      const fromSun = Math.atan2(y - sun.y, x - sun.x);
      const nearSun = Math.exp(-Math.hypot(x - sun.x, y - sun.y) / 240);
      const drift = noise.layers(x / 460, y / 460, 2) * Math.PI * swirl;
      const angle = drift + nearSun * (fromSun + Math.PI / 2 - drift);
      x += Math.cos(angle) * STEP_LENGTH;
      y += Math.sin(angle) * STEP_LENGTH;
      ctx.lineTo(x, y);
    }
    ctx.stroke();
  }
  addVignette(frame, palette.isDark ? 0.4 : 0.14);
  addGrain(frame, 8);
}
