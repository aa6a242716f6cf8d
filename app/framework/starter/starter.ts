/** The scripts that all pages of a build load, written into the starter's file. */
export type CommonScripts = {
  /** React Router's `window.__reactRouterContext`, without data. */
  context: Record<string, unknown>;
  manifest: string;
  /** The modules of the routes above all screens, by route id. */
  routes: Record<string, string>;
  /** The imports of these and of the entry. */
  files: string[];
  entry: string;
};

/** The other scripts of a page, as JSON in `data-page` of the starter's element. */
export type PageScripts = {
  /** The table of routes, if it is not the common one. */
  manifest?: string;
  routes: Record<string, string>;
  files?: string[];
  /** True for a page that does not wait for the visitor's first interaction. */
  idle?: true;
};

type StarterWindow = Window & {
  __reactRouterContext?: unknown;
  __reactRouterRouteModules?: Record<string, unknown>;
};

/**
 * Loads a page's scripts at the visitor's first interaction, or when the page is idle
 * (docs/decisions/0010). If that fails, the page continues without them, and the next interaction
 * tries again. Until scripts run, a link or form that would leave the page while offline is blocked
 * (docs/decisions/0022).
 *
 * The build writes the source of this function, called with `common`, into a separate file
 * (plugin.server.ts): it must not reference anything outside itself. `load` is `import()`.
 */
export function starter(common: CommonScripts, load: (file: string) => Promise<unknown>): void {
  const root = document.documentElement;
  const page: PageScripts = JSON.parse(document.currentScript?.dataset.page ?? "{}");
  const routes = { ...common.routes, ...page.routes };
  const manifest = page.manifest ?? common.manifest;
  const files = [manifest, ...Object.values(routes), ...common.files, ...(page.files ?? [])];
  const { entry } = common;
  let waiting = new AbortController();
  const start = (event?: Event) => {
    if (waiting.signal.aborted) return;
    // A page that appears under a resting mouse also gets such an event.
    const isAtRest = event instanceof MouseEvent && !event.movementX && !event.movementY;
    if (isAtRest && event.type === "pointermove") return;
    waiting.abort();
    const hint = document.createElement("link");
    hint.rel = "modulepreload";
    hint.href = entry;
    document.head.append(hint);
    const { layout } = document.getElementById("document-data")?.dataset ?? {};
    for (const url of [root.dataset.words, layout]) if (url) fetch(url).catch(() => {});
    const toModule = async ([id, file]: [string, string]) => [id, await load(file)];
    Promise.all(files.map(load))
      .then(() => Promise.all(Object.entries(routes).map(toModule)))
      .then((modules) => {
        const own = window as StarterWindow;
        // A page that failed, or whose data is not plain JSON, has already set it.
        own.__reactRouterContext ??= common.context;
        own.__reactRouterRouteModules = Object.fromEntries(modules);
        return load(entry);
      })
      .catch(() => {
        root.dataset.native = "";
        setTimeout(listen, 5000);
      });
  };
  const listen = () => {
    waiting = new AbortController();
    const options = { signal: waiting.signal, passive: true, capture: true };
    const moves = "pointermove pointerdown touchstart wheel scroll keydown focusin input click";
    for (const move of moves.split(" ")) addEventListener(move, start, options);
  };
  const stayOffline = (event: Event) => {
    if (navigator.onLine || root.dataset.hydrated || event.defaultPrevented) return;
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (event.type === "click") {
      const here = location.href.split("#")[0];
      if (!link || link.target || link.origin !== location.origin) return;
      if (link.href.startsWith(`${here}#`)) return;
    }
    event.preventDefault();
    document.getElementById("offline")?.removeAttribute("hidden");
  };
  /** Replaces the inline script of React Router's <ScrollRestoration> (late-scripts.server.ts). */
  const restoreScroll = () => {
    if (!history.state?.key) {
      // Nothing is stored for a new entry, and accessing the storage would block the page for a
      // while.
      history.replaceState({ key: Math.random().toString(32).slice(2) }, "");
      return;
    }
    try {
      const positions = JSON.parse(sessionStorage.getItem("react-router-scroll-positions") ?? "{}");
      const y: unknown = positions[history.state.key];
      // The browser may have restored the position already, or the visitor may have scrolled.
      if (typeof y === "number" && scrollY === 0) scrollTo(0, y);
    } catch {
      // Without storage, or with invalid content, the page stays at the top.
    }
  };
  restoreScroll();
  root.dataset.starter = "";
  listen();
  addEventListener("click", stayOffline);
  addEventListener("submit", stayOffline);
  addEventListener("online", () => document.getElementById("offline")?.setAttribute("hidden", ""));
  // A click or a key press before this file was loaded counts as the first interaction.
  if (navigator.userActivation?.hasBeenActive) start();
  if (!page.idle) return;
  // Safari has no requestIdleCallback.
  const waitForIdle = () =>
    "requestIdleCallback" in window
      ? requestIdleCallback(() => start(), { timeout: 2000 })
      : setTimeout(start, 200);
  if (document.readyState === "complete") waitForIdle();
  else addEventListener("load", waitForIdle, { signal: waiting.signal });
}
