import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import type { Words } from "./i18n/translate.ts";
import { WordsContext, type WordsSource } from "./i18n/words.ts";

/** The page's own texts (routes/words.ts); the page names their address. */
async function fetchWords(): Promise<WordsSource | null> {
  const { lang, dataset } = document.documentElement;
  if (!dataset.words) return null;
  const answer = await fetch(dataset.words);
  if (!answer.ok) throw new Error(`the page's texts answered ${answer.status}`);
  const words: Words = await answer.json();
  return { locale: lang, words, url: dataset.words };
}

/** Wakes the page. When its texts cannot be had it stays as the server made it, and works. */
export async function hydrate(): Promise<void> {
  const source = await fetchWords();
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <WordsContext value={source}>
          <HydratedRouter />
        </WordsContext>
      </StrictMode>,
    );
  });
}
