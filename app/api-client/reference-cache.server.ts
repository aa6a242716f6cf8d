import { LRUCache } from "lru-cache";
import { clearPublicAnswers } from "./public-answers.server.ts";

/** How long reference data is fresh; afterwards it is served stale while a new copy is fetched. */
const FRESH_MS = 30_000;
const STALE_MS = 24 * 60 * 60 * 1000;

type Entry = { value: unknown; fetchedAt: number };

const entries = new LRUCache<string, Entry>({ max: 500, ttl: STALE_MS });
const underway = new Map<string, Promise<unknown>>();

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
  const fetching = fetchValue()
    .then((value) => {
      entries.set(key, { value, fetchedAt: Date.now() });
      return value;
    })
    .finally(() => underway.delete(key));
  underway.set(key, fetching);
  return fetching;
}

/** Forgets everything; called when the catalogue or the settings change in this process. */
export function clearReferenceCache(): void {
  entries.clear();
  clearPublicAnswers();
}
