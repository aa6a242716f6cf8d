import type { DocumentParts } from "../document-parts.server.ts";
import type { StarterFile } from "./file.server.ts";
import type { CommonScripts, PageScripts } from "./starter.ts";

/** The output of `<Scripts>`: imports of the manifest and the page's modules, then of the entry. */
const STARTER = /<script(?: nonce="[^"]*")? type="module" async="">(import "[\s\S]*?)<\/script>/;
const PRELOAD = /<link rel="modulepreload" href="([^"]+)"[^>]*>/g;
const IMPORT = /import (?:\* as (\w+) from )?"([^"]+)";/g;
const MANIFEST = /^import "([^"]+)";/;
const ROUTE_MODULES = /__reactRouterRouteModules = \{([^}]*)\}/;
const ENTRY = /import\("([^"]+)"\);\s*$/;

/** Its output before that if there is no stream (page-data.server.ts). */
const CONTEXT = /<script(?: nonce="[^"]*")?>window\.__reactRouterContext = (\{[^<\n]*\})<\/script>/;

/** The output of `<ScrollRestoration>`; hydration expects the element. */
const SCROLL = /<script(?: nonce="[^"]*")?>([^<]*react-router-scroll-positions[^<]*)<\/script>/;
/**
 * A data block: React sets the element's content again on every navigation, which would run a script
 * that has not run yet.
 */
const EMPTY = '<script type="application/json"></script>';
/**
 * The script that the starter replaces, without whitespace: in the package's version and the
 * build's.
 */
export const KNOWN_SCROLLS = [
  `let positions = JSON.parse(sessionStorage.getItem(storageKey2) || "{}");
      let storedY = positions[restoreKey || window.history.state.key];
      if (typeof storedY === "number") {
        window.scrollTo(0, storedY);
      }`,
  `let storedY = JSON.parse(sessionStorage.getItem(storageKey2) || "{}")[restoreKey || window.history.state.key];
      if (typeof storedY === "number") window.scrollTo(0, storedY);`,
].map((restore) =>
  `((storageKey2, restoreKey) => {
    if (!window.history.state || !window.history.state.key) {
      let key = Math.random().toString(32).slice(2);
      window.history.replaceState({ key }, "");
    }
    try {
      ${restore}
    } catch (error) {
      console.error(error);
      sessionStorage.removeItem(storageKey2);
    }
  })("react-router-scroll-positions", null)`.replace(/\s/g, ""),
);

/** Written by PageHead: the page needs no script before the visitor's first interaction. */
const TOUCH_PAGE = '<meta name="scripts" content="touch"/>';
/** Marks parts that do need one, such as a toast or a dialog. One such part is enough. */
const IDLE_PART = ' data-scripts="idle"';

/**
 * A document with delayed scripts (docs/decisions/0010): they load at the visitor's first
 * interaction if the page allows that, else when it is idle after loading. Until then it loads only
 * the starter, a file that also replaces the framework's inline scripts. An unknown inline script
 * stays in place; a document with an unknown starter is unchanged.
 */
export function delayScripts(parts: DocumentParts, { url, common }: StarterFile): DocumentParts {
  const found = STARTER.exec(parts.scripts);
  if (!found) return parts;
  const [whole, code = ""] = found;
  // React puts preloads into the head, where they make up a fifth of the document.
  const preloads = [...parts.head.matchAll(PRELOAD)].map(([, path = ""]) => path);
  const scripts = readScripts(code, preloads, common);
  if (!scripts) return parts;
  const needsIdle = parts.body.includes(IDLE_PART) || parts.scripts.includes(IDLE_PART);
  const startsWhenIdle = !parts.head.includes(TOUCH_PAGE) || needsIdle;
  const page: PageScripts = startsWhenIdle ? { ...scripts, idle: true } : scripts;
  const before = parts.scripts
    .slice(0, found.index)
    .replace(CONTEXT, (script, json) => (json === JSON.stringify(common.context) ? "" : script))
    .replace(SCROLL, (script, code) => (isKnownScroll(code) ? EMPTY : script));
  const data = JSON.stringify(page).replace(
    /[&'<]/g,
    (character) => `&#${character.charCodeAt(0)};`,
  );
  const starter = `<script defer src="${url}" data-page='${data}'></script>`;
  return {
    head: parts.head.replace(PRELOAD, ""),
    body: parts.body,
    scripts: before + starter + parts.scripts.slice(found.index + whole.length),
  };
}

const isKnownScroll = (code: string): boolean => KNOWN_SCROLLS.includes(code.replace(/\s/g, ""));

/**
 * The modules loaded by the framework's starter, except those that all pages load; its preloads
 * include all their transitive imports. Null for an unknown starter: then scripts load as usual.
 */
function readScripts(code: string, preloads: string[], common: CommonScripts): PageScripts | null {
  const manifest = MANIFEST.exec(code)?.[1];
  const imports = [...code.matchAll(IMPORT)];
  const modules = ROUTE_MODULES.exec(code)?.[1];
  const entry = ENTRY.exec(code)?.[1];
  // A route split into several modules (v8_splitRouteModules) is assembled by additional lines.
  const isPlain = !/^const /m.test(code);
  if (!manifest || !modules || !isPlain || entry !== common.entry) return null;
  const paths = new Map(imports.map(([, name, path = ""]) => [name, path]));
  const routes: Record<string, string> = {};
  for (const [, id = "", name = ""] of modules.matchAll(/"([^"]+)":(\w+)/g)) {
    const path = paths.get(name);
    if (path === undefined) return null;
    if (path !== common.routes[id]) routes[id] = path;
  }
  const known = new Set([manifest, entry, ...common.files]);
  for (const path of [...Object.values(common.routes), ...Object.values(routes)]) known.add(path);
  const all = [...imports.map(([, , path = ""]) => path), ...preloads];
  const files = [...new Set(all)].filter((path) => !known.has(path));
  return {
    ...(manifest === common.manifest ? {} : { manifest }),
    routes,
    ...(files.length > 0 ? { files } : {}),
  };
}
