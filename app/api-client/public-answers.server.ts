import { LRUCache } from "lru-cache";

const ENTRIES_MAX = 2_000;
const CHARACTERS_MAX = 8_000_000;

/** Parsed answers that any guest may share, for as long as the API's Cache-Control allows. */
const answers = new LRUCache<string, { body: unknown }>({
  max: ENTRIES_MAX,
  maxSize: CHARACTERS_MAX,
});

/** A kept answer that is still fresh, or null. Nobody may change what it holds. */
export function getPublicAnswer(key: string): { body: unknown } | null {
  return answers.get(key) ?? null;
}

/** Keeps an answer that says `public, max-age=N`, for N seconds; no other. */
export function keepPublicAnswer(key: string, response: Response, body: unknown, text: string) {
  const control = response.headers.get("cache-control") ?? "";
  const seconds = Number(/\bmax-age=(\d+)/.exec(control)?.[1] ?? 0);
  if (!response.ok || !/\bpublic\b/.test(control) || seconds === 0) return;
  answers.set(key, { body }, { ttl: seconds * 1000, size: text.length + 1 });
}

/** Forgets everything; called when the catalogue changes in this process. */
export function clearPublicAnswers(): void {
  answers.clear();
}
