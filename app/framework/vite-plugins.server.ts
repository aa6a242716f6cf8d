import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

/**
 * The package's map of exports leads every bundler to its development build, with its warnings and
 * their texts: 2 KB of Brotli in each browser, and checks at every link. Visitors get the other one.
 */
export const productionRouter: Plugin = {
  name: "production-router",
  apply: "build",
  enforce: "pre",
  applyToEnvironment: (environment) => environment.name === "client",
  resolveId(source) {
    const file = { "react-router": "index.mjs", "react-router/dom": "dom-export.mjs" }[source];
    const folder = new URL("../../node_modules/react-router/dist/production/", import.meta.url);
    return file ? fileURLToPath(new URL(file, folder)) : null;
  },
};

/**
 * `import()` as browsers have it. Vite's own wrapper preloads a chunk's styles, of which there are
 * none here: all styles are one file; it and its lists of files would cost every page 1 KB.
 */
export const plainImports: Plugin = {
  name: "plain-imports",
  apply: "build",
  enforce: "pre",
  load(id) {
    if (id !== "\0vite/preload-helper.js") return null;
    return "export const __vitePreload = (load) => load();";
  },
  generateBundle: {
    order: "post",
    handler(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== "chunk" || !file.code.startsWith("const __vite__mapDeps=")) continue;
        file.code = file.code
          .slice(file.code.indexOf("\n") + 1)
          .replace(/,__vite__mapDeps\(\[[\d,]*\]\)/g, "");
      }
    },
  },
};
