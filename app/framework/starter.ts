/** Script information for a document's starter. */
export type StarterOptions = {
  /** All modules except the entry, including those of the routes. */
  files: string[];
  /** Indexes of the routes' modules in `files`, by route id. */
  routes: Record<string, number>;
  entry: string;
  /** False for a page that loads no script before the visitor's first interaction. */
  startsWhenIdle: boolean;
};

type StarterWindow = Window & { __reactRouterRouteModules?: Record<string, unknown> };

/**
 * Loads a page's scripts at the visitor's first interaction, or when the page is idle
 * (docs/decisions/0010). If that fails the page continues without, and the next interaction tries
 * again. Until scripts run, a link or a form that would leave the page while offline is blocked
 * (docs/decisions/0022).
 *
 * The server writes the source of this function into the document (late-scripts.server.ts): it must
 * not reference anything outside itself. `load` is `import()`.
 */
export function starter(
  { files, routes, entry, startsWhenIdle }: StarterOptions,
  load: (file: string) => Promise<unknown>,
): void {
  const root = document.documentElement;
  let waiting = new AbortController();
  const start = (event?: Event) => {
    if (waiting.signal.aborted) return;
    // A page that appears under a resting mouse gets such an event as well.
    const isAtRest = event instanceof MouseEvent && !event.movementX && !event.movementY;
    if (isAtRest && event.type === "pointermove") return;
    waiting.abort();
    const hint = document.createElement("link");
    hint.rel = "modulepreload";
    hint.href = entry;
    document.head.append(hint);
    const { layout } = document.getElementById("document-data")?.dataset ?? {};
    for (const url of [root.dataset.words, layout]) if (url) fetch(url).catch(() => {});
    Promise.all(files.map(load))
      .then((modules) => {
        const named = Object.entries(routes).map(([id, place]) => [id, modules[place]]);
        (window as StarterWindow).__reactRouterRouteModules = Object.fromEntries(named);
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
  listen();
  addEventListener("click", stayOffline);
  addEventListener("submit", stayOffline);
  addEventListener("online", () => document.getElementById("offline")?.setAttribute("hidden", ""));
  if (!startsWhenIdle) return;
  // requestIdleCallback: Safari has none.
  const waitForIdle = () =>
    "requestIdleCallback" in window
      ? requestIdleCallback(() => start(), { timeout: 2000 })
      : setTimeout(start, 200);
  addEventListener("load", waitForIdle, { signal: waiting.signal });
}
