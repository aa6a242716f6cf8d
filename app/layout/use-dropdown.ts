import { type RefObject, useEffect, useRef } from "react";
import { useLocation } from "react-router";

/** Dropdowns close this long after the mouse has left them (spec §2, §9). */
const DROPDOWN_CLOSE_MS = 100;

/**
 * Makes a native `<details>` a dropdown: opens on hover, click, Enter or Space, but not on focus,
 * so that Tab skips it; closes 100 ms after the mouse has left but not while somebody who uses the
 * keyboard is inside, on Escape, on a click elsewhere and on navigation. Without scripts, and where its content is
 * shown in place, the element simply opens and closes on a click.
 */
export function useDropdown(
  ref: RefObject<HTMLDetailsElement | null>,
  options: { opensOnHover?: boolean } = {},
): void {
  const { opensOnHover = false } = options;
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
    const summary = details.querySelector("summary");
    const controller = new AbortController();
    const { signal } = controller;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const panel = details.querySelector(":scope > :not(summary)");
    // Content in place would, opened or closed by a mouse that passes, move what is below it.
    const isOverPage = () => panel !== null && getComputedStyle(panel).position === "absolute";
    const canClose = () => details.open && isOverPage();
    // A click on the button gives it the focus, too, but no visible one.
    const isUsedByKeyboard = () => details.querySelector(":focus-visible") !== null;
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || !canClose()) return;
      details.open = false;
      summary?.focus();
    };
    const onOutside = (event: Event) => {
      const isInside = event.target instanceof Node && details.contains(event.target);
      if (!isInside && canClose()) details.open = false;
    };
    // A link to the page itself is no navigation that would close it.
    const onLink = (event: Event) => {
      const isLink = event.target instanceof Element && event.target.closest("a") !== null;
      if (isLink && canClose()) details.open = false;
    };
    // In place, the part above it that closes may take it out of sight.
    const onToggle = () => {
      if (details.open && !isOverPage()) summary?.scrollIntoView({ block: "nearest" });
    };
    details.addEventListener("click", onLink, { signal });
    details.addEventListener("toggle", onToggle, { signal });
    document.addEventListener("keydown", onKey, { signal });
    document.addEventListener("pointerdown", onOutside, { signal });
    details.addEventListener(
      "focusout",
      (event) => {
        // The next focused node is an element.
        const isInside = !event.relatedTarget || details.contains(event.relatedTarget as Node);
        if (!isInside && canClose()) details.open = false;
      },
      { signal },
    );
    if (opensOnHover) {
      let isOpenedByMouse = false;
      const openByMouse = () => {
        if (details.open || !isOverPage()) return;
        // Only one is open, and somebody uses another by keyboard.
        if (document.querySelector(".dropdown[open] :focus-visible")) return;
        details.open = true;
        isOpenedByMouse = true;
      };
      const onEnter = (event: PointerEvent) => {
        clearTimeout(timer);
        if (event.pointerType === "mouse") openByMouse();
      };
      const onLeave = (event: PointerEvent) => {
        if (event.pointerType !== "mouse") return;
        timer = setTimeout(() => {
          if (!isUsedByKeyboard() && canClose()) details.open = false;
        }, DROPDOWN_CLOSE_MS);
      };
      details.addEventListener("pointerenter", onEnter, { signal });
      details.addEventListener("pointerleave", onLeave, { signal });
      // Already open by hover: the click that follows must not close it, the next one may.
      const onClick = (event: MouseEvent) => {
        if (event.detail > 0 && isOpenedByMouse && details.open) event.preventDefault();
        isOpenedByMouse = false;
      };
      summary?.addEventListener("click", onClick, { signal });
      // The mouse may have been there before the scripts.
      if (matchMedia("(hover: hover)").matches && details.matches(":hover")) openByMouse();
    }
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [ref, opensOnHover]);
}
