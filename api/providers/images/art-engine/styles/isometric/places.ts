import { type Colour, mix, shift } from "../../palette.ts";
import { type Model, put } from "./bricks.ts";

const AWNINGS = [27, 200, 85, 330, 150, 50];
export function stall(m: Model): void {
  const { palette } = m.stage;
  const wood = { l: 0.45, c: 0.05, h: 55 };
  for (const [k, j] of [4.6, 7.4, 10.2].entries()) {
    put(m, [3.6, j - 0.3, 0], [1.6, 2.6, 4.6 + (k % 2)], mix(palette.far, palette.paper, 0.3), {
      windows: m.lit,
    });
  }
  const rows = [
    [5.6, 0],
    [9.4, 3],
  ] as const;
  for (const [i, turn] of rows) {
    for (let k = 0; k < 3; k++) {
      const j = 4.4 + k * 2.8;
      const cloth: Colour = { l: 0.62, c: 0.17, h: AWNINGS[k + turn] ?? 27 };
      put(m, [i + 0.2, j + 0.2, 0], [1.7, 1.9, 0.9], wood);
      for (const [x, y] of [
        [0.3, 0.4],
        [0.9, 1.1],
        [1.3, 0.5],
        [0.4, 1.4],
      ] as const)
        put(m, [i + x, j + y, 0.9], [0.42, 0.42, 0.34], {
          l: 0.75,
          c: 0.15,
          h: AWNINGS[((k + turn + x * 10) % 6) | 0] ?? 85,
        });
      for (const [x, y] of [
        [0.1, 0.1],
        [1.9, 0.1],
        [0.1, 2.1],
        [1.9, 2.1],
      ] as const)
        put(m, [i + x, j + y, 0], [0.12, 0.12, 2.1], wood);
      for (let strip = 0; strip < 5; strip++) {
        const tint = strip % 2 === 0 ? cloth : { l: 0.95, c: 0.02, h: 80 };
        put(m, [i, j + strip * 0.48, 2.1], [2.3, 0.48, 0.28], tint);
      }
      put(m, [i + 2.3, j + 0.9, 1.75], [0.42, 0.42, 0.5], m.lit);
    }
  }
  for (let k = 0; k < 7; k++) {
    put(
      m,
      [8.5, 4.2 + k * 1.35, 3 - Math.abs(k - 3) * 0.12],
      [0.4, 0.4, 0.5],
      k % 2 === 0 ? m.lit : m.tone("accent"),
    );
  }
}

export function train(m: Model): void {
  const iron = { l: 0.3, c: 0.02, h: 260 };
  const snow = m.stage.reading.weather === "snow";
  const roof = snow ? { l: 0.97, c: 0.01, h: 230 } : m.tone("accent");
  const wood = { l: 0.48, c: 0.06, h: 50 };
  // The station behind its platform.
  put(m, [3, 4.6, 0], [9.6, 1.6, 0.5], { l: 0.72, c: 0.02, h: 70 });
  put(m, [4.4, 2.8, 0], [4.8, 1.8, 2.5], wood, { windows: m.lit });
  put(m, [4, 2.5, 2.5], [5.6, 2.4, 1.6], roof, { ridge: "i", gable: wood });
  put(m, [10.6, 5.2, 0.5], [0.14, 0.14, 2], iron);
  put(m, [10.45, 5.05, 2.5], [0.46, 0.46, 0.5], m.lit);
  for (let k = 0; k < 14; k++) put(m, [1 + k * 0.9, 6.5, 0], [0.4, 2.5, 0.1], wood);
  for (const j of [7, 8.5]) put(m, [0.2, j, 0.1], [13.4, 0.14, 0.12], iron);
  for (const [from, long] of [
    [0.9, 4.2],
    [5.4, 4],
  ] as const) {
    put(m, [from, 6.9, 0.25], [long, 1.8, 0.4], iron);
    put(m, [from, 6.8, 0.65], [long, 2, 0.9], m.tone("accent"));
    put(m, [from, 6.8, 1.55], [long, 2, 0.75], mix(m.tone("accent"), m.stage.palette.paper, 0.75));
    for (let k = 0; k < 4; k++)
      put(m, [from + 0.3 + (k * long) / 4, 8.8, 1.6], [0.6, 0.05, 0.6], m.lit);
    put(m, [from - 0.08, 6.7, 2.3], [long + 0.16, 2.2, 0.28], roof);
  }
  put(m, [9.6, 6.9, 0.25], [3.9, 1.8, 0.4], iron);
  put(m, [9.6, 6.8, 0.65], [1.3, 2, 2], m.tone("accent"));
  put(m, [9.8, 8.8, 1.7], [0.8, 0.05, 0.7], m.lit);
  put(m, [9.5, 6.7, 2.65], [1.5, 2.2, 0.25], iron);
  put(m, [10.9, 7.1, 0.65], [2.5, 1.4, 1.4], shift(m.tone("accent"), -0.03));
  put(m, [11.5, 7.1, 0.65], [0.16, 1.42, 1.44], m.tone("second"));
  put(m, [12.5, 7.55, 2.05], [0.55, 0.5, 0.9], iron);
  put(m, [13.4, 7.3, 1.1], [0.08, 0.8, 0.6], m.lit);
  for (const [k, r] of [0.5, 0.7, 0.95].entries())
    put(m, [12.3 - k * 1.2, 7.4 - k * 0.1, 3.3 + k * 0.8], [r, r, r], {
      l: 0.96,
      c: 0.005,
      h: 240,
    });
  for (const i of [1.4, 3.9, 5.9, 8.2, 10, 11.2, 12.4])
    put(m, [i, 8.72, 0.1], [0.7, 0.08, 0.6], shift(iron, -0.06));
}

export function outpost(m: Model): void {
  const hull = { l: 0.93, c: 0.01, h: 80 };
  const orange = { l: 0.68, c: 0.18, h: 50 };
  const panel = { l: 0.42, c: 0.12, h: 262 };
  const domed = (i: number, j: number, side: number): void => {
    for (let k = 0; k < 8; k++) {
      const r = side * Math.sqrt(1 - (k / 8) ** 2);
      put(
        m,
        [i - r / 2, j - r / 2, (k * side) / 17],
        [r, r, side / 17 + 0.02],
        k === 2 ? orange : shift(hull, k * 0.006 - 0.03),
      );
    }
  };
  for (let k = 0; k < 3; k++) {
    put(m, [3.2 + k * 2.1, 3.6, 0], [0.14, 0.14, 1.1], hull);
    put(m, [2.5 + k * 2.1, 3.2, 1.1], [1.7, 1.2, 0.12], panel);
  }
  domed(6.2, 7.4, 3.6);
  put(m, [7.9, 6.9, 0], [1.6, 1, 0.9], hull);
  domed(10.6, 7.4, 3);
  put(m, [5.8, 9.1, 0], [0.9, 1.5, 0.9], hull);
  put(m, [4.7, 10.4, 0], [3.6, 2, 1.3], hull);
  put(m, [4.7, 10.4, 0.5], [3.62, 2.02, 0.22], orange);
  for (let k = 0; k < 3; k++) put(m, [5.1 + k * 1.1, 12.4, 0.78], [0.6, 0.05, 0.36], m.lit);
  put(m, [6, 9.2, 0.4], [0.5, 0.05, 0.5], m.lit);
  put(m, [12.05, 7, 0.4], [0.05, 0.7, 0.5], m.lit);
  put(m, [10.5, 7.3, 1.4], [0.12, 0.12, 2], hull);
  put(m, [10.3, 7.1, 3.4], [0.5, 0.5, 0.3], orange);
  // The rover.
  for (const [x, y] of [
    [0, 0],
    [1.5, 0],
    [0, 1.1],
    [1.5, 1.1],
  ] as const)
    put(m, [9.8 + x, 10.6 + y, 0], [0.5, 0.3, 0.5], { l: 0.3, c: 0.01, h: 260 });
  put(m, [9.9, 10.7, 0.4], [2, 1.1, 0.5], orange);
  put(m, [10.9, 10.8, 0.9], [0.8, 0.9, 0.5], panel);
}
