import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { EntryContext } from "react-router";
import { withProperties } from "./one-pass.server.ts";

const FILE = /^manifest-[\w-]+\.js$/;
const SHAPE = /^window\.__reactRouterManifest=(\{[\s\S]*\});?\s*$/;

/**
 * The route above all screens. Defaults that most routes share are omitted, and added in the
 * browser.
 */
export const COMMON_PARENT = "layout.screens";
const FOLDER = "/assets/";
const START = `window.__reactRouterManifest=((m,r=m.routes)=>{for(let id in r)r[id]={id,parentId:id==="root"?void 0:"${COMMON_PARENT}",imports:[],hasLoader:!0,hasDefaultExport:!0,...r[id],module:"${FOLDER}"+r[id].module};return m})(`;
const END = ");\n";

/**
 * Resource routes such as robots.txt, sitemaps, images and CSV: requested by URL, an image or a
 * plain link, never by a router link.
 */
const PLAIN_FILE =
  /\.(txt|xml|webmanifest)$|^(?:words|layout-data)\/|\/(?:picture|csv)$|^staff\/pictures\//;

/**
 * True for staff screens, which are only in the staff's table. A shopper's browser loads them as
 * documents.
 */
const isStaffRoute = (id: string): boolean => /^staff(?:\.|$)/.test(id);

type ManifestRoute = {
  id?: string;
  parentId?: string;
  path?: string;
  module: string;
  imports?: string[];
  css?: string[];
  hasDefaultExport?: boolean;
  hasLoader?: boolean;
  hasAction?: boolean;
};
type Manifest = { routes: Record<string, ManifestRoute> };

/**
 * Slims the script with React Router's table of routes, which is part of every first visit. Lists
 * of imports are dropped: they only serve prefetching links, which do not exist here, and browsers
 * read imports from the modules themselves. The global stylesheet is listed only at the root,
 * because a page's links are those of all its routes. Defaults are omitted, and without `withStaff`
 * so are the staff screens. Throws if the script has another structure.
 */
export function slimManifest(script: string, { withStaff }: { withStaff: boolean }): string {
  const [, json] = SHAPE.exec(script) ?? [];
  if (!json) throw new Error("the manifest of routes has an unknown shape");
  const dropFalse = (_name: string, value: unknown) => (value === false ? undefined : value);
  const manifest: Manifest = JSON.parse(json, dropFalse);
  const shared = new Set(manifest.routes.root?.css);
  for (const [id, route] of Object.entries(manifest.routes)) {
    if (id !== "root" && route.css?.every((file) => shared.has(file))) delete route.css;
    const isScreen = route.hasDefaultExport || route.hasAction;
    const isFile = !isScreen && PLAIN_FILE.test(route.path ?? "");
    if (isFile || (!withStaff && isStaffRoute(id))) delete manifest.routes[id];
    else shorten(id, route);
  }
  return `${START}${JSON.stringify(manifest)}${END}`;
}

/** Omits fields equal to those of START, and negates fields of START that the route lacks. */
function shorten(id: string, route: ManifestRoute): void {
  if (!route.module.startsWith(FOLDER)) throw new Error(`${id} is a module of an unknown folder`);
  route.module = route.module.slice(FOLDER.length);
  delete route.id;
  delete route.imports;
  if (route.parentId === COMMON_PARENT) delete route.parentId;
  for (const name of ["hasLoader", "hasDefaultExport"] as const) {
    if (route[name]) delete route[name];
    else route[name] = false;
  }
}

/**
 * Slims the manifest among a build's assets, and writes the staff manifest next to it. An already
 * slim one stays unchanged. Throws if there is none.
 */
export function slimManifestIn(assets: string): void {
  const files = readdirSync(assets).filter((file) => FILE.test(file));
  if (files.length === 0) throw new Error("the build has no manifest of routes");
  for (const name of files) {
    const path = join(assets, name);
    const script = readFileSync(path, "utf8");
    if (script.startsWith(START)) continue;
    writeFileSync(join(assets, toStaffFile(name)), slimManifest(script, { withStaff: true }));
    writeFileSync(path, slimManifest(script, { withStaff: false }));
  }
}

/** The name or path of the staff manifest, derived from the shoppers'. */
const toStaffFile = (path: string): string => path.replace(/[^/]+$/, (name) => `staff-${name}`);

/** The document's context with the manifest that it needs: staff pages get all routes. */
export function chooseManifest(context: EntryContext): EntryContext {
  const isStaff = context.staticHandlerContext.matches.some(({ route }) => isStaffRoute(route.id));
  if (!isStaff) return context;
  const manifest = { ...context.manifest, url: toStaffFile(context.manifest.url) };
  return withProperties(context, { manifest });
}
