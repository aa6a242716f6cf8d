import { useEffect } from "react";
import type { Location } from "react-router";
import { showOffline } from "#app/ui/base/toast-region.tsx";
import { NavigationStatus } from "./navigation-status.tsx";

export type PageBehaviourProps = {
  /** The location of the document. */
  first: Location;
};

/**
 * What every page does once its scripts run: see the functions below. Fetched when the page is idle,
 * so that it does not delay the first view.
 */
export function PageBehaviour({ first }: PageBehaviourProps) {
  useEffect(() => {
    const stop = new AbortController();
    scrollSmoothlyToHash(stop.signal);
    stayWhileOffline(stop.signal);
    ignoreAborts(stop.signal);
    return () => stop.abort();
  }, []);
  return <NavigationStatus first={first} />;
}

/**
 * Scrolls smoothly to the target of a fragment link (spec §2) and leaves all other scrolling alone.
 * The jump is the browser's own, with focus and history; app.css defines the motion, including for
 * reduced motion.
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
  // Not at popstate, which fires before the jump.
  for (const name of ["scrollend", "wheel", "touchmove"]) {
    addEventListener(name, end, { passive: true, signal });
  }
}

/**
 * While offline, a link or a search would lead to the browser's own error page and lose the
 * screen's content. So would a form that posts to another screen, whose code has not been loaded
 * yet. The page stays instead and explains it (docs/decisions/0022). Forms that post to their own
 * screen keep their input themselves (forms/preserve-input.ts).
 */
function stayWhileOffline(signal: AbortSignal): void {
  const hold = (event: Event) => {
    event.preventDefault();
    showOffline();
  };
  const blockLeaving = (event: Event) => {
    if (navigator.onLine) return;
    const isHeart = isHeartClick(event);
    // Before the heart fills itself.
    if (isHeart) event.stopPropagation();
    if (isHeart || leavesPage(event)) hold(event);
  };
  addEventListener("click", blockLeaving, { capture: true, signal });
  addEventListener("submit", blockLeaving, { capture: true, signal });
  // Runs after all other listeners: a form not handled by a script is about to be submitted as a
  // document, such as a guest's heart.
  const holdDocument = (event: Event) => {
    if (!navigator.onLine && !event.defaultPrevented) hold(event);
  };
  addEventListener("submit", holdDocument, { signal });
}

/**
 * A click during a page load aborts the load. The router then rejects two promises that nobody
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

/**
 * A member's heart is submitted by a script (ui/base/wishlist-button.tsx), which cannot explain
 * failures.
 */
function isHeartClick({ type, target }: Event): boolean {
  return type === "click" && target instanceof Element && target.closest(".heart") !== null;
}

function leavesPage(event: Event): boolean {
  if (event instanceof SubmitEvent) return isSentOn(event);
  const link = linkOf(event);
  if (!link || link.target === "_blank" || link.origin !== location.origin) return false;
  const isHere = link.pathname + link.search === location.pathname + location.search;
  return !(isHere && link.hash);
}

/** True for a form that posts to another screen, or is merely a link (GET). */
function isSentOn({ target, submitter }: SubmitEvent): boolean {
  if (!(target instanceof HTMLFormElement) || target.method === "get") return true;
  const action = submitter?.getAttribute("formaction") ?? target.getAttribute("action") ?? "";
  return new URL(action, location.href).pathname !== location.pathname;
}

function linkOf({ target }: Event): HTMLAnchorElement | null {
  return target instanceof Element ? target.closest("a") : null;
}
