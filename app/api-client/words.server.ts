import { ENGLISH_WORDS } from "#app/i18n/i18next.server.ts";
import { mergeWords } from "#app/i18n/neutral-words.server.ts";
import type { Words } from "#app/i18n/translate.ts";
import { getFeatures, getWords } from "./site.server.ts";
import type { ApiClient } from "./transport/transport.server.ts";

type Report = (message: string, error: unknown) => void;

/** Assumes that a server that cannot be reached has no features. */
const PLAIN_WORDS = mergeWords(ENGLISH_WORDS, {}, new Set());

const merged = new WeakMap<Words, Map<string, Words>>();

/**
 * The server's texts of a locale merged over the English ones; only English if they cannot be
 * loaded (spec §1). Equal texts are the same object. Failures are reported, never thrown.
 */
export async function listWords(api: ApiClient, locale: string, report: Report): Promise<Words> {
  try {
    const [words, features] = await Promise.all([
      getWords(api, locale),
      getFeatures(api).catch((error: unknown): ReadonlySet<string> => {
        report("the server's features could not be loaded", error);
        return new Set();
      }),
    ]);
    const known = merged.get(words) ?? new Map<string, Words>();
    merged.set(words, known);
    const key = [...features].join();
    const full = known.get(key) ?? mergeWords(ENGLISH_WORDS, words, features);
    known.set(key, full);
    return full;
  } catch (error) {
    report(`texts for ${locale} could not be loaded`, error);
    return PLAIN_WORDS;
  }
}
