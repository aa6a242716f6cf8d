// Checks the JavaScript budget of a visit: at most 52 KB in Brotli on home, listing and product,
// loaded at the visitor's first interaction (decision 0010; before that none,
// tests/release/pages/first-move.test.ts). Measured from the build. `--verbose` shows the contents.
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { root } from "./lib/process.mjs";

const BUDGET_KB = 52;
const PAGES = { home: "home", listing: "products", product: "product-details" };

const client = join(root, "build", "client");
const assets = readdirSync(join(client, "assets"));
const manifestName = assets.find((name) => /^manifest-.*\.js$/.test(name)) ?? "";
const window = {};
new Function("window", readFileSync(join(client, "assets", manifestName), "utf8"))(window);
const manifest = window.__reactRouterManifest;

const sizeKb = (path) =>
  (statSync(join(client, `${path}.br`), { throwIfNoEntry: false })?.size ??
    statSync(join(client, path)).size) / 1024;

/** A module and all its transitive imports; `import()` loads later. */
function withImports(path, found = new Set()) {
  if (found.has(path)) return found;
  found.add(path);
  const code = readFileSync(join(client, path), "utf8");
  for (const [, name] of code.matchAll(STATIC_IMPORT)) withImports(`/assets/${name}`, found);
  return found;
}
const STATIC_IMPORT = /(?:\bimport|\bfrom)\s*"\.\/([\w.-]+\.js)"/g;

/** KB per package and per source file: a file's Brotli size, distributed over its modules. */
function shareOut(files) {
  const modulesOf = JSON.parse(readFileSync(join(root, "build", "modules.json"), "utf8"));
  const shares = new Map();
  for (const file of files) {
    const modules = Object.entries(modulesOf[file] ?? { "table of routes": 1 });
    const whole = modules.reduce((sum, [, weight]) => sum + weight, 0) || 1;
    for (const [id, weight] of modules) {
      const name = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id)?.[1] ?? id;
      shares.set(name, (shares.get(name) ?? 0) + (sizeKb(file) * weight) / whole);
    }
  }
  return [...shares].sort(([, a], [, b]) => b - a);
}

const isVerbose = process.argv.includes("--verbose");
let isOver = false;
for (const [page, id] of Object.entries(PAGES)) {
  const parts = [
    manifest.entry,
    ...["root", "layout", "layout.screens", id].map((name) => manifest.routes[name]),
  ];
  const files = new Set(parts.flatMap((part) => [...withImports(part.module)]));
  files.add(`/assets/${manifestName}`);
  const kb = [...files].reduce((sum, path) => sum + sizeKb(path), 0);
  isOver ||= kb > BUDGET_KB;
  console.log(`${page}: ${kb.toFixed(1)} KB Brotli in ${files.size} files (at most ${BUDGET_KB})`);
  if (!isVerbose) continue;
  for (const [name, share] of shareOut(files)) {
    console.log(`${share.toFixed(2).padStart(8)}  ${name}`);
  }
}
process.exitCode = isOver ? 1 : 0;
