import { type StarterOptions, starter } from "./starter.ts";

/** The output of `<Scripts>`: imports of the manifest and the page's modules, then of the entry. */
const STARTER = /(<script(?: nonce="[^"]*")?) type="module" async="">(import "[\s\S]*?)<\/script>/;
const PRELOAD = /<link rel="modulepreload" href="([^"]+)"[^>]*>/g;
const IMPORT = /import (?:\* as (\w+) from )?"([^"]+)";/g;
const ROUTE_MODULES = /__reactRouterRouteModules = \{([^}]*)\}/;
const ENTRY = /import\("([^"]+)"\);\s*$/;

/** Written by PageHead: the page needs no script before the visitor's first interaction. */
const TOUCH_PAGE = '<meta name="scripts" content="touch"/>';
/** On parts that do need one: a toast, a dialog. One is enough. */
const IDLE_PART = ' data-scripts="idle"';

/**
 * A document with delayed scripts (docs/decisions/0010): they load at the visitor's first
 * interaction if the page allows that, else when it is idle after loading. Takes and returns HTML;
 * a document without React Router's starter is unchanged.
 */
export function delayScripts(html: string): string {
  const found = STARTER.exec(html);
  // React puts preloads into the head, where they take up a fifth of the document.
  const headEnd = html.indexOf("</head>");
  if (!found || headEnd < 0) return html;
  const [whole, tag = "", code = ""] = found;
  const head = html.slice(0, headEnd);
  const preloads = [...head.matchAll(PRELOAD)].map(([, path = ""]) => path);
  const scripts = readScripts(code, preloads);
  if (!scripts) return html;
  const startsWhenIdle = !head.includes(TOUCH_PAGE) || html.includes(IDLE_PART);
  const late = writeStarter({ ...scripts, startsWhenIdle });
  const start = found.index;
  const before = head.replace(PRELOAD, "") + html.slice(headEnd, start);
  return `${before}${tag}>${late}</script>${html.slice(start + whole.length)}`;
}

/**
 * The modules loaded by the framework's starter; its preloads are all their transitive imports.
 * Null for an unknown starter: then scripts load as usual.
 */
function readScripts(code: string, preloads: string[]) {
  const imports = [...code.matchAll(IMPORT)].map(([, name, path = ""]) => ({ name, path }));
  const modules = ROUTE_MODULES.exec(code)?.[1];
  const entry = ENTRY.exec(code)?.[1];
  // A route split into several modules (v8_splitRouteModules) is assembled by extra lines.
  const isPlain = !/^const /m.test(code);
  if (imports.length === 0 || !modules || !entry || !isPlain) return null;
  const files = [...new Set([...imports.map(({ path }) => path), ...preloads])];
  const before = files.filter((file) => file !== entry);
  const places = new Map(imports.map(({ name, path }) => [name, before.indexOf(path)]));
  const routes: Record<string, number> = {};
  for (const [, id = "", name = ""] of modules.matchAll(/"([^"]+)":(\w+)/g)) {
    const place = places.get(name);
    if (place === undefined) return null;
    routes[id] = place;
  }
  return { files: before, routes, entry };
}

/** Minified as far as possible without a parser: line comments and indentation are removed. */
const SOURCE = starter.toString().replace(/\n\s*(?:\/\/.*\n\s*)?/g, "\n");

function writeStarter(options: StarterOptions): string {
  const json = JSON.stringify(options).replaceAll("<", "\\u003c");
  return `(${SOURCE})(${json},(file)=>import(file))`;
}
