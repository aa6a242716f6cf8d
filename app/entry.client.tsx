import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import type { Words } from "#app/i18n/translate.ts";
import { WordsContext, type WordsSource } from "#app/i18n/translations.ts";
import { MEMBER_ELEMENT_ID, MemberContext, readMember } from "#app/ui/base/member-data.ts";

/** The page's own texts (layout/translations-file.ts); the page names their address. */
async function fetchWords(): Promise<WordsSource | null> {
  const { lang, dataset } = document.documentElement;
  if (!dataset.words) return null;
  const response = await fetch(dataset.words);
  if (!response.ok) throw new Error(`loading the page's texts returned ${response.status}`);
  const words: Words = await response.json();
  return { locale: lang, words, url: dataset.words };
}

const member = readMember(document.getElementById(MEMBER_ELEMENT_ID)?.textContent);

// When its texts cannot be had the page stays as the server made it, and works like that.
fetchWords().then((source) =>
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <WordsContext value={source}>
          <MemberContext value={{ member }}>
            <HydratedRouter />
          </MemberContext>
        </WordsContext>
      </StrictMode>,
    );
  }),
);
