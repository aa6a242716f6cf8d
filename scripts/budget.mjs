// The JavaScript of a first visit is a budget (design: at most 105 KB in Brotli on home and listing).
// Weighed from the build: all that these pages load, though they load it late (decision 0010).
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { root } from "./lib/process.mjs";

const BUDGET_KB = 105;
const PAGES = { home: "home", listing: "products", product: "product-details" };

const client = join(root, "build", "client");
const assets = readdirSync(join(client, "assets"));
const manifestName = assets.find((name) => /^manifest-.*\.js$/.test(name)) ?? "";
const text = readFileSync(join(client, "assets", manifestName), "utf8");
const manifest = JSON.parse(text.slice(text.indexOf("{"), text.lastIndexOf("}") + 1));

const sizeKb = (path) =>
  statSync(join(client, `${path}.br`), { throwIfNoEntry: false })?.size ??
  statSync(join(client, path)).size;

/** A module and all that it imports, directly or by others; `import()` is for later. */
function withImports(path, found = new Set()) {
  if (found.has(path)) return found;
  found.add(path);
  const code = readFileSync(join(client, path), "utf8");
  for (const [, name] of code.matchAll(STATIC_IMPORT)) withImports(`/assets/${name}`, found);
  return found;
}
const STATIC_IMPORT = /(?:\bimport|\bfrom)\s*"\.\/([\w.-]+\.js)"/g;

let isOver = false;
for (const [page, id] of Object.entries(PAGES)) {
  const parts = [
    manifest.entry,
    ...["root", "layout", "layout.screens", id].map((name) => manifest.routes[name]),
  ];
  const files = new Set(parts.flatMap((part) => [...withImports(part.module)]));
  files.add(`/assets/${manifestName}`);
  const kb = [...files].reduce((sum, path) => sum + sizeKb(path), 0) / 1024;
  isOver ||= kb > BUDGET_KB;
  console.log(`${page}: ${kb.toFixed(1)} KB Brotli in ${files.size} files (at most ${BUDGET_KB})`);
}
process.exitCode = isOver ? 1 : 0;
