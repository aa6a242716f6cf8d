let last = Promise.resolve();

/**
 * Resolves in a turn of the event loop that nobody else who waits here has had: between the long steps
 * of pages (to begin with one, to read what the API says, to render it) requests for kept ones are
 * served. In a crowd a turn would else hold many such steps, of milliseconds each.
 */
export function takeTurn(): Promise<void> {
  last = last.then(() => new Promise((resolve) => setImmediate(resolve)));
  return last;
}
