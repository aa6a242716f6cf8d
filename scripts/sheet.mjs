// Renders the demo catalogue as a contact sheet: `npm run sheet [-- --size 512 SLUG|STYLE ...]`.
// Writes reports/sheet/index.html, and each image next to it under its number.
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import sharp from "sharp";
import { createServer } from "vite";
import { fail, root } from "./lib/process.mjs";

const JPEG_QUALITY = 92;

const escapeHtml = (text) =>
  text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

function writePage(products, numberOf) {
  const figures = products.map(
    (product) =>
      `<figure><img src="${numberOf(product)}.jpg" loading="lazy"><figcaption>${numberOf(product)} <b>${escapeHtml(product.title.en)}</b>
<small>${product.styles[0]} · ${product.motifs.join(", ")}</small><p>${escapeHtml(product.prompt)}</p></figcaption></figure>`,
  );
  return `<!doctype html><meta charset="utf-8"><title>Contact sheet</title>
<style>body{display:grid;grid-template-columns:repeat(auto-fill,minmax(20rem,1fr));gap:1.5rem;font:14px/1.4 sans-serif}
figure{margin:0}img{width:100%}p{color:#555}</style>
${figures.join("\n")}`;
}

async function main() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { size: { type: "string", default: "512" } },
  });
  const server = await createServer({
    root,
    configFile: false,
    appType: "custom",
    logLevel: "error",
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
  });
  try {
    const { seedProducts } = await server.ssrLoadModule("/api/db/seed/catalogue/index.ts");
    const { renderArt } = await server.ssrLoadModule("/api/providers/images/art-engine/index.ts");
    const numberOf = (product) => seedProducts.indexOf(product) + 1;
    const isAsked = ({ slug, styles }) =>
      positionals.length === 0 || positionals.some((name) => name === slug || name === styles[0]);
    const products = seedProducts.filter(isAsked);
    const folder = join(root, "reports", "sheet");
    await mkdir(folder, { recursive: true });
    for (const { prompt, seed, styles, ...product } of products) {
      const size = { widthPx: Number(values.size), heightPx: Number(values.size) };
      const png = await renderArt({ prompt, seed, style: styles[0], ...size });
      const number = seedProducts.findIndex(({ slug }) => slug === product.slug) + 1;
      await sharp(png)
        .jpeg({ quality: JPEG_QUALITY })
        .toFile(join(folder, `${number}.jpg`));
    }
    await writeFile(join(folder, "index.html"), writePage(products, numberOf));
    const { user, system } = process.cpuUsage();
    const seconds = ((user + system) / 1e6).toFixed(1);
    console.log(`${products.length} pictures in ${folder}, ${seconds} s of CPU`);
  } finally {
    await server.close();
  }
}

main().catch(fail);
