import { type RefObject, useEffect, useRef } from "react";
import { useLocation } from "react-router";

/** Dropdowns close this long after the mouse has left them (spec §2, §9). */
const DROPDOWN_CLOSE_MS = 100;

/**
 * Makes a native `<details>` a dropdown: opens on click, Enter or Space, and on hover if requested,
 * but not on focus, so that Tab skips it. Closes 100 ms after the mouse has left (but not while it
 * is used by keyboard), on Escape, on a click elsewhere, on a link in it and on navigation. Without
 * scripts, and if its content is shown in place, the element simply opens and closes on a click.
 */
export function useDropdown(
  ref: RefObject<HTMLDetailsElement | null>,
  { opensOnHover = false }: { opensOnHover?: boolean } = {},
): void {
  const location = useLocation();

  // Not initially: an element opened before scripts ran stays open.
  const page = location.pathname + location.search;
  const openedOn = useRef(page);
  useEffect(() => {
    if (openedOn.current === page) return;
    openedOn.current = page;
    if (ref.current) ref.current.open = false;
  }, [ref, page]);

  useEffect(() => {
    const details = ref.current;
    if (!details) return;
    const controller = new AbortController();
    closeWhenLeft(details, controller.signal);
    closeWhenMouseLeft(details, controller.signal);
    if (opensOnHover) openOnHover(details, controller.signal);
    return () => controller.abort();
  }, [ref, opensOnHover]);
}

/**
 * True if the content opens over the page. Content in place, opened or closed by a passing mouse,
 * would move what is below it.
 */
function isOverPage(details: HTMLDetailsElement): boolean {
  const panel = details.querySelector(":scope > :not(summary)");
  return panel !== null && getComputedStyle(panel).position === "absolute";
}

/** Closes it unless its content is in place; returns whether it was open. */
function close(details: HTMLDetailsElement): boolean {
  if (!details.open || !isOverPage(details)) return false;
  details.open = false;
  return true;
}

function closeWhenLeft(details: HTMLDetailsElement, signal: AbortSignal): void {
  const summary = details.querySelector("summary");
  const onKey = (event: KeyboardEvent) => {
    if (event.key === "Escape" && close(details)) summary?.focus();
  };
  const onOutside = ({ target }: Event) => {
    if (!(target instanceof Node && details.contains(target))) close(details);
  };
  const onFocusOut = ({ relatedTarget }: FocusEvent) => {
    if (relatedTarget instanceof Node && !details.contains(relatedTarget)) close(details);
  };
  // A link to the page itself causes no navigation that would close it.
  const onClick = ({ target }: Event) => {
    if (target instanceof Element && target.closest("a")) close(details);
  };
  // If the content is in place, a part above it that closes may move it out of view.
  const onToggle = () => {
    if (details.open && !isOverPage(details)) summary?.scrollIntoView({ block: "nearest" });
  };
  document.addEventListener("keydown", onKey, { signal });
  document.addEventListener("pointerdown", onOutside, { signal });
  details.addEventListener("focusout", onFocusOut, { signal });
  details.addEventListener("click", onClick, { signal });
  details.addEventListener("toggle", onToggle, { signal });
}

function closeWhenMouseLeft(details: HTMLDetailsElement, signal: AbortSignal): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const keepOpen = () => clearTimeout(timer);
  const onLeave = ({ pointerType }: PointerEvent) => {
    if (pointerType !== "mouse") return;
    timer = setTimeout(() => {
      // A click on the button focuses it as well, but without a visible focus.
      if (!details.querySelector(":focus-visible")) close(details);
    }, DROPDOWN_CLOSE_MS);
  };
  details.addEventListener("pointerenter", keepOpen, { signal });
  details.addEventListener("pointerleave", onLeave, { signal });
  signal.addEventListener("abort", keepOpen);
}

function openOnHover(details: HTMLDetailsElement, signal: AbortSignal): void {
  let isOpenedByMouse = false;
  const open = () => {
    if (details.open || !isOverPage(details)) return;
    // Only one is open at a time, and another is being used by keyboard.
    if (document.querySelector(".dropdown[open] :focus-visible")) return;
    details.open = true;
    isOpenedByMouse = true;
  };
  const onEnter = ({ pointerType }: PointerEvent) => {
    if (pointerType === "mouse") open();
  };
  // Already open on hover: the click that follows must not close it, but the next one may.
  const onClick = (event: MouseEvent) => {
    if (event.detail > 0 && isOpenedByMouse && details.open) event.preventDefault();
    isOpenedByMouse = false;
  };
  details.addEventListener("pointerenter", onEnter, { signal });
  details.querySelector("summary")?.addEventListener("click", onClick, { signal });
  // The mouse may have been there before the scripts ran.
  if (matchMedia("(hover: hover)").matches && details.matches(":hover")) open();
}
