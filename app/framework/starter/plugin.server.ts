import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { minify, type Plugin, transformWithOxc } from "vite";
import { COMMON_PARENT } from "../slim-manifest.server.ts";
import type { StarterFile } from "./file.server.ts";
import type { CommonScripts } from "./starter.ts";

/** React Router's virtual modules; the client's files are built before them. */
const SERVER_BUILD = "\0virtual:react-router/server-build";
const SERVER_MANIFEST = "\0virtual:react-router/server-manifest";

type Modules = { module: string; imports?: string[] };
type Manifest = {
  url: string;
  entry: Modules;
  routes: Record<string, Modules & { parentId?: string }>;
};

/**
 * Writes the starter, minified and with the scripts that all pages load, to the client's assets, and
 * its URL into the server's code (file.server.ts).
 */
export function starterFile(): Plugin {
  let file: { path: string; code: string } | undefined;
  return {
    name: "starter-file",
    apply: "build",
    enforce: "pre",
    applyToEnvironment: (environment) => environment.name === "ssr",
    async transform(_code, id) {
      if (!id.endsWith("/starter/file.server.ts")) return null;
      const [build, assets] = await Promise.all([
        this.load({ id: SERVER_BUILD }),
        this.load({ id: SERVER_MANIFEST }),
      ]);
      const common = collectCommonScripts(readManifest(assets.code ?? ""), build.code ?? "");
      const source = fileURLToPath(new URL("starter.ts", import.meta.url));
      this.addWatchFile(source);
      const code = await writeStarter(source, common);
      const hash = createHash("sha256").update(code).digest("base64url").slice(0, 8);
      file = { path: `assets/starter-${hash}.js`, code };
      const known: StarterFile = { url: `/${file.path}`, common };
      return { code: `export const STARTER_FILE = ${JSON.stringify(known)};`, map: null };
    },
    // emitFile would not work: React Router only moves files that the server's modules import.
    writeBundle() {
      if (!file) throw new Error("the build has no starter");
      const { outDir } = this.environment.getTopLevelConfig().environments.client?.build ?? {};
      if (!outDir) throw new Error("the client build has no folder");
      mkdirSync(join(outDir, "assets"), { recursive: true });
      writeFileSync(join(outDir, file.path), file.code);
    },
  };
}

/** The manifest, parsed from its module's source, an object literal. */
function readManifest(code: string): Manifest {
  return new Function(code.replace("export default", "return"))();
}

/**
 * The scripts that all pages load: the routes above every screen, the entry and their imports.
 * Takes React Router's manifest, and the source of its server build module, which has one line for
 * each client setting. Throws if one is missing.
 */
export function collectCommonScripts(manifest: Manifest, build: string): CommonScripts {
  const setting = (name: string): unknown => {
    const [, json] = new RegExp(`export const ${name} = (.*);$`, "m").exec(build) ?? [];
    if (json === undefined) throw new Error(`the server build does not export ${name}`);
    return JSON.parse(json);
  };
  const ids: string[] = [];
  for (let id: string | undefined = COMMON_PARENT; id; id = manifest.routes[id]?.parentId) {
    ids.unshift(id);
  }
  const { url, entry, routes } = manifest;
  const modules = ids.map((id) => {
    const route = routes[id];
    if (!route) throw new Error(`there is no route ${id}`);
    return route;
  });
  const own = new Set([entry, ...modules].map(({ module }) => module));
  const imports = [entry, ...modules].flatMap(({ imports = [] }) => imports);
  // In the framework's order: late-scripts.server.ts compares it with the framework's output.
  const context = ["basename", "future", "routeDiscovery", "ssr", "isSpaMode"];
  return {
    context: Object.fromEntries(context.map((name) => [name, setting(name)])),
    manifest: url,
    routes: Object.fromEntries(ids.map((id, index) => [id, modules[index]?.module ?? ""])),
    files: [...new Set(imports)].filter((file) => !own.has(file)),
    entry: entry.module,
  };
}

async function writeStarter(file: string, common: CommonScripts): Promise<string> {
  const { code } = await transformWithOxc(readFileSync(file, "utf8"), file);
  const short = await minify(file, code, { module: true });
  const text = short.code.replace(/^export /, "").replace(/;?\s*$/, "");
  return `(${text})(${JSON.stringify(common)},file=>import(file));\n`;
}
