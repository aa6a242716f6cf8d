import { copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync } from "node:zlib";
import type { Plugin } from "vite";

/**
 * The package's exports make every bundler, and Node.js, use its development build, with warnings
 * and their texts: 2 KB of Brotli in each browser, and checks at every link and match. This plugin
 * selects the production build, which becomes a part of the server's code.
 */
export const productionRouter: Plugin = {
  name: "production-router",
  apply: "build",
  enforce: "pre",
  // The router's own version of it, which an installation only has in the router's folder.
  config: () => ({ environments: { ssr: { resolve: { noExternal: ["set-cookie-parser"] } } } }),
  resolveId(source) {
    const file = { "react-router": "index.mjs", "react-router/dom": "dom-export.mjs" }[source];
    const folder = new URL("../../node_modules/react-router/dist/production/", import.meta.url);
    return file ? fileURLToPath(new URL(file, folder)) : null;
  },
};

/**
 * The files that every page loads: React and its router, which only change with their own releases,
 * so browsers keep them across ours; and the layout with ui/base/ and its imports.
 */
export const twoFiles = [
  { name: "framework", test: /node_modules\/(preact|react|react-dom|react-router|scheduler)\// },
  { name: "shell", test: /app\/(root|i18n\/[a-z0-9]+|layout\/[a-z-]+|ui\/base\/[a-z-]+)\.tsx?/ },
];

/**
 * Uses the browser's native `import()`. Vite's own wrapper preloads a chunk's styles, which do not
 * exist here because all styles are in one file; it and its lists of files would cost every page 1
 * KB.
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

/** Iterations over sets that stay empty, because no component has a fetcher or a blocker. */
const EMPTY_SETS =
  /(?<=^ *)(?:(?:state\.)?(?:fetchers|blockers)|\w*[fF]etchers\w*|fetchLoadMatches)\.(?:forEach|filter)\(/gm;

/**
 * Conditions that React Router checks at run time but that are constant here: the table of routes
 * is complete (`routeDiscovery: "initial"`), nothing is instrumented, the root has its own
 * ErrorBoundary, documents come from a server, no link or form uses a view transition, and no
 * component uses a fetcher or a blocker. Bundlers then drop the dead code. They would otherwise
 * also keep unused components, for the names shown by React's tools.
 */
const ROUTER_FACTS: [RegExp, string][] = [
  [/(?<!function )\bisFogOfWarEnabled\(routeDiscovery, ssr\)/g, "false"],
  [/if \(init\.patchRoutesOnNavigation\)/g, "if (false)"],
  [/if \(isFogOfWar\)/g, "if (false)"],
  [/if \(!isFogOfWar\)/g, "if (true)"],
  [/if \(init\.instrumentations\)/g, "if (false)"],
  [/renderScripts \? .*createElement\(Scripts, null\) : null/g, "null"],
  [/if \(isSpaMode\)/g, "if (false)"],
  [/\bisSpaMode (&&|\?) /g, "false $1 "],
  [/!isSpaMode \|\| /g, "true || "],
  [/if \(!viewTransitionOpts \|\| !isViewTransitionAvailable\)/g, "if (true)"],
  [/if \((?:!?vtContext\.isTransitioning|renderDfd) && .*\) \{$/gm, "if (false) {"],
  [/if \(isBrowser\d*\) \{(?=\s*restoreAppliedTransitions\()/g, "if (false) {"],
  [/if \(pendingAction === "POP".*\) \{(?=\s*let priorPaths)/g, "if (false) {"],
  [/if \(pendingViewTransitionEnabled\)/g, "if (false)"],
  [/if \(options\.navigate === false\)/g, "if (false)"],
  [
    /^ {4}(?:fetch|getFetcher|resetFetcher|deleteFetcher|getBlocker|deleteBlocker)(?:: \w+)?,$/gm,
    "",
  ],
  // Modules only exist for the document's routes: it need not search all of them.
  [
    /(?<=let initialMatches = )matchRoutes\(routes, location, basename\);/g,
    "Object.keys(window.__reactRouterRouteModules).map((id) => ({ route: { id } }));",
  ],
  [/let blockerKey = shouldBlockNavigation\(\{[^}]*\}\);/g, ""],
  [/if \(blockerKey(?: && delta != null)?\)/g, "if (false)"],
  [/if \(revalidatingFetchers\.length > 0\)/g, "if (false)"],
  [EMPTY_SETS, "if (false) $&"],
  [/= (React\d*\.forwardRef\()/g, "= /* @__PURE__ */ $1"],
  [/^\w+\.displayName = "\w+";$/gm, ""],
];
const ROUTER_FILE = /react-router\/dist\/production\/chunk-[\w-]+\.mjs$/;
const CHECK = /^(invariant|warning|warningOnce|warnOnce)\d*$/;

/** React Router without code unreachable in this app, and without its messages for developers. */
export const knownRouterFacts: Plugin = {
  name: "known-router-facts",
  apply: "build",
  enforce: "pre",
  applyToEnvironment: (environment) => environment.name === "client",
  transform(code, id) {
    if (!ROUTER_FILE.test(id)) return null;
    const known = ROUTER_FACTS.reduce((text, [asked, fact]) => text.replace(asked, fact), code);
    const messages = [...findMessages(this.parse(known))].sort((a, b) => b.start - a.start);
    const short = messages.reduce(
      (text, { start, end }) => `${text.slice(0, start)}""${text.slice(end)}`,
      known,
    );
    return { code: short, map: null };
  },
};

/** Where the framework reads the stream, and what it does if that fails. */
const READS_STREAM =
  /let stream = ssrInfo\.context\.stream;[\s\S]*?localSsrInfo\.stateDecodingPromise\.error = e;\s*\}\);/;

/**
 * A document with its data as JSON (page-data.server.ts) has no stream: the browser's entry has
 * already stored the data where the framework stores what it reads from a stream
 * (read-page-data.ts).
 */
export const plainData: Plugin = {
  name: "plain-data",
  apply: "build",
  enforce: "pre",
  applyToEnvironment: (environment) => environment.name === "client",
  transform(code, id) {
    if (!/react-router\/dist\/production\/dom-export\.mjs$/.test(id)) return null;
    const plain = code.replace(READS_STREAM, "ssrInfo.stateDecodingPromise = { value: true };");
    return { code: plain, map: null };
  },
};

const LOADER_REDIRECT =
  /(findRedirect\(loaderResults\);\s*if \(\w+\) \{\s*await startRedirectNavigation\([^{]*\{\s*replace: )(\w+)/;

const DOCUMENT_REDIRECT = /if \((\w+)\) \{(?=\s*routerWindow\.location\.replace\(location\))/;

/**
 * A navigation to an address that differs from this document's only in its fragment would stay in
 * this document, at one of its own entries, as after Back or Forward, or at a new one.
 */
const KEEP_FRAGMENT = `
  const fragment = (isNavigation && state.navigation.location?.hash) || "";
  if (!location.includes("#")) location += fragment;
  const target = new URL(location, routerWindow.location.href);
  const [page] = routerWindow.location.href.split("#");
  if (target.hash && target.href.split("#")[0] === page) {
    routerWindow.history.replaceState(routerWindow.history.state, "", target.href);
    routerWindow.location.reload();
    return;
  }
  `;

/**
 * If a page reached by Back or Forward redirects (its guard, to login), replaces its history entry,
 * as browsers do. The framework pushes an entry instead: Back would then lead to the same redirect
 * forever, and the entries ahead would be lost. It also does so where `replace()` leads to a new
 * document. A redirect to a new document keeps the fragment of the link that led to it, as
 * everywhere else.
 */
export const backRedirects: Plugin = {
  name: "back-redirects",
  apply: "build",
  enforce: "pre",
  applyToEnvironment: (environment) => environment.name === "client",
  transform(code, id) {
    if (!ROUTER_FILE.test(id)) return null;
    const isReplacing = 'redirect2.response.headers.has("X-Remix-Replace")';
    const replacing = code
      .replace(LOADER_REDIRECT, '$1$2 || historyAction === "POP"')
      .replace(DOCUMENT_REDIRECT, `${KEEP_FRAGMENT}if ($1 || ${isReplacing}) {`);
    return { code: replacing, map: null };
  },
};

const UNREAD_STREAM = /serverHandoffStream: (encodeViaTurboStream\([^()]*\))/g;
const READ_ONCE = `get serverHandoffStream() {
  const value = $1;
  Object.defineProperty(this, "serverHandoffStream", { value, writable: true, configurable: true });
  return value;
}`;

/**
 * The framework encodes the data of each document for a stream, which documents with their data as
 * JSON (`plainData`) do not have. With this plugin it only does so when the stream is read.
 */
export const unreadData: Plugin = {
  name: "unread-data",
  apply: "build",
  enforce: "pre",
  applyToEnvironment: (environment) => environment.name === "ssr",
  transform(code, id) {
    if (!ROUTER_FILE.test(id) || !code.includes("serverHandoffStream: ")) return null;
    return { code: code.replace(UNREAD_STREAM, READ_ONCE), map: null };
  },
};

/**
 * The server's texts: those of screens, mails and the demo, static pages, and the database schema.
 */
const IS_TEXT = /\/(?:locales|api\/db)\/[\w/-]+\.(?:json|html\?raw|sql\?raw)$/;
/** Marks modules with an extension that, unlike JSON, Vite does not process. */
const TEXT_ID = { start: "\0text-file:", end: ":text" };
const TEXTS = "texts/";

/**
 * Keeps the server's texts in files that are read at run time: for a text inside code, the engine
 * keeps the whole source in memory for the lifetime of the process, in two bytes per character.
 */
export const textFiles: Plugin = {
  name: "text-files",
  apply: "build",
  enforce: "pre",
  applyToEnvironment: (environment) => environment.name === "ssr",
  async resolveId(source, importer, options) {
    const resolved = await this.resolve(source, importer, options);
    if (!resolved || !IS_TEXT.test(resolved.id)) return null;
    return TEXT_ID.start + resolved.id + TEXT_ID.end;
  },
  load(id) {
    const file = toTextFile(id);
    if (file === null) return null;
    const url = JSON.stringify(TEXTS + relative(process.cwd(), file));
    const text = `readFileSync(new URL(${url}, import.meta.url), "utf8")`;
    const value = file.endsWith(".json") ? `JSON.parse(${text})` : text;
    return `import { readFileSync } from "node:fs";\nexport default ${value};`;
  },
  renderChunk(code, { fileName }) {
    const toRoot = "../".repeat(fileName.split("/").length - 1);
    return { code: code.replaceAll(`new URL("${TEXTS}`, `new URL("${toRoot}${TEXTS}`), map: null };
  },
  // emitFile would not work: React Router moves what the server emits to the public files.
  writeBundle({ dir = "" }) {
    for (const id of this.getModuleIds()) {
      const file = toTextFile(id);
      if (file === null) continue;
      const copy = join(dir, TEXTS, relative(process.cwd(), file));
      mkdirSync(dirname(copy), { recursive: true });
      copyFileSync(file, copy);
    }
  },
};

/**
 * Characters beyond Latin-1: with a single one, the whole source of a file takes two bytes per
 * character.
 */
const WIDE = /[^\0-\u00ff]/g;

/**
 * Writes the server's code in one-byte characters, with all others escaped, because the engine
 * keeps the source of the code that it runs. In strings, templates, regular expressions and
 * comments `\uXXXX` means the same.
 */
export const narrowCode: Plugin = {
  name: "narrow-code",
  apply: "build",
  applyToEnvironment: (environment) => environment.name === "ssr",
  // After the bundler's last step, which writes the characters themselves in place of escapes.
  generateBundle: {
    order: "post",
    handler(_options, bundle) {
      const toEscape = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
      for (const file of Object.values(bundle)) {
        if (file.type === "chunk") file.code = file.code.replace(WIDE, toEscape);
      }
    },
  },
};

function toTextFile(id: string): string | null {
  if (!id.startsWith(TEXT_ID.start)) return null;
  return id.slice(TEXT_ID.start.length, -TEXT_ID.end.length).replace(/\?raw$/, "");
}

type SourceNode = {
  type: string;
  start: number;
  end: number;
  name?: string;
  callee?: SourceNode;
  arguments?: SourceNode[];
};

/** Yields the messages of `invariant(condition, message)` and similar calls. */
function* findMessages(value: unknown): Generator<SourceNode> {
  if (Array.isArray(value)) for (const one of value) yield* findMessages(one);
  else if (typeof value === "object" && value !== null) {
    if (isCheck(value)) {
      const message = value.arguments?.at(-1);
      if (message && /Literal$/.test(message.type)) yield message;
    } else for (const part of Object.values(value)) yield* findMessages(part);
  }
}

function isCheck(value: object): value is SourceNode {
  const { type, callee } = value as Partial<SourceNode>;
  return type === "CallExpression" && CHECK.test(callee?.name ?? "");
}

/**
 * Records the modules of each browser file in `build/modules.json`, with each one's own Brotli
 * size, for `scripts/budget.mjs --verbose`.
 */
export const moduleWeights: Plugin = {
  name: "module-weights",
  apply: "build",
  applyToEnvironment: (environment) => environment.name === "client",
  generateBundle: {
    order: "post",
    handler(_options, bundle) {
      const files = Object.values(bundle).flatMap((file) =>
        file.type === "chunk" ? [[`/${file.fileName}`, weighModules(file.modules)]] : [],
      );
      mkdirSync("build", { recursive: true });
      writeFileSync("build/modules.json", JSON.stringify(Object.fromEntries(files)));
    },
  },
};

function weighModules(modules: Record<string, { code: string | null }>): Record<string, number> {
  const weights: Record<string, number> = {};
  for (const [id, { code }] of Object.entries(modules)) {
    // Without the query of a module's part, and the NUL of a plugin's virtual module.
    const name = relative(process.cwd(), id.replace(/\?.*$/, "").replace("\0", ""));
    weights[name] = (weights[name] ?? 0) + (code ? brotliCompressSync(code).length : 0);
  }
  return weights;
}
