import { LRUCache } from "lru-cache";

const ENTRIES_MAX = 600;
/**
 * About three times as many bytes once parsed: anybody can request hundreds of lists that are never
 * requested again.
 */
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
 * Caches parsed responses that are the same for everybody (design §7): products as long as the API
 * allows; reference data (settings, menus, texts) longer, and beyond expiry if fetching fails. One
 * request at a time per key; a request started before `clear` is returned, but not stored.
 */
const cache = new LRUCache<string, Entry, Context>({
  max: ENTRIES_MAX,
  maxSize: CHARACTERS_MAX,
  sizeCalculation: (entry) => entry.size,
  async fetchMethod(_key, _old, { options, context }) {
    const entry = await loadEntry(context);
    // An uncacheable response is shared by concurrent callers only.
    options.ttl = Math.max(entry.freshMs, 1);
    return entry;
  },
  // Callers waiting for a load that `clear` or the limit dropped still get it.
  ignoreFetchAbort: true,
});

async function loadEntry({ load, isReference }: Context): Promise<Entry> {
  const { value, size, freshMs } = await load();
  const freshest = isReference ? freshMs || REFERENCE_FRESH_MS : freshMs;
  return { value: freezeAll(value), size: Math.max(size, 1), freshMs: freshest, isReference };
}

/**
 * The value of `key`, from the cache or by `load`. It is shared between requests and frozen.
 * `isReference`: an expired copy is served for up to an hour while a new one is fetched, and for as
 * long as fetching fails. `isFresh`: always fetches, for the response to a write. Throws what
 * `load` throws when there is no copy to fall back on; the key determines the type of the value.
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
  // Known immediately: a fetch in progress stays in flight, whatever its result.
  const result = status.fetch ?? "miss";
  counts[result] = (counts[result] ?? 0) + 1;
  const entry = await fetching;
  return entry?.value;
}

const counts: Record<string, number> = {};

/**
 * Counts reads by result: a copy (hit), an expired copy (stale), a pending fetch (inflight) or none
 * (miss).
 */
export const publicCacheCounts = (): Readonly<Record<string, number>> => counts;

let generation = 0;

/** Pending requests started before the write, so they are not awaited. */
async function loadFresh(key: string, context: Context): Promise<unknown> {
  const startedAt = generation;
  const entry = await loadEntry(context);
  if (startedAt === generation && entry.freshMs > 0) cache.set(key, entry, { ttl: entry.freshMs });
  return entry.value;
}

/** Drops all copies, including pending ones; called when public data changes. */
export function clearPublicCache(): void {
  generation++;
  cache.clear();
}

/**
 * Marks everything as expired, because changes may go unnoticed from now on. Keeps reference data
 * meanwhile: without a database, error pages are rendered from it.
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

/**
 * Frozen, because the object is shared: a mutation by one request must not affect another's page.
 */
function freezeAll(value: unknown): unknown {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return value;
  Object.freeze(value);
  for (const part of Object.values(value)) freezeAll(part);
  return value;
}
