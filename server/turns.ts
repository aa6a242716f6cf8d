let last = Promise.resolve();

/**
 * Yields to the event loop; each waiter resolves in a turn of its own. Called between the long
 * steps of a page (starting it, parsing API responses, rendering), so that requests for cached
 * pages are served in between. Under load, one turn would otherwise contain many steps of several
 * milliseconds each.
 */
export function yieldToEventLoop(): Promise<void> {
  last = last.then(() => new Promise((resolve) => setImmediate(resolve)));
  return last;
}
