import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const FILE = /^manifest-[\w-]+\.js$/;
const SHAPE = /^(window\.__reactRouterManifest=)(\{[\s\S]*\});?\s*$/;

/**
 * Files such as robots.txt, sitemaps, pictures and CSV: requested by address, by an image or by a plain
 * link, never by a link of the app.
 */
const PLAIN_FILE = /\.(txt|xml|webmanifest)$|^words\/|\/(?:picture|csv)$|^staff\/pictures\//;

type ManifestRoute = {
  path?: string;
  imports?: string[];
  css?: string[];
  hasDefaultExport?: boolean;
  hasAction?: boolean;
};

/**
 * Takes and returns the script of React Router's table of routes, which is part of every first
 * visit. Its lists of imports serve links that prefetch; no link of ours does, and browsers read
 * imports from the modules themselves. The stylesheet of every page is named at the root alone, since a
 * page's links are those of all its routes. What a route does not have goes unsaid. Throws for a script of another shape.
 */
export function slimManifest(script: string): string {
  const [, start, json] = SHAPE.exec(script) ?? [];
  if (!json) throw new Error("the manifest of routes has an unknown shape");
  const isSaid = (_name: string, value: unknown) => (value === false ? undefined : value);
  const manifest: { routes: Record<string, ManifestRoute> } = JSON.parse(json, isSaid);
  const shared = new Set(manifest.routes.root?.css);
  for (const [id, route] of Object.entries(manifest.routes)) {
    route.imports = [];
    if (id !== "root" && route.css?.every((file) => shared.has(file))) delete route.css;
    const isScreen = route.hasDefaultExport || route.hasAction;
    if (!isScreen && PLAIN_FILE.test(route.path ?? "")) delete manifest.routes[id];
  }
  return `${start}${JSON.stringify(manifest)};`;
}

/** Slims the manifest among a build's assets. Throws when there is none. */
export function slimManifestIn(assets: string): void {
  const files = readdirSync(assets).filter((file) => FILE.test(file));
  if (files.length === 0) throw new Error("the build has no manifest of routes");
  for (const name of files) {
    const path = join(assets, name);
    writeFileSync(path, slimManifest(readFileSync(path, "utf8")));
  }
}
