import { ellipse, type Point, ribbon } from "../geometry.ts";
import type { Random } from "../random.ts";

/**
 * One thing that the pen draws: a closed form with veins inside, or a line that swells and thins.
 */
export type Piece = {
  kind: "leaf" | "petal" | "stem" | "centre";
  outline: Point[];
  veins: Point[][];
};
export const LEAVES = ["lance", "oval", "pinnate", "round", "lobed", "grass"] as const;
export const BLOOMS = ["daisy", "poppy", "umbel", "bell", "berries", "spike"] as const;
/** Heads that only a prompt that names them gets. */
type NamedBloom = "cereus" | "thistle";
/** How a species is built; two prompts seldom share one. */
export type Species = {
  leaf: (typeof LEAVES)[number];
  bloom: (typeof BLOOMS)[number] | NamedBloom;
  pairs: number;
  droop: number;
};

/** Returns a curved line from a place along a heading; `bend` turns it as it grows. */
export function grow(
  from: Point,
  heading: number,
  long: number,
  bend: number,
  steps = 16,
): Point[] {
  const line: Point[] = [from];
  let [x, y] = from;
  for (let k = 0; k < steps; k++) {
    const turn = heading + bend * ((k + 1) / steps);
    x += (Math.cos(turn) * long) / steps;
    y += (Math.sin(turn) * long) / steps;
    line.push([x, y]);
  }
  return line;
}

/** Returns the width of a leaf along its length, 0..1, for each kind. */
function profile(kind: Species["leaf"], t: number): number {
  switch (kind) {
    case "lance":
      return 0.27 * Math.sin(Math.PI * t ** 0.72) ** 1.1;
    case "oval":
      return 0.52 * Math.sin(Math.PI * t ** 0.62);
    case "round":
      return 0.92 * Math.sqrt(Math.max(0, 1 - (2 * t - 1) ** 2));
    case "lobed":
      return 0.62 * Math.sin(Math.PI * t ** 0.6) * (0.66 + 0.34 * Math.abs(Math.cos(t * 11)));
    case "grass":
      return 0.075 * Math.sin(Math.PI * t ** 0.4);
    case "pinnate":
      return 0.3 * Math.sin(Math.PI * t ** 0.7);
  }
}

/** Returns the pieces of one leaf: a blade with midrib and veins, or a row of leaflets. */
export function leaf(
  kind: Species["leaf"],
  from: Point,
  heading: number,
  long: number,
  random: Random,
): Piece[] {
  const spine = grow(from, heading, long, random.range(-0.5, 0.5), 22);
  if (kind === "pinnate") {
    const pieces: Piece[] = [
      { kind: "stem", outline: ribbon(spine, (t) => 0.0028 * (1.2 - t)), veins: [] },
    ];
    for (let k = 3; k < spine.length; k += 1.5) {
      const at = spine[Math.floor(k)] ?? from;
      const next = spine[Math.floor(k) + 1] ?? at;
      const along = Math.atan2(next[1] - at[1], next[0] - at[0]) || heading;
      const reach = long * 0.3 * Math.sin(Math.PI * (k / spine.length) ** 0.6) + 0.008;
      for (const side of [-1, 1])
        pieces.push(...leaf("lance", at, along + side * 1.0, reach, random));
    }
    return pieces;
  }
  const outline = ribbon(spine, (t) => long * profile(kind, t) * 0.98);
  const veins: Point[][] = [spine];
  const count = long < 0.05 || kind === "grass" ? 0 : kind === "round" ? 5 : 8;
  for (let k = 1; k <= count; k++) {
    const t = k / (count + 1.4);
    const at = spine[Math.floor(t * 22)] ?? from;
    const next = spine[Math.floor(t * 22) + 1] ?? at;
    const along = Math.atan2(next[1] - at[1], next[0] - at[0]);
    const reach = ((long * profile(kind, Math.min(0.98, t + 0.1)) * 0.5) / Math.sin(0.75)) * 0.86;
    for (const side of [-1, 1]) veins.push(grow(at, along + side * 0.85, reach, side * -0.4, 6));
  }
  return [{ kind: "leaf", outline, veins }];
}

function petal(from: Point, heading: number, long: number, wide: number, random: Random): Piece {
  const spine = grow(from, heading, long, random.range(-0.18, 0.18), 16);
  const outline = ribbon(
    spine,
    (t) => wide * Math.sin(Math.PI * Math.min(1, t * 0.86 + 0.1)) ** 0.75,
  );
  const veins = [-0.3, -0.12, 0.08, 0.26].map((turn) =>
    grow(from, heading + turn * (wide / long), long * random.range(0.55, 0.8), 0, 6),
  );
  return { kind: "petal", outline, veins };
}

/** Where a head sits, which way it looks, how large it is. */
type Head = { at: Point; heading: number; size: number; random: Random };

const dot = (kind: Piece["kind"], at: Point, rx: number, ry = rx): Piece => ({
  kind,
  outline: ellipse(at[0], at[1], rx, ry),
  veins: [],
});

function stalk(pieces: Piece[], from: Point, turn: number, long: number, random: Random): Point {
  const line = grow(from, turn, long, random.range(-0.3, 0.3), 8);
  pieces.push({ kind: "stem", outline: ribbon(line, () => 0.0018), veins: [] });
  return line.at(-1) ?? from;
}

const HEADS: Record<Species["bloom"], (head: Head) => Piece[]> = {
  daisy: ({ at, size, random }) => {
    const count = random.int(11, 15);
    const ring = Array.from({ length: count * 2 }, (_, k) => {
      const turn = (k / count) * Math.PI + 0.3 * (k % 2);
      return petal(at, turn, size * (k < count ? 1 : 0.92), size * 0.33, random);
    });
    return [...ring, dot("centre", at, size * 0.27, size * 0.24)];
  },
  poppy: ({ at, heading, size, random }) => {
    // Four broad petals like a bowl: two behind, two before, and a dark heart with its stamens.
    const broad = [0.75, -0.75, 2.4, -2.4].map((lean) =>
      petal(at, heading + lean, size * 1.02, size * 1.5, random),
    );
    const stamens = Array.from({ length: 16 }, (_, k): Piece => {
      const turn = (k / 16) * Math.PI * 2;
      return dot(
        "stem",
        [at[0] + Math.cos(turn) * size * 0.28, at[1] + Math.sin(turn) * size * 0.26],
        size * 0.035,
      );
    });
    return [...broad, dot("centre", at, size * 0.24), dot("stem", at, size * 0.15), ...stamens];
  },
  cereus: ({ at, heading, size, random }) => {
    // Long pointed petals in three whorls, the outer ones narrow, and a brush of stamens.
    const whorls = (
      [
        [1.5, 0.2, 15],
        [1.22, 0.34, 12],
        [0.9, 0.34, 10],
      ] as const
    ).flatMap(([reach, wide, count], row) =>
      Array.from({ length: count }, (_, k): Piece => {
        const turn = heading + ((k + row * 0.5) / count) * Math.PI * 2;
        const spine = grow(at, turn, size * reach, random.range(-0.22, 0.22), 16);
        return {
          kind: "petal",
          outline: ribbon(
            spine,
            (t) => size * wide * Math.sin(Math.PI * (0.1 + 0.9 * t) ** 1.2) ** 0.8,
          ),
          veins: [spine.slice(3, 14)],
        };
      }),
    );
    const brush = Array.from({ length: 40 }, (_, k): Piece => {
      const turn = (k / 40) * Math.PI * 2;
      const far = size * (0.12 + ((k * 7) % 9) * 0.034);
      return dot(
        "centre",
        [at[0] + Math.cos(turn) * far, at[1] + Math.sin(turn) * far],
        size * 0.045,
      );
    });
    return [...whorls, ...brush];
  },
  thistle: ({ at, heading, size, random }) => {
    const tuft = Array.from({ length: 21 }, (_, k) =>
      petal(at, heading + (k / 20 - 0.5) * 1.9, size * 1.25, size * 0.13, random),
    );
    const [x, y] = [at[0] - Math.cos(heading) * size * 0.3, at[1] - Math.sin(heading) * size * 0.3];
    return [...tuft, { ...dot("leaf", [x, y], size * 0.52, size * 0.46), veins: [] }];
  },
  umbel: ({ at, heading, size, random }) => {
    const pieces: Piece[] = [];
    for (let k = 0; k < 13; k++) {
      const turn = heading + (k / 12 - 0.5) * 2.3;
      const [x, y] = stalk(pieces, at, turn, size * random.range(0.9, 1.25), random);
      for (let n = 0; n < 6; n++) {
        const place: Point = [x + random.gauss() * size * 0.1, y + random.gauss() * size * 0.08];
        pieces.push(dot("petal", place, size * 0.062));
      }
    }
    return pieces;
  },
  bell: ({ at, heading, size, random }) => {
    const pieces: Piece[] = [];
    for (let k = -2; k <= 2; k++) {
      const end = stalk(pieces, at, heading + k * 0.55, size * 0.62, random);
      for (const turn of [-0.42, 0.42, 0]) {
        pieces.push(petal(end, Math.PI / 2 + turn - k * 0.14, size * 0.6, size * 0.34, random));
      }
    }
    return pieces;
  },
  berries: ({ at, heading, size, random }) => {
    const pieces: Piece[] = [];
    for (let k = 0; k < 9; k++) {
      const turn = heading + random.range(-1.2, 1.2);
      const end = stalk(pieces, at, turn, size * random.range(0.3, 1.1), random);
      pieces.push(dot("petal", end, size * 0.17));
      pieces.push(dot("centre", [end[0], end[1] - size * 0.15], size * 0.03));
    }
    return pieces;
  },
  spike: ({ at, heading, size, random }) =>
    Array.from({ length: 27 }, (_, k) => {
      const t = 1 - k / 26;
      const far = size * 1.9 * t;
      const place: Point = [at[0] + Math.cos(heading) * far, at[1] + Math.sin(heading) * far];
      const reach = size * 0.4 * (1 - t * 0.72);
      const turn = heading + (k % 2 === 0 ? 1 : -1) * random.range(0.5, 1.1);
      return petal(place, turn, reach, reach * 0.62, random);
    }),
};

/** Returns the pieces of a flower head that sits at a place and faces along a heading. */
export function bloom(
  kind: Species["bloom"],
  at: Point,
  heading: number,
  size: number,
  random: Random,
): Piece[] {
  return HEADS[kind]({ at, heading, size, random });
}

/** Where a shoot starts, which way, how long it is, and how large its leaves are. */
type Growth = { from: Point; heading: number; long: number; size: number };

/**
 * Returns a whole shoot, back to front: stem, side leaves in pairs or alternating, the head at its
 * tip.
 */
export function shoot(species: Species, random: Random, growth: Growth): Piece[] {
  const { from, heading, long, size } = growth;
  const bend = random.range(-0.35, 0.35) + species.droop * Math.sign(Math.cos(heading) || 1);
  const spine = grow(from, heading, long, bend, 40);
  const pieces: Piece[] = [];
  const isSpiral = random.chance(0.5);
  for (let k = 0; k < species.pairs; k++) {
    const t = 0.16 + (k / species.pairs) * 0.68;
    const index = Math.floor(t * 40);
    const at = spine[index] ?? from;
    const next = spine[index + 1] ?? at;
    const along = Math.atan2(next[1] - at[1], next[0] - at[0]);
    const reach = size * (1.15 - t * 0.62) * random.range(0.88, 1.1);
    for (const side of [-1, 1]) {
      if (isSpiral && (k + (side === 1 ? 1 : 0)) % 2 === 0) continue;
      pieces.push(...leaf(species.leaf, at, along + side * random.range(0.6, 0.95), reach, random));
    }
  }
  pieces.push({
    kind: "stem",
    outline: ribbon(spine, (t) => 0.0105 * (1 - t * 0.72) * Math.min(1, long * 1.7)),
    veins: [],
  });
  const tip = spine.at(-1) ?? from;
  const last = spine.at(-3) ?? from;
  pieces.push(
    ...bloom(
      species.bloom,
      tip,
      Math.atan2(tip[1] - last[1], tip[0] - last[0]),
      size * 0.62,
      random,
    ),
  );
  return pieces;
}

/** Returns roots that fork and thin as they go down. */
export function roots(from: Point, random: Random): Piece[] {
  const pieces: Piece[] = [];
  const fork = (at: Point, heading: number, long: number, thick: number): void => {
    const line = grow(at, heading, long, random.range(-0.7, 0.7), 10).map(
      ([x, y]): Point => [x + random.gauss() * 0.0015, y],
    );
    pieces.push({ kind: "stem", outline: ribbon(line, (t) => thick * (1 - t * 0.8)), veins: [] });
    if (thick < 0.0014) return;
    for (const k of [4, 7, 10])
      fork(
        line[k] ?? at,
        heading + random.range(-0.9, 0.9),
        long * random.range(0.35, 0.6),
        thick * 0.5,
      );
  };
  for (let k = 0; k < 5; k++)
    fork(from, Math.PI / 2 + (k - 2) * 0.42, random.range(0.06, 0.1), 0.005);
  return pieces;
}
