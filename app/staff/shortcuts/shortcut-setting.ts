import { useSyncExternalStore } from "react";

const NAME = "staff-shortcuts";
const OFF = "off";
const listeners = new Set<() => void>();

/** True unless this browser's user switched shortcuts off (WCAG 2.1.4). */
function areShortcutsOn(): boolean {
  try {
    return localStorage.getItem(NAME) !== OFF;
  } catch {
    // Without storage access shortcuts stay on, and the switch lasts as long as the page.
    return isOnHere;
  }
}
let isOnHere = true;

/** Switches shortcuts on or off for this browser. */
export function switchShortcuts(isOn: boolean): void {
  isOnHere = isOn;
  try {
    if (isOn) localStorage.removeItem(NAME);
    else localStorage.setItem(NAME, OFF);
  } catch {
    // Without storage access the switch lasts as long as the page (`areShortcutsOn`).
  }
  for (const listener of listeners) listener();
}

/** Whether shortcuts are on; null on the server and without scripts, where there are none. */
export function useShortcutsOn(): boolean | null {
  return useSyncExternalStore(subscribe, areShortcutsOn, () => null);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const FIELDS = "input, select, textarea, [contenteditable]";

/** The pressed key as a shortcut; null while typing, with a modifier, or when switched off. */
export function readShortcut(event: KeyboardEvent): string | null {
  const { target } = event;
  const isTyped = target instanceof HTMLElement && target.matches(FIELDS);
  const isOther = event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented;
  const isModal = document.querySelector("dialog[open]") !== null;
  return isTyped || isOther || isModal || !areShortcutsOn() ? null : event.key;
}
