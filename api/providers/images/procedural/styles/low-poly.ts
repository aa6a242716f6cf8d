import { css, lighten, mixColors, type Rgb } from "../color.ts";
import { addGrain, type Frame, type Point, tracePolygon, WIDTH } from "../frame.ts";
import { sampleScene } from "../sample.ts";
import { compose } from "../scene.ts";

const CELLS = 30;

/** The scene in facets: a jittered mesh, each triangle one colour, lit from the sun's side. */
export function paintLowPoly(frame: Frame): void {
  const { ctx, random, noise, height, palette } = frame;
  const composition = compose(frame);
  const colorAt = sampleScene(frame, composition, 320);
  const rows = Math.round((CELLS * height) / WIDTH);
  const cell = WIDTH / CELLS;
  const grid = Array.from({ length: rows + 3 }, (_, row) =>
    Array.from(
      { length: CELLS + 3 },
      (_, column): Point => ({
        x: (column - 1 + (row % 2) * 0.5 - 0.25 + random.between(-0.36, 0.36)) * cell,
        y: (row - 1 + random.between(-0.36, 0.36)) * cell,
      }),
    ),
  );
  const lightFrom = composition.sun.x > 500 ? 1 : -1;
  const facet = (a: Point, b: Point, c: Point) => {
    const middle = { x: (a.x + b.x + c.x) / 3, y: (a.y + b.y + c.y) / 3 };
    const tilt = ((b.x - a.x) * (c.y - a.y) - (c.x - a.x) * (b.y - a.y)) / (cell * cell);
    const lean =
      noise.at(middle.x / 60, middle.y / 60) * 0.5 + ((c.x - a.x) / cell) * 0.12 * lightFrom;
    const shade = Math.max(-0.3, Math.min(0.3, lean * 0.4 + (Math.abs(tilt) - 0.9) * 0.08));
    const color = colorAt(middle.x, middle.y);
    const lit: Rgb =
      shade > 0 ? lighten(color, shade * 0.6) : mixColors(color, palette.ink, -shade * 0.7);
    ctx.fillStyle = css(lit);
    ctx.strokeStyle = css(lit);
    ctx.lineWidth = 1.2;
    tracePolygon(ctx, [a, b, c]);
    ctx.fill();
    // Hides the hairline that antialiasing leaves between neighbours.
    ctx.stroke();
  };
  for (let row = 0; row < grid.length - 1; row++) {
    for (let column = 0; column < CELLS + 2; column++) {
      const a = grid[row]?.[column];
      const b = grid[row]?.[column + 1];
      const c = grid[row + 1]?.[column];
      const d = grid[row + 1]?.[column + 1];
      if (!a || !b || !c || !d) continue;
      if (row % 2 === 0) {
        facet(a, b, c);
        facet(b, d, c);
      } else {
        facet(a, d, c);
        facet(a, b, d);
      }
    }
  }
  addGrain(frame, 5);
}
