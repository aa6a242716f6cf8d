import { useSyncExternalStore } from "react";

let host: Element | null = null;
const listeners = new Set<() => void>();

/**
 * Sets the element in which messages are rendered: inside the modal dialog opened last, because the
 * rest of the page is inert below its backdrop; null for the page itself.
 */
export function hostToasts(element: Element | null): void {
  host = element;
  for (const listener of listeners) listener();
}

/** The open dialog that contains the toasts; null if the page does. */
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
