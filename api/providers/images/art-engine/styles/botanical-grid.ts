import { type Point, rect, ribbon } from "../geometry.ts";
import { type Colour, mix, ramp } from "../palette.ts";
import type { Random } from "../random.ts";
import { fill } from "../stage.ts";
import { partsOf } from "../subjects/index.ts";
import { grow, leaf, type Piece } from "./botanical-plant.ts";
import { drawPieces, type Press } from "./botanical-press.ts";

/** Pressed leaves in even rows, as in a drawer, their colour turning from column to column. */
export function paintLeafGrid(press: Press): void {
  const { stage } = press;
  const { w, h } = stage;
  const random = stage.random.fork("grid");
  const [columns, rows] = [6, 5];
  const turning: Colour[] = [
    { l: 0.62, c: 0.11, h: 130 },
    { l: 0.76, c: 0.13, h: 95 },
    { l: 0.7, c: 0.15, h: 65 },
    { l: 0.58, c: 0.16, h: 40 },
    { l: 0.45, c: 0.14, h: 20 },
  ];
  const kinds = ["maple", "lobed", "oval", "round", "lance", "maple"] as const;
  for (let k = 0; k < columns * rows; k++) {
    const [column, row] = [k % columns, Math.floor(k / columns)];
    const x = 0.09 + ((column + 0.5) / columns) * (w - 0.18);
    const y = 0.08 + ((row + 0.5) / rows) * (h - 0.16);
    const kind = kinds[(column + row * 2) % kinds.length] ?? "oval";
    const tint = { ...press, leaf: ramp(turning, (column + random.range(-0.3, 0.3)) / 5) };
    const turn = -Math.PI / 2 + random.range(-0.16, 0.16);
    const size = random.range(0.105, 0.125);
    const pieces =
      kind === "maple"
        ? maple([x, y], size)
        : leaf(kind, [x, y + size / 2], turn, size * (kind === "round" ? 0.86 : 1.05), random);
    drawPieces(tint, [stalk([x, y + size * 0.44], random.range(-0.2, 0.2)), ...pieces]);
  }
}

const stalk = (from: Point, bend: number): Piece => ({
  kind: "stem",
  outline: ribbon(grow(from, Math.PI / 2 + bend, 0.024, bend, 6), () => 0.0026),
  veins: [],
});

/** A maple leaf from the outline that other styles paint, with veins to its lobes. */
function maple([x, y]: Point, size: number): Piece[] {
  const at = ([px, py]: Point): Point => [x + (px / 100 - 0.5) * size, y + (py / 100 - 0.5) * size];
  const outline = (partsOf("leaf")[0]?.points ?? []).map(at);
  const foot = at([50, 66]);
  const lobes: Point[] = [
    [50, 8],
    [94, 44],
    [6, 44],
    [67, 18],
    [33, 18],
  ];
  return [{ kind: "leaf", outline, veins: lobes.map((lobe): Point[] => [foot, at(lobe)]) }];
}

/** Fern fronds in a half-drop repeat, young ones still rolled between them. */
export function paintFernRows(press: Press): void {
  const { stage } = press;
  const { w, h } = stage;
  const random = stage.random.fork("ferns");
  const greens: Colour[] = [
    mix(press.leaf, { l: 0.55, c: 0.09, h: 140 }, 0.6),
    mix(press.leaf, { l: 0.66, c: 0.09, h: 122 }, 0.6),
    mix(press.leaf, { l: 0.6, c: 0.06, h: 165 }, 0.6),
  ];
  const columns = 4;
  for (let column = 0; column < columns; column++) {
    const x = ((column + 0.5) / columns) * w;
    for (let row = -1; row < 4; row++) {
      const y = ((row + 0.94 + (column % 2) * 0.5) / 3) * h;
      const lean = (column + row) % 2 === 0 ? 0.24 : -0.24;
      const tint = { ...press, leaf: greens[(column + row + 3) % 3] ?? press.leaf };
      drawPieces(tint, leaf("pinnate", [x - lean * 0.1, y], -Math.PI / 2 + lean, 0.3, random));
      drawPieces(tint, [fiddlehead([x + lean * 0.42, y], 0.13, lean > 0 ? -1 : 1)]);
    }
  }
}

function fiddlehead(from: Point, long: number, sense: number): Piece {
  const line = grow(from, -Math.PI / 2, long * 0.7, sense * 0.3, 10);
  let [x, y] = line.at(-1) ?? from;
  let turn = -Math.PI / 2 + sense * 0.3;
  for (let k = 0; k < 26; k++) {
    turn += sense * (0.22 + k * 0.014);
    x += Math.cos(turn) * long * 0.05;
    y += Math.sin(turn) * long * 0.05;
    line.push([x, y]);
  }
  return { kind: "stem", outline: ribbon(line, (t) => 0.009 * (1.1 - t * 0.8)), veins: [] };
}

/** Nine specimens, pressed flat in three rows, each on its strip of linen. */
export function paintSpecimens(press: Press): void {
  const { stage, ctx } = press;
  const { w, h } = stage;
  const random = stage.random.fork("specimens");
  const weeds: Colour[] = [
    { l: 0.5, c: 0.15, h: 20 },
    { l: 0.6, c: 0.1, h: 75 },
    { l: 0.55, c: 0.1, h: 140 },
    { l: 0.45, c: 0.12, h: 350 },
  ];
  for (let k = 0; k < 9; k++) {
    const x = 0.06 + (((k % 3) + 0.5) / 3) * (w - 0.12);
    const foot = 0.05 + ((Math.floor(k / 3) + 0.92) / 3) * (h - 0.1);
    const tint = { ...press, leaf: weeds[(k * 3 + Math.floor(k / 3)) % 4] ?? press.leaf };
    // Dulse, kelp and sea lettuce in turn, each row from another of the three.
    const kind = (k + Math.floor(k / 3)) % 3;
    if (kind === 0) drawPieces(tint, branches([x, foot], -Math.PI / 2, 0.125, 4, k * 7 + 1));
    else if (kind === 1) drawPieces(tint, ribbons([x, foot], k));
    else drawPieces(tint, lettuce([x, foot], random));
    fill(ctx, rect(x - 0.04, foot - 0.018, 0.08, 0.014), { l: 0.9, c: 0.02, h: 85 }, 0.92);
  }
}

/** Sea lettuce: broad thin sheets, ruffled all along their edge. */
function lettuce([x, y]: Point, random: Random): Piece[] {
  return [-0.62, 0.6, -0.2, 0.24].map((lean, k): Piece => {
    const long = 0.15 + (k % 2) * 0.03;
    const [a, b] = [random.range(0, 6), random.range(0, 6)];
    const edge = Array.from({ length: 180 }, (_, i): Point => {
      const turn = (i / 180) * Math.PI * 2;
      const ruffle = 1 + 0.07 * Math.sin(turn * 9 + a) + 0.03 * Math.sin(turn * 17 + b);
      // An egg that narrows to its foot, tilted.
      const along = (1 - Math.cos(turn)) * 0.5 * long * ruffle;
      const across = Math.sin(turn) * long * 0.3 * ruffle * (0.35 + along / long);
      const [c, s] = [Math.cos(lean), Math.sin(lean)];
      return [x + across * c + along * s, y - along * c + across * s];
    });
    const veins = [-0.3, 0, 0.3].map((turn) =>
      grow([x, y], -Math.PI / 2 + lean + turn * 0.6, long * 0.7, turn * 0.6, 8),
    );
    return { kind: "leaf", outline: edge, veins };
  });
}

/** Long wavy blades of kelp. */
function ribbons(from: Point, salt: number): Piece[] {
  return [-0.34, -0.12, 0.1, 0.32].map((lean, k): Piece => {
    const line = Array.from({ length: 26 }, (_, i): Point => {
      const t = i / 25;
      return [
        from[0] + lean * 0.3 * t + Math.sin(t * 8 + k * 2 + salt) * 0.008,
        from[1] - t * (0.2 + (k % 2) * 0.045),
      ];
    });
    const wave = (t: number): number =>
      0.004 + 0.024 * Math.sin(Math.PI * t) * (0.85 + 0.15 * Math.cos(t * 44));
    return { kind: "leaf", outline: ribbon(line, wave), veins: [line] };
  });
}

/** A feathery weed: every branch forks until it is a thread. */
function branches(
  from: Point,
  heading: number,
  long: number,
  depth: number,
  salt: number,
): Piece[] {
  const line = grow(from, heading, long, ((salt * 37) % 11) / 22 - 0.25, 8);
  const piece: Piece = {
    kind: "leaf",
    outline: ribbon(line, (t) => (0.003 + depth * 0.0022) * (1.15 - t * 0.6)),
    veins: [],
  };
  if (depth === 0) return [piece];
  const forks = [3, 5, 8].flatMap((step, k) =>
    branches(
      line[step] ?? from,
      heading + (k % 2 === 0 ? -1 : 1) * (0.5 + ((salt + k * 5) % 4) * 0.09),
      long * (0.66 - k * 0.03),
      depth - 1,
      salt * 3 + k + 1,
    ),
  );
  return [piece, ...forks];
}
