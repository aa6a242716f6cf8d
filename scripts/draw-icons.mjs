// Renders the icons and the default preview image of public/ from the logo. Run it when the logo
// changes and commit the output; neither build nor start needs it.
import { mkdir, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { createCanvas, GlobalFonts, loadImage } from "@napi-rs/canvas";
import sharp from "sharp";
import { root } from "./lib/process.mjs";

const BACKGROUND = "#fafaf9";
const INK = "#181817";
const ACCENT = "#c2311a";
const publicFolder = join(root, "public");
const icons = join(publicFolder, "icons");

/** The logo in a square of `size`, with this margin (as a share of the size). */
function drawMark(size, margin) {
  const view = 32 / (1 - 2 * margin);
  const offset = -view * margin;
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}"
      viewBox="${offset} ${offset} ${view} ${view}">
      <rect x="${offset}" y="${offset}" width="${view}" height="${view}" fill="${BACKGROUND}"/>
      <path d="M3 3h26v26H3zM8.5 8.5h15v15h-15z" fill="${INK}" fill-rule="evenodd"/>
      <circle cx="27" cy="27" r="5" fill="${ACCENT}" stroke="${BACKGROUND}" stroke-width="2"/>
    </svg>`,
  );
}

const toPng = (size, margin) =>
  sharp(drawMark(size, margin)).png({ compressionLevel: 9, palette: true }).toBuffer();

/** A favicon.ico that contains PNGs, for clients that request it without reading the page. */
function packIco(pngs) {
  const header = Buffer.alloc(6 + 16 * pngs.length);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(pngs.length, 4);
  let offset = header.length;
  for (const [index, { size, png }] of pngs.entries()) {
    const at = 6 + 16 * index;
    header.writeUInt8(size, at);
    header.writeUInt8(size, at + 1);
    header.writeUInt16LE(1, at + 4);
    header.writeUInt16LE(32, at + 6);
    header.writeUInt32LE(png.length, at + 8);
    header.writeUInt32LE(offset, at + 12);
    offset += png.length;
  }
  return Buffer.concat([header, ...pngs.map(({ png }) => png)]);
}

/** 1200 × 630: logo and name on the background. */
async function drawShare() {
  const file = "@fontsource/source-serif-4/files/source-serif-4-latin-400-normal.woff2";
  GlobalFonts.registerFromPath(createRequire(import.meta.url).resolve(file), "Display");
  const canvas = createCanvas(1200, 630);
  const context = canvas.getContext("2d");
  context.fillStyle = BACKGROUND;
  context.fillRect(0, 0, 1200, 630);
  context.fillStyle = INK;
  context.font = '400 132px "Display"';
  const name = "Promptory";
  const markSize = 150;
  const gap = 40;
  const start = (1200 - markSize - gap - context.measureText(name).width) / 2;
  const mark = await loadImage(
    await sharp(drawMark(markSize * 2, 0))
      .png()
      .toBuffer(),
  );
  context.drawImage(mark, start, 240, markSize, markSize);
  context.fillText(name, start + markSize + gap, 240 + 117);
  const png = await canvas.encode("png");
  return sharp(png).jpeg({ quality: 88, mozjpeg: true, chromaSubsampling: "4:4:4" }).toBuffer();
}

await mkdir(icons, { recursive: true });
// The maskable one stays inside the safe zone: a circle of four fifths.
const files = {
  "icons/icon-192.png": await toPng(192, 0.06),
  "icons/icon-512.png": await toPng(512, 0.06),
  "icons/icon-maskable-512.png": await toPng(512, 0.22),
  "icons/apple-touch-icon.png": await toPng(180, 0.12),
  "favicon.ico": packIco([
    { size: 16, png: await toPng(16, 0) },
    { size: 32, png: await toPng(32, 0) },
  ]),
  "share.jpg": await drawShare(),
};
for (const [name, bytes] of Object.entries(files)) await writeFile(join(publicFolder, name), bytes);
