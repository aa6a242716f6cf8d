import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import { PAGE_DATA_ID } from "#app/framework/trims.ts";
import type { Words } from "#app/i18n/translate.ts";
import { WordsContext, type WordsSource } from "#app/i18n/translations.ts";
import { MEMBER_ELEMENT_ID, MemberContext, readMember } from "#app/ui/base/member-data.ts";

type LayoutState = { loaderData: { layout?: object } };
type RouterWindow = Window & { __reactRouterContext?: { state?: LayoutState } };

async function fetchJson<Content>(url: string): Promise<Content> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(url);
  return response.json();
}

/** The page's own texts (layout/translations-file.ts); the page names their address. */
async function fetchWords(): Promise<WordsSource | null> {
  const { lang, dataset } = document.documentElement;
  const { words: url } = dataset;
  return url ? { locale: lang, words: await fetchJson<Words>(url), url } : null;
}

/** The page's data, without a stream; what all pages share is a file (layout/layout-data-file.ts). */
async function readPageData(): Promise<void> {
  const element = document.getElementById(PAGE_DATA_ID);
  const context = (window as RouterWindow).__reactRouterContext;
  if (!element || !context) return;
  const state: LayoutState = JSON.parse(element.textContent);
  const { layout } = element.dataset;
  if (layout) Object.assign(state.loaderData.layout ?? {}, await fetchJson<object>(layout));
  context.state = state;
}

const member = readMember(document.getElementById(MEMBER_ELEMENT_ID)?.textContent);

// When its texts or its data cannot be had the page stays as the server made it, and works like that.
Promise.all([fetchWords(), readPageData()]).then(([source]) =>
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
