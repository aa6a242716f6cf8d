import { LRUCache } from "lru-cache";

const ENTRIES_MAX = 600;
/** Three times as many bytes, once parsed: anybody can ask for hundreds of lists that nobody asks for again. */
const CHARACTERS_MAX = 5_000_000;

/** How long reference data is fresh when the API does not say. */
const REFERENCE_FRESH_MS = 30_000;
/** How long an expired copy of reference data is served while a new one is fetched. */
const REVALIDATE_MS = 60 * 60 * 1000;

export type PublicCopy = {
  value: unknown;
  /** Characters of the response, for the cache's limit. */
  size: number;
  /** Milliseconds that the API lets shared caches store it; 0 when it does not. */
  freshMs: number;
};

type Load = () => Promise<PublicCopy>;
type Context = { load: Load; isReference: boolean };
type Entry = { value: unknown; size: number; freshMs: number; isReference: boolean };

/**
 * Parsed responses that are the same for everybody (design §7): products as long as the API allows,
 * reference data (settings, menus, texts) longer, and in an emergency past its time. One request at
 * a time for each key; what was requested before `clear` is returned, but not stored.
 */
const cache = new LRUCache<string, Entry, Context>({
  max: ENTRIES_MAX,
  maxSize: CHARACTERS_MAX,
  sizeCalculation: (entry) => entry.size,
  async fetchMethod(_key, _old, { options, context }) {
    const entry = await loadEntry(context);
    // A response that may not be stored is shared by those who wait for it, and by nobody after them.
    options.ttl = Math.max(entry.freshMs, 1);
    return entry;
  },
  // Those who wait for what `clear` or the limit dropped still get it.
  ignoreFetchAbort: true,
});

async function loadEntry({ load, isReference }: Context): Promise<Entry> {
  const { value, size, freshMs } = await load();
  const freshest = isReference ? freshMs || REFERENCE_FRESH_MS : freshMs;
  return { value: freezeAll(value), size: Math.max(size, 1), freshMs: freshest, isReference };
}

/**
 * The value of `key`, from the cache or by `load`. It is shared between requests and frozen.
 * `isReference`: an expired copy is served for up to an hour while it is fetched anew, and for as
 * long as fetching fails. `isFresh`: fetched now, for the response to a write. Throws what `load`
 * throws when there is no copy to fall back on; the key names the type of the value.
 */
export async function readPublic(
  key: string,
  load: Load,
  options: { isReference: boolean; isFresh: boolean },
): Promise<unknown> {
  const context = { load, isReference: options.isReference };
  if (options.isFresh && !options.isReference) return loadFresh(key, context);
  const status: LRUCache.Status<string, Entry, Context> = {};
  const fetching = cache.fetch(key, {
    context,
    status,
    allowStale: options.isReference && cache.getRemainingTTL(key) > -REVALIDATE_MS,
    // Without a copy, the fetch must reject: lru-cache would resolve to undefined.
    allowStaleOnFetchRejection:
      options.isReference && cache.peek(key, { allowStale: true }) !== undefined,
  });
  // Known at once: what is fetched is on its way, whatever becomes of it.
  const result = status.fetch ?? "miss";
  counts[result] = (counts[result] ?? 0) + 1;
  const entry = await fetching;
  return entry?.value;
}

const counts: Record<string, number> = {};

/** How often a read found a copy (hit), an expired one (stale), one on its way (inflight) or none (miss). */
export const publicCacheCounts = (): Readonly<Record<string, number>> => counts;

let generation = 0;

/** Requests that are under way began before the write, so none of them is waited for. */
async function loadFresh(key: string, context: Context): Promise<unknown> {
  const startedAt = generation;
  const entry = await loadEntry(context);
  if (startedAt === generation && entry.freshMs > 0) cache.set(key, entry, { ttl: entry.freshMs });
  return entry.value;
}

/** Drops all copies, also those under way; called when public data changes. */
export function clearPublicCache(): void {
  generation++;
  cache.clear();
}

/**
 * Has everything fetched anew when it is next used, because changes may go unnoticed from now on.
 * Reference data is kept meanwhile: without a database it is what an error page is made from.
 */
export function expirePublicCache(): void {
  generation++;
  const now = performance.now();
  for (const [key, entry] of [...cache.entries()]) {
    if (!entry.isReference) cache.delete(key);
    else cache.set(key, entry, { ttl: entry.freshMs, start: now - entry.freshMs - 1 });
  }
}

/** Milliseconds that shared caches may store a response; 0 when they may not. */
export function publicLifeMs(response: Response): number {
  const control = response.headers.get("cache-control") ?? "";
  if (!response.ok || !/\bpublic\b/.test(control)) return 0;
  return Number(/\bmax-age=(\d+)/.exec(control)?.[1] ?? 0) * 1000;
}

/** One request's change to what it was given must not reach another's page. */
function freezeAll(value: unknown): unknown {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return value;
  Object.freeze(value);
  for (const part of Object.values(value)) freezeAll(part);
  return value;
}
