export type Point = readonly [x: number, y: number];

function cubic(a: Point, b: Point, c: Point, d: Point, t: number): Point {
  const s = 1 - t;
  const [wa, wb, wc, wd] = [s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t];
  return [
    a[0] * wa + b[0] * wb + c[0] * wc + d[0] * wd,
    a[1] * wa + b[1] * wb + c[1] * wc + d[1] * wd,
  ];
}

/** Returns the points of a path of absolute M, L, C, Z commands (one closed outline). */
export function flatten(path: string): Point[] {
  const points: Point[] = [];
  for (const [, command, body] of path.matchAll(/([MLCZ])([^MLCZ]*)/g)) {
    const numbers = (body ?? "")
      .split(/[\s,]+/)
      .filter(Boolean)
      .map(Number);
    const at = (i: number): Point => [numbers[i] ?? 0, numbers[i + 1] ?? 0];
    const step = command === "C" ? 6 : 2;
    for (let i = 0; i + step <= numbers.length; i += step) {
      const from = points.at(-1);
      if (command !== "C" || !from) points.push(at(i));
      else
        for (let k = 1; k <= 10; k++) {
          points.push(cubic(from, at(i), at(i + 2), at(i + 4), k / 10));
        }
    }
  }
  return points;
}

/** Returns the points of an ellipse, turned by `turn` radians. */
export function ellipse(cx: number, cy: number, rx: number, ry = rx, turn = 0): Point[] {
  return Array.from({ length: 40 }, (_, i): Point => {
    const angle = (i / 40) * Math.PI * 2;
    const [x, y] = [Math.cos(angle) * rx, Math.sin(angle) * ry];
    return [
      cx + x * Math.cos(turn) - y * Math.sin(turn),
      cy + x * Math.sin(turn) + y * Math.cos(turn),
    ];
  });
}

/** Returns the corners of an upright rectangle. */
export function rect(x: number, y: number, width: number, height: number): Point[] {
  return [
    [x, y],
    [x + width, y],
    [x + width, y + height],
    [x, y + height],
  ];
}

/**
 * Returns the outline of a band along a spine; `width` maps the place along it (0..1) to the full
 * width.
 */
export function ribbon(spine: readonly Point[], width: (along: number) => number): Point[] {
  const left: Point[] = [];
  const right: Point[] = [];
  spine.forEach((point, i) => {
    const before = spine[i - 1] ?? point;
    const after = spine[i + 1] ?? point;
    const [dx, dy] = [after[0] - before[0], after[1] - before[1]];
    const reach = width(i / Math.max(1, spine.length - 1)) / 2 / (Math.hypot(dx, dy) || 1);
    left.push([point[0] - dy * reach, point[1] + dx * reach]);
    right.push([point[0] + dy * reach, point[1] - dx * reach]);
  });
  return [...left, ...right.reverse()];
}

/** Returns points mirrored left to right in the 100-wide subject box. */
export function mirror(points: readonly Point[]): Point[] {
  return points.map(([x, y]): Point => [100 - x, y]).reverse();
}

/** Returns the smallest upright box around the points as left, top, right, bottom. */
export function bounds(points: readonly Point[]): [number, number, number, number] {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x, y] of points) {
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  }
  return [left, top, right, bottom];
}

type Triangle = { a: number; b: number; c: number; x: number; y: number; r2: number };

function circumscribe(points: readonly Point[], a: number, b: number, c: number): Triangle {
  const [ax, ay] = points[a] ?? [0, 0];
  const [bx, by] = points[b] ?? [0, 0];
  const [cx, cy] = points[c] ?? [0, 0];
  const d = 2 * (ax * (by - cy) + bx * (cy - ay) + cx * (ay - by)) || 1e-12;
  const [a2, b2, c2] = [ax * ax + ay * ay, bx * bx + by * by, cx * cx + cy * cy];
  const x = (a2 * (by - cy) + b2 * (cy - ay) + c2 * (ay - by)) / d;
  const y = (a2 * (cx - bx) + b2 * (ax - cx) + c2 * (bx - ax)) / d;
  return { a, b, c, x, y, r2: (ax - x) ** 2 + (ay - y) ** 2 };
}

/**
 * Returns the Delaunay triangulation of the points as index triples (Bowyer-Watson). Points are
 * processed from left to right, so that finished triangles are not searched again and a few
 * thousand points stay fast.
 */
export function delaunay(input: readonly Point[]): [number, number, number][] {
  const points = [...input, [-50, -50], [50, -50], [0, 90]] as Point[];
  const count = input.length;
  const order = [...input.keys()].sort((i, j) => (input[i]?.[0] ?? 0) - (input[j]?.[0] ?? 0));
  let open = [circumscribe(points, count, count + 1, count + 2)];
  const done: Triangle[] = [];
  for (const index of order) {
    const [x, y] = points[index] ?? [0, 0];
    const edges = new Map<string, [number, number]>();
    const kept: Triangle[] = [];
    for (const t of open) {
      const dx = x - t.x;
      if (dx > 0 && dx * dx > t.r2) done.push(t);
      else if (dx * dx + (y - t.y) ** 2 > t.r2) kept.push(t);
      else
        for (const [p, q] of [
          [t.a, t.b],
          [t.b, t.c],
          [t.c, t.a],
        ] as const) {
          // An edge met from both sides lies inside the hole and is dropped.
          if (!edges.delete(`${q},${p}`) && !edges.delete(`${p},${q}`)) {
            edges.set(`${p},${q}`, [p, q]);
          }
        }
    }
    for (const [p, q] of edges.values()) kept.push(circumscribe(points, p, q, index));
    open = kept;
  }
  return [...done, ...open]
    .filter((t) => t.a < count && t.b < count && t.c < count)
    .map((t) => [t.a, t.b, t.c]);
}
