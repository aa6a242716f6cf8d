// Subsets the packages' fonts to app/fonts: the characters, weights and features used by our pages.
// Run it when a font or its use changes and commit the output; neither build nor start needs it.
import { copyFile, mkdir, readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { convert } from "fontverter";
import subsetFont from "subset-font";
import { root } from "./lib/process.mjs";

const { resolve } = createRequire(import.meta.url);
const folder = join(root, "app/fonts");

const toLetters = (first, last) =>
  Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index)).join(
    "",
  );

/**
 * Characters of English texts, prices, names in the other Latin languages and most companies. Keep
 * `unicode-range` in app.css in sync.
 */
const ENGLISH = `${toLetters(0x20, 0x7e)}\u00a0\u202f–—‘’“”…€·×→©−çéêñäöüÄÖÜõßè`;
const LATIN = `${ENGLISH}${toLetters(0xa1, 0xff)}ıŒœʻʼˆ˚˜‚„†‡•‹›⁄™↑↓`;

/**
 * "Source" is reserved for Adobe's own files (its licence): modified ones must use another name.
 */
function rename(sfnt) {
  for (const name of ["Source Serif", "SourceSerif"]) {
    const there = Buffer.from(name, "utf16le").swap16();
    const ours = Buffer.from(name.replace("Source", "Prompt"), "utf16le").swap16();
    for (let at = sfnt.indexOf(there); at !== -1; at = sfnt.indexOf(there, at)) ours.copy(sfnt, at);
  }
  return sfnt;
}

const FEATURES = ["kern", "mark", "mkmk", "ccmp", "locl"];
const FONTS = [
  {
    name: "onest",
    source: "@fontsource-variable/onest/files/onest-latin-wght-normal.woff2",
    licence: "@fontsource-variable/onest/LICENSE",
    options: {
      // Tabular figures: prices and balances are in columns.
      keepFeatures: [...FEATURES, "tnum"],
      variationAxes: { wght: { min: 400, max: 600 } },
    },
  },
  {
    name: "serif",
    source: "@fontsource/source-serif-4/files/source-serif-4-latin-400-normal.woff2",
    licence: "@fontsource/source-serif-4/LICENSE",
    options: { keepFeatures: [...FEATURES, "liga"] },
  },
];

await mkdir(folder, { recursive: true });
for (const { name, source, licence, options } of FONTS) {
  const font = await readFile(resolve(source));
  for (const [letterSet, letters] of Object.entries({ english: ENGLISH, latin: LATIN })) {
    const file = `${name}-${letterSet}.woff2`;
    const part = await subsetFont(font, letters, { targetFormat: "sfnt", ...options });
    const bytes = await convert(rename(part), "woff2");
    await writeFile(join(folder, file), bytes);
    console.log(`app/fonts/${file}: ${bytes.length} bytes`);
  }
  await copyFile(resolve(licence), join(folder, `${name}-licence.txt`));
}
