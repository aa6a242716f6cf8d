import { LRUCache } from "lru-cache";
import type { Query } from "./query.ts";

const ENTRIES_MAX = 600;
/**
 * Takes about three times as many bytes once parsed: anybody can request hundreds of lists that are
 * never requested again.
 */
const CHARACTERS_MAX = 5_000_000;

/** How long reference data is fresh if the API does not state it. */
const REFERENCE_FRESH_MS = 30_000;
/** How long an expired copy of reference data is served while a new one is fetched. */
const REVALIDATE_MS = 60 * 60 * 1000;

/**
 * Another server's header must not keep an old price for years: it does not share a process with
 * us, so nothing clears our copies when the price changes.
 */
export const PUBLIC_LIFE_MS_MAX = 5 * 60 * 1000;

/** A read that is the same for everybody. */
export type PublicRead<Value> = {
  path: string;
  query?: Query;
  /** Distinguishes two ways to read the same path: part of the cache key. */
  name?: string;
  /** Data needed by many pages, such as menus and texts: an expired copy is better than none. */
  isReference?: boolean;
  /** False for data that is the same in all locales. */
  isLocalized?: boolean;
  /** The locale to request it in, if not that of the page. */
  locale?: string;
  /** Maps the parsed JSON; the result is shared between requests and frozen. */
  read(body: unknown): Value;
};

export type PublicCopy = {
  value: unknown;
  /** Characters of the response, counted towards the cache's limit. */
  size: number;
  /** Milliseconds for which the API lets shared caches store it; 0 if it does not. */
  freshMs: number;
};

type Load = () => Promise<PublicCopy>;
type Context = { load: Load; isReference: boolean };
type Entry = { value: unknown; size: number; freshMs: number; isReference: boolean };

/**
 * Caches parsed responses that are the same for everybody (design §7): products for as long as the
 * API allows; reference data (settings, menus, texts) longer, even past expiry if fetching fails.
 * One request at a time per key; a request started before `clear` still returns its result, but it
 * is not stored.
 */
const cache = new LRUCache<string, Entry, Context>({
  max: ENTRIES_MAX,
  maxSize: CHARACTERS_MAX,
  sizeCalculation: (entry) => entry.size,
  async fetchMethod(_key, _old, { options, context }) {
    const entry = await loadEntry(context);
    // An uncacheable response is only shared by concurrent callers.
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
 * The value of `key`, from the cache or from `load`. It is shared between requests and frozen.
 * `isReference`: an expired copy is served for up to an hour while a new one is fetched, and for as
 * long as fetching fails. `isFresh`: always fetches, for the response to a write. Throws what
 * `load` throws if there is no copy to fall back on. The key determines the type of the value.
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
    // Without a copy the fetch must reject: lru-cache would resolve to undefined.
    allowStaleOnFetchRejection:
      options.isReference && cache.peek(key, { allowStale: true }) !== undefined,
  });
  // Known immediately: a pending fetch counts as inflight, whatever its result.
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

/** Requests still pending were started before the write, so they are not awaited. */
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
 * until it is replaced: without a database, error pages are rendered from it.
 */
export function expirePublicCache(): void {
  generation++;
  const now = performance.now();
  for (const [key, entry] of [...cache.entries()]) {
    if (!entry.isReference) cache.delete(key);
    else cache.set(key, entry, { ttl: entry.freshMs, start: now - entry.freshMs - 1 });
  }
}

/**
 * Milliseconds for which shared caches may store a response, at most `PUBLIC_LIFE_MS_MAX`; 0 if
 * they may not.
 */
export function publicLifeMs(response: Response): number {
  const control = readDirectives(response.headers.get("cache-control") ?? "");
  if (!response.ok || !control.has("public")) return 0;
  if (NOT_SHARED.some((name) => control.has(name))) return 0;
  const seconds = control.get("s-maxage") ?? control.get("max-age") ?? "";
  return /^\d+$/.test(seconds) ? Math.min(Number(seconds) * 1000, PUBLIC_LIFE_MS_MAX) : 0;
}

/**
 * Each of these forbids reusing a response for others, regardless of other directives (RFC 9111
 * §5.2.2).
 */
const NOT_SHARED = ["no-store", "no-cache", "private"];

/**
 * The directives of a `Cache-Control` by their lower-case names; of repeated ones the first counts.
 */
function readDirectives(control: string): Map<string, string> {
  const directives = control.split(",").map((directive): [string, string] => {
    const [name = "", value = ""] = directive.trim().split("=", 2);
    return [name.toLowerCase(), value];
  });
  return new Map(directives.reverse());
}

/**
 * Frozen because the object is shared: a mutation by one request must not affect another's page.
 */
function freezeAll(value: unknown): unknown {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return value;
  Object.freeze(value);
  for (const part of Object.values(value)) freezeAll(part);
  return value;
}
