import { type StarterOptions, starter } from "./starter.ts";

/** `<Scripts>` writes this: imports of the manifest and the page's modules, then of the entry. */
const STARTER = /(<script(?: nonce="[^"]*")?) type="module" async="">(import "[\s\S]*?)<\/script>/;
const PRELOAD = /<link rel="modulepreload" href="([^"]+)"[^>]*>/g;
const IMPORT = /import (?:\* as (\w+) from )?"([^"]+)";/g;
const ROUTE_MODULES = /__reactRouterRouteModules = \{([^}]*)\}/;
const ENTRY = /import\("([^"]+)"\);\s*$/;

/** Written by PageHead: the page needs no script before the visitor's first move. */
const TOUCH_PAGE = '<meta name="scripts" content="touch"/>';
/** On parts that do need one: a toast, a dialog. One of them is enough. */
const IDLE_PART = ' data-scripts="idle"';

/**
 * A document whose scripts come late (docs/decisions/0010): at the visitor's first move if the page
 * says that it does without them until then, else when it is idle after loading. Takes and returns
 * HTML; one without React Router's starter stays as it is.
 */
export function delayScripts(html: string): string {
  const found = STARTER.exec(html);
  // React writes the preloads into the head alone, a fifth of the document.
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
 * What the framework's starter loads; its preloads are all that its modules import in turn. Null for
 * a starter of another shape than the one known: then scripts come as they would.
 */
function readScripts(code: string, preloads: string[]) {
  const imports = [...code.matchAll(IMPORT)].map(([, name, path = ""]) => ({ name, path }));
  const modules = ROUTE_MODULES.exec(code)?.[1];
  const entry = ENTRY.exec(code)?.[1];
  // A route of several modules (v8_splitRouteModules) is put together by lines of its own.
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

/** As short as can be without a parser: comments of whole lines and indentation are left out. */
const SOURCE = starter.toString().replace(/\n\s*(?:\/\/.*\n\s*)?/g, "\n");

function writeStarter(options: StarterOptions): string {
  const json = JSON.stringify(options).replaceAll("<", "\\u003c");
  return `(${SOURCE})(${json},(file)=>import(file))`;
}
