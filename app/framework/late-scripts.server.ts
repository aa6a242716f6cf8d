/** `<Scripts>` writes this: imports of the manifest and the page's modules, then of the entry. */
const STARTER = /(<script(?: nonce="[^"]*")?) type="module" async="">(import "[\s\S]*?)<\/script>/;
const PRELOAD = /<link rel="modulepreload"[^>]*>/g;
const IMPORT = /import (?:\* as (\w+) from )?"([^"]+)";/g;
const ROUTE_MODULES = /__reactRouterRouteModules = (\{[^}]*\})/;
const ENTRY = /import\("([^"]+)"\);\s*$/;

/** Moves by which a visitor shows that he wants something of the page. */
const FIRST_MOVES = ["pointerover", "pointerdown", "touchstart", "keydown", "focusin"];
const IDLE_WAIT_MAX_MS = 2000;

/**
 * A document whose scripts come when it is idle after loading, or at the visitor's first move, and
 * not before its pictures: it works without them (docs/decisions/0010). Takes and gives HTML; one
 * without React Router's starter stays as it is.
 */
export function delayScripts(html: string): string {
  const found = STARTER.exec(html);
  if (!found) return html;
  const [whole, tag = "", code = ""] = found;
  const late = toLateStarter(code);
  if (late === null) return html;
  const start = found.index;
  const delayed = `${html.slice(0, start)}${tag}>${late}</script>${html.slice(start + whole.length)}`;
  return delayed.replace(PRELOAD, "");
}

/** Null for a starter of another shape than the one known: then scripts come as they would. */
function toLateStarter(code: string): string | null {
  const imports = [...code.matchAll(IMPORT)].map(([, name, path]) => ({ name, path }));
  const modules = ROUTE_MODULES.exec(code)?.[1];
  const entry = ENTRY.exec(code)?.[1];
  // A route of several modules (v8_splitRouteModules) is put together by lines of its own.
  const isPlain = !/^const /m.test(code);
  if (imports.length === 0 || !modules || !entry || !isPlain) return null;
  const names = imports.map(({ name }, index) => name ?? `unused${index}`).join(",");
  const loading = imports.map(({ path }) => `import("${path}")`).join(",");
  return [
    `{const wait=new AbortController,{signal}=wait,wake=()=>{if(signal.aborted)return;wait.abort();`,
    `Promise.all([${loading}]).then(([${names}])=>{window.__reactRouterRouteModules=${modules};`,
    `return import("${entry}")})},`,
    // Safari has no requestIdleCallback.
    `idle=()=>window.requestIdleCallback?requestIdleCallback(wake,{timeout:${IDLE_WAIT_MAX_MS}}):setTimeout(wake,200);`,
    `for(const move of ${JSON.stringify(FIRST_MOVES)})addEventListener(move,wake,{signal,passive:true});`,
    `addEventListener("load",idle,{signal})}`,
  ].join("");
}
