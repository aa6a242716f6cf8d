import { useSyncExternalStore } from "react";

let host: Element | null = null;
const listeners = new Set<() => void>();

/**
 * Says where messages are drawn: inside the modal dialog that was opened last, because the rest of
 * the page lies below its backdrop and cannot be clicked; null for the page itself.
 */
export function hostToasts(element: Element | null): void {
  host = element;
  for (const listener of listeners) listener();
}

export function useToastHost(): Element | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => host,
    () => null,
  );
}
