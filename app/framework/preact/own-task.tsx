import { type ComponentType, lazy, Suspense, useEffect, useState } from "react";

/** React yields on its own; Preact hydrates everything in one task (docs/decisions/0060). */
const NEEDS_PAUSES = !import.meta.env.SSR && !import.meta.env.DEV && import.meta.env.HAS_PREACT;

/** Resolves when the components registered so far may be hydrated. */
let last: Promise<void> = Promise.resolve();

/**
 * A component that is hydrated in a separate task, so that a tap need not wait for the rest of the
 * page. It renders a single element, one of those that `hydrateRoot` handles.
 */
export function ownTask<Props extends object>(
  Component: ComponentType<Props>,
): ComponentType<Props> {
  if (!NEEDS_PAUSES) return Component;
  const Part = lazy(async () => {
    await nextTask();
    return { default: Component };
  });
  return (props) => (
    <Suspense>
      <Part {...props} />
    </Suspense>
  );
}

function nextTask(): Promise<void> {
  last = last.then(
    () =>
      new Promise((resolve) => {
        // A message arrives sooner than a timer, and is not delayed by a test's fake clock.
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => {
          port1.close();
          resolve();
        };
        port2.postMessage(null);
      }),
  );
  return last;
}

/** Resolves when all parts of the page have been hydrated. */
export const pageHydrated = (): Promise<void> => last;

/** The same as a hook, once the effects of these parts have run as well. */
export function usePageHydrated(): boolean {
  const [isHydrated, setHydrated] = useState(false);
  useEffect(() => {
    pageHydrated().then(() => setHydrated(true));
  }, []);
  return isHydrated;
}
