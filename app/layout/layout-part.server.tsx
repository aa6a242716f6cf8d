import type { ReactNode } from "react";
import { renderToString } from "react-dom/server";
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from "react-router";
import { I18nProvider } from "#app/i18n/i18n.tsx";
import type { WordsSource } from "#app/i18n/translations.ts";
import type { LoadedLayout } from "#app/ui/base/layout-data.ts";
import { GUEST, MemberContext, type MemberData } from "#app/ui/base/member-data.ts";
import type { PageAddress } from "./kept-markup.ts";

/** The markup of a part of the layout alone, as it is on the page of that address. */
export function renderLayoutPart(
  part: ReactNode,
  source: { layout: LoadedLayout; words: WordsSource; member?: MemberData; address?: PageAddress },
): string {
  const { layout, member = GUEST, address = { pathname: "/", search: "" } } = source;
  const { locale, words } = source.words;
  const { dataRoutes } = createStaticHandler([
    {
      id: "layout",
      path: "*",
      element: (
        <I18nProvider locale={locale} words={words} currencyName={layout.settings.currencyName}>
          {part}
        </I18nProvider>
      ),
    },
  ]);
  const [route] = dataRoutes;
  if (!route) throw new Error("a handler of one route has none");
  const context = {
    basename: "/",
    location: { ...address, hash: "", state: null, key: "default" },
    matches: [{ params: {}, pathname: "/", pathnameBase: "/", route }],
    loaderData: { layout },
    actionData: null,
    errors: null,
    statusCode: 200,
    loaderHeaders: {},
    actionHeaders: {},
  };
  const router = createStaticRouter(dataRoutes, context);
  return renderToString(
    <MemberContext value={{ member }}>
      <StaticRouterProvider router={router} context={context} hydrate={false} />
    </MemberContext>,
  );
}
