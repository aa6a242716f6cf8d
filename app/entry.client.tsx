import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import { fetchJson, readPageData } from "#app/framework/read-page-data.ts";
import { untilLoaded } from "#app/framework/until-loaded.ts";
import type { Words } from "#app/i18n/translate.ts";
import { WordsContext, type WordsSource } from "#app/i18n/translations.ts";
import { MEMBER_ELEMENT_ID, MemberContext, readMember } from "#app/ui/base/member-data.ts";

/** The page's own texts (layout/translations-file.ts), whose URL is in the page. */
async function fetchWords(): Promise<WordsSource | null> {
  const { lang, dataset } = document.documentElement;
  const { words: url } = dataset;
  return url ? { locale: lang, words: await fetchJson<Words>(url), url } : null;
}

/** The names of tracking parameters are only fetched for an address that may have some. */
async function cleanAddress(): Promise<void> {
  if (window.location.search === "") return;
  const { removeTracking } = await import("#app/framework/starter/page-address.ts");
  removeTracking();
}

// Without its texts and data the page stays as the server rendered it, and works in that form.
const loading = Promise.all([
  untilLoaded(fetchWords),
  untilLoaded(readPageData),
  untilLoaded(cleanAddress),
]);

// Creating the first Intl object takes a tenth of a second on a phone: do it here rather than in
// the task that hydrates the page.
new Intl.NumberFormat();

const member = readMember(document.getElementById(MEMBER_ELEMENT_ID)?.textContent);

loading.then(([source]) =>
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
