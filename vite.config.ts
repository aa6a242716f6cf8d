import { fileURLToPath } from "node:url";
import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig, type Plugin } from "vite";
import { preactInBrowsers } from "./app/framework/preact/plugin.server.ts";
import { starterFile } from "./app/framework/starter/plugin.server.ts";
import {
  backRedirects,
  knownRouterFacts,
  moduleWeights,
  narrowCode,
  plainData,
  plainImports,
  productionRouter,
  textFiles,
  twoFiles,
  unreadData,
} from "./app/framework/vite-plugins.server.ts";
import { WORKAROUNDS } from "./app/framework/workarounds.ts";

/**
 * Serves the same Hono app in development as in production, so that no differences go unnoticed.
 */
function honoDev(entry: string): Plugin {
  return {
    name: "hono-dev",
    apply: "serve",
    configureServer(server) {
      return () =>
        server.middlewares.use(async (req, res, next) => {
          try {
            const { getRequestListener } = await import("@hono/node-server");
            // Vite's types of environments lack the runner that the Node environment always has.
            const ssr = server.environments.ssr as unknown as {
              runner: { import(id: string): Promise<typeof import("./server.ts")> };
            };
            const { getDevApp } = await ssr.runner.import(entry);
            const app = await getDevApp();
            req.url = req.originalUrl ?? req.url;
            await getRequestListener((request: Request) => app.fetch(request))(req, res);
          } catch (error) {
            if (error instanceof Error) server.ssrFixStacktrace(error);
            next(error);
          }
        });
    },
  };
}

/**
 * Programs beside the server's: image processes (docs/decisions/0009), and the operator's commands.
 */
const PROGRAMS = {
  "backup.js": "server/commands/backup.ts",
  "check-api.js": "server/commands/check-api.ts",
  "files-move.js": "server/commands/files-move.ts",
  "image-program.js": "api/providers/images/image-program.ts",
  "migrate.js": "server/commands/migrate.ts",
  "restore.js": "server/commands/restore.ts",
  "search-rebuild.js": "server/commands/search-rebuild.ts",
  "staff.js": "server/commands/staff.ts",
};

const morePrograms: Plugin = {
  name: "more-programs",
  apply: "build",
  applyToEnvironment: (environment) => environment.name === "ssr",
  buildStart() {
    for (const [fileName, source] of Object.entries(PROGRAMS)) {
      this.emitFile({
        type: "chunk",
        id: fileURLToPath(new URL(source, import.meta.url)),
        fileName,
      });
    }
  },
};

/**
 * Seven letters, the least that works, tell a file's versions apart; each is written in the table of
 * routes.
 */
const FILE_NAME = "assets/[name]-[hash:7].js";
const output = {
  entryFileNames: FILE_NAME,
  chunkFileNames: FILE_NAME,
  codeSplitting: WORKAROUNDS.twoFiles ? { groups: twoFiles } : undefined,
};

export default defineConfig({
  // Constants that bundlers fold: what they leave out is not in the browser's file.
  define: {
    "import.meta.env.HAS_PREACT": JSON.stringify(WORKAROUNDS.preactInBrowsers),
    "import.meta.env.HAS_SERVER_MARKUP": JSON.stringify(WORKAROUNDS.serverMarkup),
  },
  plugins: [
    WORKAROUNDS.preactInBrowsers && preactInBrowsers,
    WORKAROUNDS.productionRouter && productionRouter,
    WORKAROUNDS.knownRouterFacts && knownRouterFacts,
    WORKAROUNDS.backRedirects && backRedirects,
    // Also without its switch: the entry reads the data of every page in a build.
    plainData,
    WORKAROUNDS.unreadData && unreadData,
    WORKAROUNDS.lateScripts && starterFile(),
    tailwindcss(),
    honoDev("/server.ts"),
    reactRouter(),
    morePrograms,
    WORKAROUNDS.textFiles && textFiles,
    WORKAROUNDS.narrowCode && narrowCode,
    WORKAROUNDS.plainImports && plainImports,
    moduleWeights,
  ],
  environments: {
    // React Router 7 reads this name; Vite 8's `rolldownOptions` would be ignored silently.
    ssr: { build: { rollupOptions: { input: "./server.ts" } } },
    // The common code is two files: more small ones would cost 2 KB more in Brotli.
    client: { build: { rollupOptions: { output } } },
  },
});
