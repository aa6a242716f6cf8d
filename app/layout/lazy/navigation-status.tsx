import { type RefObject, useEffect, useRef, useState } from "react";
import { type Location, useLocation, useNavigation, useNavigationType } from "react-router";
import { useT } from "#app/i18n/i18n.tsx";

/**
 * What a browser does itself between two documents: shows that one is loading, and announces its
 * title.
 */
export function NavigationStatus({ first }: { first: Location }) {
  const t = useT();
  const isLoading = useNavigation().state !== "idle";
  useReloadIfUnfinished(isLoading);
  const title = useNewPage(first, usePlace(isLoading));
  return (
    <>
      {isLoading ? (
        <div role="progressbar" aria-label={t("shell.loading")} className="navigation-progress" />
      ) : null}
      <p role="status" className="sr-only">
        {title}
      </p>
    </>
  );
}

/**
 * Reloads a document that browsers kept for Back after a form led to another site: otherwise its
 * navigation would stay unfinished, and its buttons busy.
 */
function useReloadIfUnfinished(isLoading: boolean): void {
  useEffect(() => {
    if (!isLoading) return;
    const onShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) window.location.reload();
    };
    addEventListener("pageshow", onShow);
    return () => removeEventListener("pageshow", onShow);
  }, [isLoading]);
}

/**
 * After a navigation by script the focus is lost with the link that had it, or is still on a link
 * in the header or at an invisible end of the page: it moves to the page's heading, where the page
 * begins. A page that has placed the focus itself (a dialog, an error) keeps it, and so does a
 * field, because somebody may be typing. On the way back it moves to the link or button through
 * which that page was left, as between documents. If a form of the same page has removed or
 * disabled its button, the focus stays at that `place`. Returns the title to announce if the focus
 * does not announce the new page.
 */
function useNewPage(first: Location, place: RefObject<Element[]>): string {
  const location = useLocation();
  const isStep = useNavigationType() === "POP";
  const last = useRef(first);
  const links = useLeftLinks();
  const [title, setTitle] = useState("");
  useEffect(() => {
    if (last.current.key === location.key) return;
    const isOther = last.current.pathname !== location.pathname;
    if (!isStep) links.keep(last.current.key);
    last.current = location;
    const isBehind = isLeftBehind(document.activeElement, isOther);
    const isBack = isBehind && isStep && links.focus(location.key);
    const isHere = isBehind && !isBack && !isOther && focusFirst(place.current);
    const hasMoved = isBehind && !isBack && !isHere && focusHeading();
    setTitle(isOther && !hasMoved ? document.title : "");
  }, [location, isStep, links, place]);
  return title;
}

/** The parts of a page by which the place of the focus is found again. */
const PARTS = "li, tr, fieldset, section, article";

/** The focused element when the page began to load, and the parts around it, innermost first. */
function usePlace(isLoading: boolean): RefObject<Element[]> {
  const place = useRef<Element[]>([]);
  useEffect(() => {
    if (!isLoading) return;
    const focused = document.activeElement;
    place.current = focused?.closest("main") ? [focused, ...listParts(focused.parentElement)] : [];
  }, [isLoading]);
  return place;
}

function listParts(element: Element | null): Element[] {
  const part = element?.closest(PARTS);
  return part ? [part, ...listParts(part.parentElement)] : [];
}

/**
 * Focuses the first of these elements that is still available. False if there is none, if it is not
 * visible, or if it is a part that contains the page's heading.
 */
function focusFirst(elements: readonly Element[]): boolean {
  const target = elements.find((one) => one.isConnected && !isDisabled(one));
  if (!(target instanceof HTMLElement) || !isInSight(target)) return false;
  if (target.querySelector("h1")) return false;
  if (target.matches(PARTS)) target.tabIndex = -1;
  target.focus({ preventScroll: true });
  return true;
}

const isDisabled = (element: Element) => element.matches(":disabled");

/** A link or button of a page, with the number of similar ones that precede it. */
type ClickedElement = { label: string; index: number };

/**
 * The links and buttons through which pages were left, by the keys of the history entries, until
 * the next document.
 */
function useLeftLinks() {
  const [links] = useState(() => {
    const left = new Map<string, ClickedElement>();
    let clicked: ClickedElement | undefined;
    return {
      note({ target }: Event): void {
        const element = target instanceof Element ? target.closest<HTMLElement>("a, button") : null;
        const label = element ? labelOf(element) : "";
        clicked = element ? { label, index: listLabelled(label).indexOf(element) } : undefined;
      },
      /** Remembers the last clicked link as the one through which this history entry was left. */
      keep(key: string): void {
        if (clicked) left.set(key, clicked);
        else left.delete(key);
        clicked = undefined;
      },
      /** False if the entry was left in another way, or if the link is gone or in a closed menu. */
      focus(key: string): boolean {
        const { label = "", index = 0 } = left.get(key) ?? {};
        const link = listLabelled(label)[index];
        link?.focus({ preventScroll: true });
        return link !== undefined && document.activeElement === link;
      },
    };
  });
  useEffect(() => {
    addEventListener("click", links.note, { capture: true });
    return () => removeEventListener("click", links.note, { capture: true });
  }, [links]);
  return links;
}

/** The URL of a link, the text of a button. */
const labelOf = (element: Element): string =>
  element instanceof HTMLAnchorElement ? element.href : (element.textContent ?? "");

function listLabelled(label: string): HTMLElement[] {
  const elements = [...document.querySelectorAll<HTMLElement>("a, button")];
  return elements.filter((element) => labelOf(element) === label);
}

function isLeftBehind(focused: Element | null, isOther: boolean): boolean {
  if (focused === null || focused === document.body || isDisabled(focused)) return true;
  if (!focused.matches("a, button, summary")) return false;
  return (isOther && focused.closest("main, dialog") === null) || !isInSight(focused);
}

function isInSight(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return bottom > 0 && top < window.innerHeight && bottom > top;
}

/** False if there is no heading, or a fragment in the URL leads elsewhere. */
function focusHeading(): boolean {
  const heading = document.querySelector<HTMLElement>("main h1");
  if (!heading || window.location.hash !== "") return false;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
  return true;
}
