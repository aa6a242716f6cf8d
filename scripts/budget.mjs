// The JavaScript of a first visit is a budget (design: at most 105 KB in Brotli on home and listing,
// and the aim beyond it, 59 KB, for what is there before the page is idle). Weighed from the build:
// what the documents of these pages load at once, and with what app/entry.client.ts fetches later.
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { root } from "./lib/process.mjs";

const BUDGET_KB = { atOnce: 59, inAll: 105 };
const PAGES = { home: "routes/home", listing: "routes/products", product: "routes/product" };

const client = join(root, "build", "client");
const assets = readdirSync(join(client, "assets"));
const manifestName = assets.find((name) => /^manifest-.*\.js$/.test(name)) ?? "";
const text = readFileSync(join(client, "assets", manifestName), "utf8");
const manifest = JSON.parse(text.slice(text.indexOf("{"), text.lastIndexOf("}") + 1));

const sizeKb = (path) =>
  statSync(join(client, `${path}.br`), { throwIfNoEntry: false })?.size ??
  statSync(join(client, path)).size;

const sumKb = (files) => [...files].reduce((sum, path) => sum + sizeKb(path), 0) / 1024;
const late = assets
  .filter((name) => /^hydrate-.*\.js$/.test(name))
  .map((name) => `/assets/${name}`);
if (late.length !== 1) throw new Error("the chunk that app/entry.client.ts fetches is not there");

let isOver = false;
for (const [page, id] of Object.entries(PAGES)) {
  const parts = [
    manifest.entry,
    ...["root", "routes/locale", id].map((name) => manifest.routes[name]),
  ];
  const files = new Set(parts.flatMap((part) => [part.module, ...(part.imports ?? [])]));
  files.add(`/assets/${manifestName}`);
  const kb = { atOnce: sumKb(files), inAll: sumKb(new Set([...files, ...late])) };
  isOver ||= kb.atOnce > BUDGET_KB.atOnce || kb.inAll > BUDGET_KB.inAll;
  console.log(
    `${page}: ${kb.atOnce.toFixed(1)} KB Brotli at once (at most ${BUDGET_KB.atOnce}), ` +
      `${kb.inAll.toFixed(1)} KB in all (at most ${BUDGET_KB.inAll})`,
  );
}
process.exitCode = isOver ? 1 : 0;
