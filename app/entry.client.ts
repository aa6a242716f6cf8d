/**
 * Pages work without scripts, so scripts wait until the pictures are there: React's half of them and
 * the page's texts are fetched when the browser is idle after loading, or at the visitor's first
 * move. What is done before that goes the native way.
 */
const FIRST_MOVES = ["pointerover", "pointerdown", "touchstart", "keydown", "focusin"] as const;
const IDLE_WAIT_MAX_MS = 2_000;

const controller = new AbortController();

async function wake(): Promise<void> {
  if (controller.signal.aborted) return;
  controller.abort();
  const { hydrate } = await import("./hydrate.tsx");
  await hydrate();
}

function wakeWhenIdle(): void {
  // Safari has no requestIdleCallback.
  if (!window.requestIdleCallback) setTimeout(wake, 200);
  else requestIdleCallback(wake, { timeout: IDLE_WAIT_MAX_MS });
}

for (const move of FIRST_MOVES) {
  addEventListener(move, wake, { signal: controller.signal, passive: true });
}
if (document.readyState === "complete") wakeWhenIdle();
else addEventListener("load", wakeWhenIdle, { signal: controller.signal });
