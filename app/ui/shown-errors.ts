import { useLayoutEffect, useSyncExternalStore } from "react";

/** How many forms of the page show errors. */
let shown = 0;
const listeners = new Set<() => void>();

function add(change: number): void {
  shown += change;
  for (const listener of listeners) listener();
}

/** Registers that a form shows errors, for as long as it does, for the page's title. */
export function useShownErrors(isShown: boolean): void {
  useLayoutEffect(() => {
    if (!isShown) return;
    add(1);
    return () => add(-1);
  }, [isShown]);
}

/** Whether a form of the page shows errors; false while the server renders. */
export function useHasShownErrors(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => shown > 0,
    () => false,
  );
}
