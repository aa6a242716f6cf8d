import { css, darken, lighten, mixColors, type Rgb } from "../color.ts";
import { addGrain, type Frame, fillBelow, ridge, WIDTH } from "../frame.ts";
import { compose } from "../scene.ts";
import { fillSubject, isAirborne } from "../subjects.ts";

/** Sheets of coloured paper, one behind the other, each with the shadow it throws on the next. */
export function paintPaperCut(frame: Frame): void {
  const { ctx, palette, height, reading } = frame;
  const { horizon, sun, hero, others } = compose(frame);
  ctx.fillStyle = css(mixColors(palette.skyLow, palette.skyTop, 0.15));
  ctx.fillRect(0, 0, WIDTH, height);
  skyRings(frame, sun);
  ctx.save();
  castShadow(frame, 0.3);
  clouds(frame, horizon);
  const rough = reading.land === "mountain" ? 0.8 : 0.25;
  const flying = [hero, ...others].filter((thing) => thing && isAirborne(thing.name));
  const standing = [hero, ...others].filter((thing) => thing && !isAirborne(thing.name));
  for (const thing of flying) {
    if (!thing) continue;
    ctx.fillStyle = css(thing === hero ? palette.accent : lighten(palette.accent, 0.3));
    fillSubject(ctx, thing.name, thing.place);
  }
  palette.land.forEach((color, index) => {
    const base = horizon + index * height * 0.085;
    const rise = height * (reading.land === "mountain" ? 0.25 : 0.1) * (1 - index * 0.16);
    ctx.fillStyle = css(color);
    fillBelow(
      ctx,
      ridge(frame, { base, rise, rough: rough * (1 - index * 0.2), seed: index * 6.3 + 4 }),
      height + 60,
    );
    if (index === 2) {
      for (const thing of standing) {
        if (!thing) continue;
        ctx.fillStyle = css(
          thing === hero ? palette.accent : mixColors(palette.accent, palette.land[1], 0.5),
        );
        fillSubject(ctx, thing.name, thing.place);
      }
    }
  });
  foliage(frame, darken(palette.land[3], 0.18));
  ctx.restore();
  passepartout(frame);
  addGrain(frame, 11);
}

function castShadow(frame: Frame, alpha: number): void {
  const { ctx, widthPx } = frame;
  ctx.shadowColor = `rgba(18,10,40,${alpha})`;
  ctx.shadowBlur = widthPx * 0.022;
  ctx.shadowOffsetY = widthPx * 0.009;
}

/** The sky is cut in rings around the sun, the outermost sheet in front. */
function skyRings(frame: Frame, sun: { x: number; y: number; radius: number }): void {
  const { ctx, palette, height, noise } = frame;
  const rings = 6;
  ctx.save();
  castShadow(frame, 0.22);
  for (let ring = 0; ring < rings; ring++) {
    const share = ring / (rings - 1);
    const radius = sun.radius + 60 + (rings - 1 - ring) * 105;
    ctx.fillStyle = css(mixColors(palette.skyTop, lighten(palette.skyLow, 0.25), share));
    ctx.beginPath();
    for (let step = 0; step <= 90; step++) {
      const angle = (step / 90) * Math.PI * 2;
      const wave = 1 + noise.at(Math.cos(angle) * 1.6 + ring * 5, Math.sin(angle) * 1.6) * 0.16;
      const x = sun.x + Math.cos(angle) * radius * wave * 1.12;
      const y = sun.y + Math.sin(angle) * radius * wave;
      if (step === 0) ctx.moveTo(x, y);
      else ctx.lineTo(x, y);
    }
    ctx.fill();
  }
  ctx.fillStyle = css(palette.sun);
  ctx.beginPath();
  ctx.arc(sun.x, sun.y, sun.radius, 0, Math.PI * 2);
  ctx.fill();
  ctx.restore();
  // The frame's own units end at the bottom; a cut ring may not.
  ctx.clearRect(0, height, WIDTH, 0);
}

function clouds(frame: Frame, horizon: number): void {
  const { ctx, random, palette } = frame;
  ctx.fillStyle = css(lighten(palette.skyLow, palette.isDark ? 0.14 : 0.6));
  for (let cloud = 0; cloud < 3; cloud++) {
    const x = random.between(80, WIDTH - 80);
    const y = horizon * random.between(0.16, 0.62);
    const size = random.between(26, 48);
    ctx.beginPath();
    ctx.arc(x - size * 1.3, y, size * 0.62, Math.PI, 0);
    ctx.arc(x, y, size, Math.PI, 0);
    ctx.arc(x + size * 1.35, y, size * 0.7, Math.PI, 0);
    ctx.closePath();
    ctx.fill();
  }
}

/** Leaves and grass of the sheet nearest to us, in both lower corners. */
function foliage(frame: Frame, color: Rgb): void {
  const { ctx, random, height } = frame;
  ctx.fillStyle = css(color);
  for (let blade = 0; blade < 34; blade++) {
    const isLeft = blade % 2 === 0;
    const x = isLeft ? random.between(-30, 330) : random.between(670, WIDTH + 30);
    const edge = isLeft ? x / 330 : (WIDTH - x) / 330;
    const tall = random.between(90, 260) * (1.15 - Math.max(0, edge));
    const lean = random.between(-50, 50);
    ctx.beginPath();
    ctx.moveTo(x - 13, height + 20);
    ctx.quadraticCurveTo(x + lean * 0.2 - 26, height - tall * 0.6, x + lean, height - tall);
    ctx.quadraticCurveTo(x + lean * 0.2 + 26, height - tall * 0.5, x + 13, height + 20);
    ctx.fill();
  }
}

function passepartout(frame: Frame): void {
  const { ctx, palette, height } = frame;
  ctx.save();
  castShadow(frame, 0.4);
  ctx.strokeStyle = css(lighten(palette.paper, 0.3));
  ctx.lineWidth = 56;
  ctx.strokeRect(0, 0, WIDTH, height);
  ctx.restore();
}
