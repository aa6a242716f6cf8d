import { css, oklch, type Rgb } from "../color.ts";
import { addGrain, type Frame, tracePolygon, WIDTH } from "../frame.ts";
import { fillSubject } from "../subjects.ts";

const CELLS = 5;

/** Circles, quarters, bars and steps on a grid; three strong colours, black and paper. */
export function paintBauhaus(frame: Frame): void {
  const { ctx, random, height, reading } = frame;
  const colors = swatches(frame);
  const cell = WIDTH / CELLS;
  const rows = Math.round(height / cell);
  ctx.fillStyle = css(colors.paper);
  ctx.fillRect(0, 0, WIDTH, height);
  const heroColumn = random.whole(0, CELLS - 3);
  const heroRow = random.whole(1, Math.max(1, rows - 3));
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < CELLS; column++) {
      const inHero =
        column >= heroColumn && column < heroColumn + 3 && row >= heroRow && row < heroRow + 3;
      if (!inHero) tile(frame, colors, column * cell, row * cell, cell);
    }
  }
  hero(frame, colors, heroColumn * cell, heroRow * cell, cell * 3);
  if (reading.density < 0.45) {
    addGrain(frame, 11);
    return;
  }
  diagonal(frame, colors);
  addGrain(frame, 11);
}

type Swatches = { paper: Rgb; ink: Rgb; strong: [Rgb, Rgb, Rgb, Rgb] };

function swatches(frame: Frame): Swatches {
  const { reading, random, palette } = frame;
  const turn = reading.hue === null ? random.pick([0, 0, 20, -25]) : reading.hue - 29;
  const chroma = 0.12 + reading.vividness * 0.09;
  const paper = reading.time === "night" ? oklch(0.26, 0.03, 270) : oklch(0.94, 0.025, 88);
  return {
    paper,
    ink: reading.time === "night" ? oklch(0.93, 0.03, 90) : oklch(0.22, 0.02, 270),
    strong: [
      oklch(0.6, chroma, 29 + turn),
      oklch(0.82, chroma * 0.8, 85 + turn * 0.4),
      oklch(0.46, chroma * 0.8, 255 + turn * 0.3),
      palette.accent,
    ],
  };
}

function tile(frame: Frame, colors: Swatches, x: number, y: number, size: number): void {
  const { ctx, random } = frame;
  const [first, second, third, fourth] = colors.strong;
  const ground = random.pick([colors.paper, colors.paper, first, second, third, colors.ink]);
  const front = random.pick(
    [first, second, third, fourth, colors.ink, colors.paper].filter((one) => one !== ground) as [
      Rgb,
      ...Rgb[],
    ],
  );
  ctx.fillStyle = css(ground);
  ctx.fillRect(x, y, size + 0.5, size + 0.5);
  ctx.fillStyle = css(front);
  ctx.strokeStyle = css(front);
  const turn = random.whole(0, 3);
  ctx.save();
  ctx.translate(x + size / 2, y + size / 2);
  ctx.rotate((turn * Math.PI) / 2);
  ctx.translate(-size / 2, -size / 2);
  shapes[random.whole(0, shapes.length - 1)]?.(frame, size, css(ground));
  ctx.restore();
}

/** Each draws itself in a square of `size`, in the colour that is set. */
const shapes: ((frame: Frame, size: number, ground: string) => void)[] = [
  ({ ctx }, size) => {
    ctx.beginPath();
    ctx.arc(size / 2, size / 2, size * 0.4, 0, Math.PI * 2);
    ctx.fill();
  },
  ({ ctx }, size) => {
    ctx.beginPath();
    ctx.moveTo(0, 0);
    ctx.arc(0, 0, size, 0, Math.PI / 2);
    ctx.fill();
  },
  ({ ctx }, size, ground) => {
    for (let ring = 4; ring > 0; ring--) {
      ctx.beginPath();
      ctx.moveTo(0, size);
      ctx.arc(0, size, (size * ring) / 4, -Math.PI / 2, 0);
      if (ring % 2 === 0) ctx.fill();
      else {
        ctx.save();
        ctx.fillStyle = ground;
        ctx.fill();
        ctx.restore();
      }
    }
  },
  ({ ctx }, size) => {
    for (let bar = 0; bar < 5; bar++) ctx.fillRect(0, (bar * size) / 5, size, size / 11);
  },
  ({ ctx }, size) => {
    tracePolygon(ctx, [
      { x: 0, y: size },
      { x: size, y: size },
      { x: 0, y: 0 },
    ]);
    ctx.fill();
  },
  ({ ctx }, size) => {
    ctx.beginPath();
    ctx.arc(size / 2, 0, size / 2, 0, Math.PI);
    ctx.fill();
    ctx.beginPath();
    ctx.arc(size / 2, size / 2, size / 2, 0, Math.PI);
    ctx.fill();
  },
  ({ ctx }, size) => {
    for (let column = 0; column < 4; column++) {
      for (let row = 0; row < 4; row++) {
        ctx.beginPath();
        ctx.arc(
          size * (0.125 + column * 0.25),
          size * (0.125 + row * 0.25),
          size * 0.055,
          0,
          Math.PI * 2,
        );
        ctx.fill();
      }
    }
  },
  ({ ctx }, size) => {
    ctx.lineWidth = size * 0.16;
    ctx.beginPath();
    ctx.arc(size / 2, size / 2, size * 0.32, 0, Math.PI * 2);
    ctx.stroke();
  },
];

/** The big field: what the prompt names, as a poster would show it. */
function hero(frame: Frame, colors: Swatches, x: number, y: number, size: number): void {
  const { ctx, random, reading } = frame;
  const [first, second, third, fourth] = colors.strong;
  const ground = random.pick([first, second, third]);
  const disc = random.pick(
    [colors.paper, fourth, second].filter((one) => one !== ground) as [Rgb, ...Rgb[]],
  );
  ctx.fillStyle = css(ground);
  ctx.fillRect(x, y, size, size);
  ctx.fillStyle = css(disc);
  ctx.beginPath();
  ctx.arc(x + size / 2, y + size / 2, size * 0.4, 0, Math.PI * 2);
  ctx.fill();
  const [name] = reading.subjects;
  ctx.fillStyle = css(colors.ink);
  if (name) {
    fillSubject(ctx, name, {
      x: x + size / 2,
      y: y + size * 0.84,
      size: size * 0.66,
      mirror: random.chance(0.5),
    });
    return;
  }
  ctx.beginPath();
  ctx.arc(x + size / 2, y + size / 2, size * 0.4, Math.PI * 0.25, Math.PI * 1.25);
  ctx.fill();
  ctx.fillStyle = css(ground === second ? first : second);
  ctx.beginPath();
  ctx.arc(x + size / 2, y + size / 2, size * 0.16, 0, Math.PI * 2);
  ctx.fill();
}

function diagonal(frame: Frame, colors: Swatches): void {
  const { ctx, random, height } = frame;
  ctx.save();
  ctx.translate(random.between(200, 800), height / 2);
  ctx.rotate(random.pick([-0.785, 0.785]));
  ctx.fillStyle = css(colors.ink);
  ctx.fillRect(-900, -7, 1800, 14);
  ctx.restore();
}
