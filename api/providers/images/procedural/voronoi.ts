import type { Point } from "./frame.ts";

/** The part of the box that is nearer to `point` than to any other: cut by one line a neighbour. */
export function clipCell(
  point: Point,
  index: number,
  points: readonly Point[],
  box: { width: number; height: number },
): Point[] {
  let cell: Point[] = [
    { x: 0, y: 0 },
    { x: box.width, y: 0 },
    { x: box.width, y: box.height },
    { x: 0, y: box.height },
  ];
  points.forEach((other, otherIndex) => {
    if (otherIndex === index) return;
    const middle = { x: (point.x + other.x) / 2, y: (point.y + other.y) / 2 };
    const normal = { x: other.x - point.x, y: other.y - point.y };
    cell = cutHalf(cell, middle, normal);
  });
  return cell;
}

function cutHalf(cell: Point[], middle: Point, normal: Point): Point[] {
  const side = (p: Point) => (p.x - middle.x) * normal.x + (p.y - middle.y) * normal.y;
  const kept: Point[] = [];
  cell.forEach((from, index) => {
    const to = cell[(index + 1) % cell.length] ?? from;
    const a = side(from);
    const b = side(to);
    if (a <= 0) kept.push(from);
    if (a < 0 !== b < 0 && a !== b) {
      const share = a / (a - b);
      kept.push({ x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share });
    }
  });
  return kept;
}
