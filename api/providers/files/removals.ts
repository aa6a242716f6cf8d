/** So many failures in one run are the store's, not those of single files. */
const FAILURES_MAX = 3;

/** What is removed: its key, or something with an id. */
type Removable = string | { id: string | number };

export type RemovalOptions = {
  /** Aborted at a shutdown: no other removal begins, which is no error. */
  stopping?: AbortSignal;
  /**
   * For a run that meets again what failed in earlier ones: their keys, updated. They come last, the
   * longest ago first, so that however many always fail, they hold up no other.
   */
  failed?: Set<string | number>;
};

/**
 * Removes one after the other. One that fails holds up no other; after three the run ends, as the
 * store is away. Then throws the first error.
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
    // Before the next one is looked for, or claimed.
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
