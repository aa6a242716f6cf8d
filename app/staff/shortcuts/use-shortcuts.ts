import { useEffect } from "react";
import { readShortcut } from "./shortcut-setting.ts";

/** The attribute of a shortcut's target: a link is followed, any other control gets the focus. */
const ATTRIBUTE = "data-shortcut";

/**
 * Single-key shortcuts for elements with `data-shortcut` on the page, in a table only within the
 * focused row: a link is followed, a field or button gets the focus, so that a single key never
 * decides anything.
 */
export function useShortcuts() {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const key = readShortcut(event);
      if (key === null || !/^[a-z]$/.test(key)) return;
      const marked = findMarked(`[${ATTRIBUTE}="${key}"]`);
      const control = marked?.matches("a, button")
        ? marked
        : marked?.querySelector<HTMLElement>("input, textarea, button");
      if (!control) return;
      event.preventDefault();
      if (control instanceof HTMLAnchorElement) control.click();
      else control.focus();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
}

function findMarked(selector: string): HTMLElement | undefined {
  const row = document.activeElement?.closest("tr");
  return [...document.querySelectorAll<HTMLElement>(selector)].find((one) => {
    const own = one.closest("tr");
    return own === null || own === row;
  });
}
