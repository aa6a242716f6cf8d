/** With this many failures in one run, the cause is the store rather than single files. */
const FAILURES_MAX = 3;

/** An item to remove: its key, or something with an id. */
type Removable = string | { id: string | number };

export type RemovalOptions = {
  /** Aborted at shutdown: no further removal starts, which is not an error. */
  stopping?: AbortSignal;
  /**
   * Keys that failed in earlier runs and are listed again; updated by each run. They come last,
   * those that failed longest ago first, so that they never delay others, however many keep
   * failing.
   */
  failed?: Set<string | number>;
};

/**
 * Removes items one after the other. A failure does not stop the others, but after three the run
 * ends, because the store is probably unavailable. Throws the first error at the end.
 */
export async function removeEach<Item extends Removable>(
  items: Iterable<Item> | AsyncIterable<Item>,
  remove: (item: Item) => Promise<void>,
  { stopping, failed = new Set() }: RemovalOptions = {},
): Promise<void> {
  const errors: unknown[] = [];
  const isOver = () => stopping?.aborted || errors.length === FAILURES_MAX;
  const tryOne = async (item: Item) => {
    failed.delete(keyOf(item));
    try {
      await remove(item);
    } catch (error) {
      errors.push(error);
      failed.add(keyOf(item));
    }
  };
  const earlier = new Map<string | number, Item | null>();
  for (const key of failed) earlier.set(key, null);
  for await (const item of items) {
    if (earlier.has(keyOf(item))) earlier.set(keyOf(item), item);
    else if (!isOver()) await tryOne(item);
    // Checked before the next item is looked up or claimed.
    if (isOver()) break;
  }
  for (const [key, item] of earlier) {
    if (isOver()) break;
    if (item === null) failed.delete(key);
    else await tryOne(item);
  }
  if (errors.length > 0) throw errors[0];
}

const keyOf = (item: Removable) => (typeof item === "string" ? item : item.id);
