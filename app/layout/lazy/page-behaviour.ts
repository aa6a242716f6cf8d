import { showToast } from "#app/ui/base/toast-region.tsx";

/**
 * What every page does with links besides following them, once its scripts run: see the three
 * functions below. Takes the text for a reader without a network; returns what ends it. Fetched
 * when the page is idle, for it must not weigh on the first view.
 */
export function startPageBehaviour(offlineText: string): () => void {
  const stop = new AbortController();
  scrollSmoothlyToHash(stop.signal);
  stayWhileOffline(offlineText, stop.signal);
  ignoreAborts(stop.signal);
  return () => stop.abort();
}

/**
 * Scrolls smoothly to the target of a link with a hash (spec §2) and leaves all other scrolling
 * alone. The jump is the browser's own, with focus and history; app.css says how it moves, and that
 * it does not for people who want less motion.
 */
function scrollSmoothlyToHash(signal: AbortSignal): void {
  const { dataset } = document.documentElement;
  const end = () => {
    delete dataset.toHash;
  };
  const onClick = (event: Event) => {
    if (linkOf(event)?.hash) dataset.toHash = "";
    else end();
  };
  addEventListener("click", onClick, { capture: true, signal });
  // Not at popstate, which comes before the jump.
  for (const name of ["scrollend", "wheel", "touchmove"]) {
    addEventListener(name, end, { passive: true, signal });
  }
}

/**
 * Without a network a link or a search would lead to the browser's own error page, and what is on
 * the screen would be gone. The page stays instead and says why (docs/decisions/0022). Forms that
 * post keep what was typed by themselves (forms/preserve-input.ts).
 */
function stayWhileOffline(text: string, signal: AbortSignal): void {
  const hold = (event: Event) => {
    event.preventDefault();
    showToast({ kind: "error", text });
  };
  const holdLeaving = (event: Event) => {
    if (!navigator.onLine && leavesPage(event)) hold(event);
  };
  addEventListener("click", holdLeaving, { capture: true, signal });
  addEventListener("submit", holdLeaving, { capture: true, signal });
  // Last of all listeners: a form that no script has taken over is about to be sent as a document,
  // such as a guest's heart.
  const holdDocument = (event: Event) => {
    if (!navigator.onLine && !event.defaultPrevented) hold(event);
  };
  addEventListener("submit", holdDocument, { signal });
}

/**
 * A click while a page loads ends the load. The router rejects two promises then that nobody
 * handles (`done` of its stream), which browsers would report as errors of the page.
 */
function ignoreAborts(signal: AbortSignal): void {
  const onRejection = (event: PromiseRejectionEvent) => {
    if (event.reason instanceof DOMException && event.reason.name === "AbortError") {
      event.preventDefault();
    }
  };
  addEventListener("unhandledrejection", onRejection, { signal });
}

function leavesPage(event: Event): boolean {
  if (event.target instanceof HTMLFormElement) return event.target.method === "get";
  const link = linkOf(event);
  if (!link || link.target === "_blank" || link.origin !== location.origin) return false;
  const isHere = link.pathname + link.search === location.pathname + location.search;
  return !(isHere && link.hash);
}

function linkOf({ target }: Event): HTMLAnchorElement | null {
  return target instanceof Element ? target.closest("a") : null;
}
