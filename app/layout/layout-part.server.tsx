import type { ReactNode } from "react";
import type { PageAddress } from "#app/framework/kept-markup.tsx";
import { renderPart } from "#app/framework/render-part.server.tsx";
import { I18nProvider } from "#app/i18n/i18n.tsx";
import type { WordsSource } from "#app/i18n/translations.ts";
import type { LoadedLayout } from "#app/ui/base/layout-data.ts";
import { GUEST, MemberContext, type MemberData } from "#app/ui/base/member-data.ts";

/** The markup of a single part of the layout, as on the page with that URL. */
export function renderLayoutPart(
  part: ReactNode,
  source: { layout: LoadedLayout; words: WordsSource; member?: MemberData; address?: PageAddress },
): string {
  const { layout, member = GUEST, address = { pathname: "/", search: "" } } = source;
  const { locale, words } = source.words;
  return renderPart(
    <MemberContext value={{ member }}>
      <I18nProvider locale={locale} words={words} currencyName={layout.settings.currencyName}>
        {part}
      </I18nProvider>
    </MemberContext>,
    { routeId: "layout", loaderData: layout, address },
  );
}
