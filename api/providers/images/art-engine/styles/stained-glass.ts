import { bounds } from "../geometry.ts";
import { fbm } from "../noise.ts";
import { mix, type Rgb, rgb, shift } from "../palette.ts";
import { hashText } from "../random.ts";
import { composeScene, type Orb, type Scene, type Shape } from "../scene.ts";
import { colourOf, mapScene, type SceneMap } from "../scene-map.ts";
import { createSheet, createWeave, finish, type Picture, type Stage } from "../stage.ts";

const BORDER = 0.05;
const ONE_PANE = 5;
const LEAD: Rgb = [22, 20, 24];

type Glass = { width: number; height: number; labels: Int32Array; strong: Uint8Array };

/** A window: every region of the scene is broken into panes, leaded, and lit from behind. */
export function paintStainedGlass(stage: Stage): Picture {
  const side = Math.min(1024, stage.unit);
  const scene = composeScene(stage);
  // Glass cannot be cut as fine as fir trees or cloud wisps, nor a town before another town.
  const isTown = ["spires", "skyline"].includes(stage.reading.subjects[0] ?? "");
  scene.shapes = scene.shapes
    .filter(
      (shape) =>
        shape.kind !== "trees" &&
        !(isTown && shape.kind === "city") &&
        (shape.kind !== "cloud" || stage.reading.setting === "deep"),
    )
    .filter((shape) => !isTiny(shape));
  if (stage.reading.subjects[0] === "roseWindow") setInTracery(stage, scene);
  // Between the motifs of a pattern lies glass of the second colour, or they would melt into it.
  if (stage.reading.form === "pattern") scene.sky = patternGround(stage);
  const map = mapScene(stage, side, scene);
  const glass = cutPanes(stage, map);
  const distance = leadDistance(glass);
  const sheet = createSheet(stage, side / stage.unit);
  const image = sheet.ctx.createImageData(map.width, map.height);
  shine(stage, map, glass, distance, image.data);
  sheet.ctx.putImageData(image, 0, 0);
  const out = createSheet(stage);
  out.ctx.drawImage(sheet.canvas, 0, 0, stage.w, stage.h);
  return finish(stage, out.canvas, { tooth: 0, grain: 0.025, vignette: 0.28 });
}

/** A round window is cut from dark stone glass, in rings about its own middle; no land lies behind it. */
function setInTracery({ w, h, palette }: Stage, scene: Scene): void {
  scene.shapes = scene.shapes.filter(({ kind }) => kind === "subject");
  scene.orb = { x: w / 2, y: h / 2, r: 0.13 };
  const stone = mix(palette.ink, palette.water, 0.45);
  scene.sky = [stone, stone, stone];
}

function patternGround({ palette }: Stage): Scene["sky"] {
  const ground = mix(palette.skyLow, palette.water, 0.62);
  return [ground, ground, ground];
}

const isTiny = ({ kind, points }: Shape): boolean => {
  const [left, top, right, low] = bounds(points);
  return kind === "subject" && Math.min(right - left, low - top) < 0.014;
};

/** Small parts are one pane; large ones are broken as glass must be. */
function paneSize({ kind, points }: Shape): number {
  if (kind === "orb") return ONE_PANE;
  if (kind !== "subject") return kind === "city" ? 0.16 : 0.12;
  const [left, top, right, low] = bounds(points);
  return Math.min(right - left, low - top) < 0.11 ? ONE_PANE : 0.1;
}

/** How the regions of a scene are cut; region 0 is the sky. */
type Cut = {
  stage: Stage;
  orb: Orb;
  /** The size of a region's panes, and how much broader than tall they are. */
  sizes: readonly number[];
  stretch: readonly number[];
  jitter(ix: number, iy: number, k: number): number;
};

/** Numbers the pane of each pixel; `strong` is another number beyond each outline of the drawing. */
function cutPanes(stage: Stage, { width, height, regions, scene }: SceneMap): Glass {
  const labels = new Int32Array(width * height);
  const strong = new Uint8Array(width * height);
  const kx = stage.w / width;
  const cut: Cut = {
    stage,
    orb: scene.orb,
    sizes: [0.105, ...scene.shapes.map(paneSize)],
    stretch: [0.8, ...scene.shapes.map(paneStretch)],
    jitter: createJitter(hashText(`panes${stage.random.fork("panes").next()}`)),
  };
  const isSkyRound = stage.reading.setting !== "deep";
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = y * width + x;
      const [u, v] = [x * kx, y * kx];
      const region = regions[at] ?? 0;
      if (Math.min(u, v, stage.w - u, stage.h - v) < BORDER) {
        labels[at] = borderPane(stage, u, v);
        strong[at] = 1;
      } else if (region === 0 && isSkyRound) {
        labels[at] = skyPane(cut, u, v);
      } else {
        labels[at] = region * 65536 * 4 + 100000 + regionPane(cut, region, u, v);
        strong[at] = region > 0 ? region + 1 : 0;
      }
    }
  }
  return { width, height, labels, strong };
}

const paneStretch = ({ kind }: Shape): number =>
  kind === "water" ? 2.2 : kind === "land" ? 1.3 : 1;

/** A number in 0..1 for each place of a grid. */
function createJitter(salt: number): Cut["jitter"] {
  return (ix, iy, k) => {
    let m = Math.imul(ix, 374761393) + Math.imul(iy, 668265263) + Math.imul(k, 97) + salt;
    m = Math.imul(m ^ (m >>> 13), 1274126177);
    return ((m ^ (m >>> 16)) >>> 0) / 4294967296;
  };
}

/** Negative, by the place along the side: all four sides share one rhythm of colours. */
function borderPane({ w, h }: Stage, u: number, v: number): number {
  const [fromSide, fromEnd] = [Math.min(u, w - u), Math.min(v, h - v)];
  if (Math.max(fromSide, fromEnd) < BORDER) {
    return -(400 + (u < w / 2 ? 0 : 1) + (v < h / 2 ? 0 : 2));
  }
  const isSide = fromSide < fromEnd;
  const run = Math.round((isSide ? v : u) / (BORDER * 1.8));
  const side = isSide ? (u < w / 2 ? 0 : 1) : v < h / 2 ? 2 : 3;
  return -(1 + run * 4 + side);
}

/** The sky is cut as rings and rays around the light, as glaziers do. */
function skyPane({ stage, orb, jitter }: Cut, u: number, v: number): number {
  const [dx, dy] = [u - orb.x, v - orb.y];
  const ring = Math.floor(Math.hypot(dx, dy) / (orb.r * 0.95) + 0.25 * jitter(1, 1, 5));
  const rays = 7 + ring * 3;
  const angle = Math.atan2(dy, dx) / (Math.PI * 2) + 0.5 + jitter(ring, 3, 9);
  const bend = stage.noise(u * 3, v * 3) * 0.012;
  return ring * 1000 + Math.floor((angle + bend) * rays);
}

/** The nearest of a grid's shaken points; 0 for a region that is one pane. */
function regionPane({ sizes, stretch, jitter }: Cut, region: number, u: number, v: number): number {
  const size = sizes[region] ?? 0.1;
  if (size >= ONE_PANE) return 0;
  const [gx, gy] = [u / size / (stretch[region] ?? 1), v / size];
  let best = 9;
  let label = 0;
  for (let iy = Math.floor(gy) - 1; iy <= Math.floor(gy) + 1; iy++) {
    for (let ix = Math.floor(gx) - 1; ix <= Math.floor(gx) + 1; ix++) {
      const ex = ix + jitter(ix, iy, region) - gx;
      const ey = iy + jitter(ix, iy, region + 50) - gy;
      const far = ex * ex + ey * ey;
      if (far < best) {
        best = far;
        label = (ix & 255) * 256 + (iy & 255);
      }
    }
  }
  return label;
}

/** Two sweeps of a chamfer give each pixel its distance to the nearest lead, in pixels. */
function leadDistance({ width, height, labels, strong }: Glass): Float32Array {
  const far = new Float32Array(width * height).fill(1e6);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = y * width + x;
      for (const other of [x + 1 < width ? at + 1 : at, y + 1 < height ? at + width : at]) {
        if (labels[at] === labels[other]) continue;
        // Outlines of the drawing carry a broader lead than the cuts inside them.
        const head = strong[at] === strong[other] ? 0 : -(width / 1024) * 1.1;
        far[at] = Math.min(far[at] as number, head);
        far[other] = Math.min(far[other] as number, head);
      }
    }
  }
  const relax = (at: number, other: number, cost: number): void => {
    const through = (far[other] as number) + cost;
    if (through < (far[at] as number)) far[at] = through;
  };
  for (let y = 1; y < height; y++) {
    for (let x = 1; x < width - 1; x++) {
      const at = y * width + x;
      relax(at, at - 1, 1);
      relax(at, at - width, 1);
      relax(at, at - width - 1, Math.SQRT2);
      relax(at, at - width + 1, Math.SQRT2);
    }
  }
  for (let y = height - 2; y >= 0; y--) {
    for (let x = width - 2; x > 0; x--) {
      const at = y * width + x;
      relax(at, at + 1, 1);
      relax(at, at + width, 1);
      relax(at, at + width + 1, Math.SQRT2);
      relax(at, at + width - 1, Math.SQRT2);
    }
  }
  return far;
}

function paneColour(stage: Stage, map: SceneMap, label: number, at: number): Rgb {
  const { palette } = stage;
  const roll = (hashText(`${label}`) % 1000) / 1000;
  const second = (hashText(`${label}b`) % 1000) / 1000;
  if (label < 0) {
    const run = Math.floor((-label - 1) / 4);
    const pick = -label >= 400 ? palette.accent : run % 2 === 0 ? palette.near : palette.water;
    return rgb(shift({ ...pick, l: 0.3 + pick.l * 0.4 }, (roll - 0.5) * 0.05, 1.15));
  }
  const plain = colourOf(map, at);
  const l = 0.25 + plain.l * 0.61;
  const c = Math.max(plain.c * (1.35 + roll * 0.3), stage.reading.mood === "mono" ? 0 : 0.05);
  return rgb(shift({ ...plain, l, c }, (roll - 0.5) * 0.14, 1, (second - 0.5) * 26));
}

function shine(
  stage: Stage,
  map: SceneMap,
  { width, height, labels }: Glass,
  distance: Float32Array,
  data: Uint8ClampedArray,
): void {
  const colours = new Map<number, Rgb>();
  const lead = (width / stage.w) * 0.0036;
  const weave = createWeave(stage.noise);
  const { orb } = map.scene;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = y * width + x;
      const label = labels[at] as number;
      let colour = colours.get(label);
      if (!colour) {
        colour = paneColour(stage, map, label, at);
        colours.set(label, colour);
      }
      const [u, v] = [(x / width) * stage.w, (y / height) * stage.h];
      const off = distance[at] as number;
      const cover = Math.min(1, Math.max(0, (off - lead) / 1.3));
      const swirl = fbm(stage.noise, u * 9 + (label % 37), v * 5 + (label % 11), 2);
      const inner = Math.min(1, Math.max(0, off - lead) / (width * 0.022));
      const near = Math.exp(-((Math.hypot(u - orb.x, v - orb.y) / 0.5) ** 2));
      const lit = 0.74 + inner * 0.22 + swirl * 0.16 + weave(u, v) * 0.05 + near * 0.28;
      // The came is a rounded bar: a thin light runs along its middle.
      const bar = off < lead ? Math.max(0, 1 - Math.abs(off) / lead) * 34 : 0;
      for (let c = 0; c < 3; c++) {
        const pane = (colour[c] as number) * lit + near * 16;
        data[at * 4 + c] = pane * cover + ((LEAD[c] as number) + bar) * (1 - cover);
      }
      data[at * 4 + 3] = 255;
    }
  }
}
