import { LRUCache } from "lru-cache";
import { clearPublicAnswers } from "#app/api-client/transport/response-cache.server.ts";

/** How long reference data is fresh; afterwards it is served stale while a new copy is fetched. */
const FRESH_MS = 30_000;
const STALE_MS = 24 * 60 * 60 * 1000;

type Entry = { value: unknown; fetchedAt: number };

const entries = new LRUCache<string, Entry>({ max: 500, ttl: STALE_MS });
const underway = new Map<string, Promise<unknown>>();
let generation = 0;

/**
 * Public reference data (settings, languages, words, categories, styles), the same for everybody
 * (design §7). One fetch at a time for each key; a failed refresh keeps the old copy.
 * Throws what `fetchValue` throws only when there is no copy at all.
 */
export async function cachedReference<Value>(
  key: string,
  fetchValue: () => Promise<Value>,
): Promise<Value> {
  const entry = entries.get(key);
  if (entry) {
    if (Date.now() - entry.fetchedAt > FRESH_MS) refresh(key, fetchValue).catch(() => {});
    // The key names the type: each is used with one fetch function only.
    return entry.value as Value;
  }
  return refresh(key, fetchValue);
}

function refresh<Value>(key: string, fetchValue: () => Promise<Value>): Promise<Value> {
  const running = underway.get(key);
  if (running) return running as Promise<Value>;
  const startedAt = generation;
  const fetching = fetchValue()
    .then((value) => {
      // What was asked for before a change may be older than the change.
      if (startedAt === generation) entries.set(key, { value, fetchedAt: Date.now() });
      return value;
    })
    .finally(() => {
      if (underway.get(key) === fetching) underway.delete(key);
    });
  underway.set(key, fetching);
  return fetching;
}

/** Forgets everything, also what is on its way; called when public data changes. */
export function clearReferenceCache(): void {
  generation++;
  entries.clear();
  underway.clear();
  clearPublicAnswers();
}

/**
 * Has everything fetched anew when it is next used, because changes may go unnoticed from now on.
 * Copies are kept meanwhile: without a database they are what an error page is made from.
 */
export function expireReferenceCache(): void {
  for (const entry of entries.values()) entry.fetchedAt = 0;
  clearPublicAnswers();
}
