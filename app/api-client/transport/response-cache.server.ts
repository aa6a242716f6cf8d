import { LRUCache } from "lru-cache";

const ENTRIES_MAX = 2_000;
const CHARACTERS_MAX = 8_000_000;

/** Parsed responses that any guest may share, for as long as the API's Cache-Control allows. */
const answers = new LRUCache<string, { body: unknown }>({
  max: ENTRIES_MAX,
  maxSize: CHARACTERS_MAX,
});
let generation = 0;

/** A kept response that is still fresh, or null. Nobody may change what it holds. */
export function getPublicAnswer(key: string): { body: unknown } | null {
  return answers.get(key) ?? null;
}

/**
 * To be called before a response is asked for. The function it returns keeps that response, for N
 * seconds when it says `public, max-age=N` and not at all otherwise, unless everything has been
 * forgotten meanwhile: then it may be older than the change.
 */
export function preparePublicAnswer(key: string) {
  const startedAt = generation;
  return (response: Response, body: unknown, text: string): void => {
    const control = response.headers.get("cache-control") ?? "";
    const seconds = Number(/\bmax-age=(\d+)/.exec(control)?.[1] ?? 0);
    if (!response.ok || !/\bpublic\b/.test(control) || seconds === 0) return;
    if (startedAt !== generation) return;
    answers.set(key, { body }, { ttl: seconds * 1000, size: text.length + 1 });
  };
}

/** Forgets everything; called when public data changes. */
export function clearPublicAnswers(): void {
  generation++;
  answers.clear();
}
