import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const FILE = /^manifest-[\w-]+\.js$/;
const SHAPE = /^(window\.__reactRouterManifest=)(\{[\s\S]*\});?\s*$/;

/** Files such as robots.txt and the sitemaps: asked for by address, never by a link of the app's. */
const FOR_MACHINES = /\.(txt|xml|webmanifest)$|^words\//;

/**
 * Takes and gives the script of React Router's table of routes, which is in every first visit. What
 * each route imports is said there for links that fetch ahead; no link of ours does, and browsers
 * read imports from the modules themselves. Throws for a script of another shape.
 */
export function slimManifest(script) {
  const [, start, json] = SHAPE.exec(script) ?? [];
  if (!json) throw new Error("the manifest of routes has a shape that is not known");
  const manifest = JSON.parse(json);
  for (const [id, route] of Object.entries(manifest.routes)) {
    route.imports = [];
    const isScreen = route.hasDefaultExport || route.hasAction;
    if (!isScreen && FOR_MACHINES.test(route.path)) delete manifest.routes[id];
  }
  return `${start}${JSON.stringify(manifest)};`;
}

/** Slims the manifest among a build's assets. */
export function slimManifestIn(assets) {
  for (const name of readdirSync(assets).filter((file) => FILE.test(file))) {
    const path = join(assets, name);
    writeFileSync(path, slimManifest(readFileSync(path, "utf8")));
  }
}
