import { css, darken, lighten, mixColors, oklch, type Rgb } from "../color.ts";
import { addGrain, type Frame, type Point, WIDTH } from "../frame.ts";
import { fillSubject, strokeSubject } from "../subjects.ts";

/** A herbarium sheet: plants that branch by rule, pale washes under fine ink. */
export function paintBotanical(frame: Frame): void {
  const { ctx, palette, random, height, reading } = frame;
  const paper = oklch(0.955, 0.022, 88);
  ctx.fillStyle = css(paper);
  ctx.fillRect(0, 0, WIDTH, height);
  halo(frame, mixColors(paper, palette.accent, 0.25));
  const ink = mixColors(palette.ink, oklch(0.3, 0.05, 150), 0.5);
  const green = oklch(
    0.62,
    0.09,
    140 + random.between(-22, 22) + (reading.season === "autumn" ? -70 : 0),
  );
  const kinds: [Kind, ...Kind[]] = ["fern", "bloom", "twig"];
  const count = 3 + Math.round(reading.density * 4);
  for (let plant = 0; plant < count; plant++) {
    const share = count === 1 ? 0.5 : plant / (count - 1);
    const foot = { x: 500 + (share - 0.5) * 330, y: height * 0.93 };
    const angle = -Math.PI / 2 + (share - 0.5) * 1.15 + random.between(-0.06, 0.06);
    const tall = height * (0.62 - Math.abs(share - 0.5) * 0.42) * random.between(0.85, 1.1);
    const kind = kinds[plant % kinds.length] ?? "fern";
    grow(frame, { foot, angle, tall, kind, ink, green, bloom: shiftBloom(palette.accent, plant) });
  }
  const [animal] = reading.subjects.filter(
    (name) => name !== "flower" && name !== "leaf" && name !== "tree",
  );
  if (animal) {
    const place = {
      x: 500 + random.between(-60, 60),
      y: height * 0.93,
      size: height * 0.3,
      mirror: random.chance(0.5),
    };
    ctx.fillStyle = css(lighten(palette.accent, 0.25), 0.9);
    fillSubject(ctx, animal, place);
    hatch(frame, ink, animal, place);
  }
  frameLines(frame, ink);
  addGrain(frame, 9);
}

type Kind = "fern" | "bloom" | "twig";
type Plant = {
  foot: Point;
  angle: number;
  tall: number;
  kind: Kind;
  ink: Rgb;
  green: Rgb;
  bloom: Rgb;
};

const shiftBloom = (accent: Rgb, plant: number) =>
  plant % 2 === 0 ? accent : lighten(accent, 0.32);

function halo(frame: Frame, color: Rgb): void {
  const { ctx, height, random } = frame;
  const y = height * 0.42;
  for (let ring = 0; ring < 14; ring++) {
    ctx.fillStyle = css(color, 0.075);
    ctx.beginPath();
    ctx.arc(
      500 + random.bell() * 8,
      y + random.bell() * 8,
      300 + ring * 4 * random.next(),
      0,
      Math.PI * 2,
    );
    ctx.fill();
  }
}

/** A stem bends a little at every step and carries leaves on both sides, smaller towards its tip. */
function grow(frame: Frame, plant: Plant): void {
  const { ctx, noise, random } = frame;
  const steps = 34;
  const points: (Point & { angle: number })[] = [];
  let { x, y } = plant.foot;
  let angle = plant.angle;
  for (let step = 0; step < steps; step++) {
    points.push({ x, y, angle });
    angle += noise.at(step / 9, plant.foot.x / 50) * 0.05 + (angle + Math.PI / 2) * 0.02;
    x += (Math.cos(angle) * plant.tall) / steps;
    y += (Math.sin(angle) * plant.tall) / steps;
  }
  for (const [step, point] of points.entries()) {
    if (step < 5 || step % 2 === 1) continue;
    const share = step / steps;
    const reach =
      plant.kind === "fern" ? 92 * Math.sin(Math.PI * (0.16 + share * 0.84)) : 62 * (1.05 - share);
    for (const side of [-1, 1]) {
      leaf(
        frame,
        point,
        point.angle + side * (plant.kind === "fern" ? 1.05 : 0.8),
        reach * random.between(0.85, 1.1),
        plant,
      );
    }
  }
  ctx.strokeStyle = css(plant.ink, 0.95);
  ctx.lineWidth = 2.6;
  ctx.beginPath();
  for (const [index, point] of points.entries()) {
    if (index === 0) ctx.moveTo(point.x, point.y);
    else ctx.lineTo(point.x, point.y);
  }
  ctx.stroke();
  const tip = points.at(-1);
  if (!tip) return;
  if (plant.kind === "bloom") flower(frame, tip, 66, plant);
  if (plant.kind === "twig") berries(frame, tip, plant);
}

function leaf(frame: Frame, from: Point, angle: number, length: number, plant: Plant): void {
  const { ctx, random } = frame;
  const tip = { x: from.x + Math.cos(angle) * length, y: from.y + Math.sin(angle) * length };
  const width = length * (plant.kind === "fern" ? 0.13 : 0.27);
  const normal = { x: -Math.sin(angle) * width, y: Math.cos(angle) * width };
  const middle = { x: (from.x + tip.x) / 2, y: (from.y + tip.y) / 2 };
  ctx.beginPath();
  ctx.moveTo(from.x, from.y);
  ctx.quadraticCurveTo(middle.x + normal.x, middle.y + normal.y, tip.x, tip.y);
  ctx.quadraticCurveTo(middle.x - normal.x, middle.y - normal.y, from.x, from.y);
  ctx.fillStyle = css(mixColors(plant.green, lighten(plant.green, 0.4), random.next()), 0.72);
  ctx.fill();
  ctx.strokeStyle = css(plant.ink, 0.85);
  ctx.lineWidth = 1.3;
  ctx.stroke();
  ctx.lineWidth = 0.8;
  ctx.beginPath();
  ctx.moveTo(from.x, from.y);
  ctx.lineTo(tip.x, tip.y);
  for (let vein = 1; vein < 5; vein++) {
    const share = vein / 5.5;
    const x = from.x + (tip.x - from.x) * share;
    const y = from.y + (tip.y - from.y) * share;
    const fade = 0.75 * (1 - Math.abs(share - 0.45));
    ctx.moveTo(x, y);
    ctx.lineTo(
      x + normal.x * fade + Math.cos(angle) * 7,
      y + normal.y * fade + Math.sin(angle) * 7,
    );
    ctx.moveTo(x, y);
    ctx.lineTo(
      x - normal.x * fade + Math.cos(angle) * 7,
      y - normal.y * fade + Math.sin(angle) * 7,
    );
  }
  ctx.stroke();
}

function flower(frame: Frame, at: Point, radius: number, plant: Plant): void {
  const { ctx, random } = frame;
  const petals = random.whole(6, 9);
  for (let layer = 0; layer < 2; layer++) {
    const reach = radius * (1 - layer * 0.36);
    for (let petal = 0; petal < petals; petal++) {
      const angle = ((petal + layer * 0.5) / petals) * Math.PI * 2;
      ctx.save();
      ctx.translate(at.x, at.y);
      ctx.rotate(angle);
      ctx.beginPath();
      ctx.moveTo(0, 0);
      ctx.bezierCurveTo(reach * 0.3, -reach * 0.42, reach * 0.95, -reach * 0.36, reach, 0);
      ctx.bezierCurveTo(reach * 0.95, reach * 0.36, reach * 0.3, reach * 0.42, 0, 0);
      ctx.fillStyle = css(layer === 0 ? lighten(plant.bloom, 0.28) : plant.bloom, 0.92);
      ctx.fill();
      ctx.strokeStyle = css(plant.ink, 0.75);
      ctx.lineWidth = 1.1;
      ctx.stroke();
      ctx.lineWidth = 0.6;
      for (const spread of [-0.16, 0, 0.16]) {
        ctx.beginPath();
        ctx.moveTo(reach * 0.22, 0);
        ctx.lineTo(reach * 0.78, reach * spread);
        ctx.stroke();
      }
      ctx.restore();
    }
  }
  ctx.fillStyle = css(darken(plant.bloom, 0.45));
  for (let seed = 0; seed < 26; seed++) {
    ctx.beginPath();
    ctx.arc(
      at.x + random.bell() * radius * 0.17,
      at.y + random.bell() * radius * 0.17,
      2.3,
      0,
      Math.PI * 2,
    );
    ctx.fill();
  }
}

function berries(frame: Frame, at: Point, plant: Plant): void {
  const { ctx, random } = frame;
  for (let berry = 0; berry < 9; berry++) {
    const x = at.x + random.bell() * 36;
    const y = at.y + random.bell() * 36;
    ctx.beginPath();
    ctx.arc(x, y, random.between(6, 10), 0, Math.PI * 2);
    ctx.fillStyle = css(mixColors(plant.bloom, plant.ink, random.between(0, 0.3)));
    ctx.fill();
    ctx.strokeStyle = css(plant.ink);
    ctx.lineWidth = 1.1;
    ctx.stroke();
  }
}

/** Shading in lines, as an engraver would. */
function hatch(
  frame: Frame,
  ink: Rgb,
  name: Parameters<typeof strokeSubject>[1],
  place: { x: number; y: number; size: number; mirror?: boolean },
): void {
  const { ctx } = frame;
  ctx.strokeStyle = css(ink, 0.95);
  strokeSubject(ctx, name, place, 2.6);
}

function frameLines(frame: Frame, ink: Rgb): void {
  const { ctx, height } = frame;
  ctx.strokeStyle = css(ink, 0.55);
  ctx.lineWidth = 1.6;
  ctx.strokeRect(36, 36, WIDTH - 72, height - 72);
  ctx.lineWidth = 0.7;
  ctx.strokeRect(44, 44, WIDTH - 88, height - 88);
}
