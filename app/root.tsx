import { type ReactNode, useLayoutEffect } from "react";
import { Links, Outlet, Scripts, ScrollRestoration, useLocation } from "react-router";
import { directionOf } from "#domain/locales.ts";
import type { Route } from "./+types/root";
import "./app.css";
import { createTranslate } from "#app/i18n/translate.ts";
import { useWords } from "#app/i18n/translations.ts";
import { AppLinks } from "#app/layout/head-links.tsx";
import { useHydrationMark, useReloadOnReturn } from "#app/layout/hydration-flag.ts";
import { sessionRelayMiddleware } from "#app/middleware/session-relay.ts";
import { describeError, textKeyOf } from "#app/ui/base/error-page.tsx";
import { useOptionalLayoutData } from "#app/ui/base/layout-data.ts";

/** The pipeline of every request, in order; the locale gate follows in layout/layout.tsx. */
export const middleware: Route.MiddlewareFunction[] = [sessionRelayMiddleware];

export const links: Route.LinksFunction = () => [
  { rel: "icon", href: "/favicon.svg", type: "image/svg+xml" },
];

/** Whether to render parts that browsers can leave as the server wrote them, in head and body. */
const IS_SERVER_MARKUP =
  import.meta.env.SSR || import.meta.env.DEV || !import.meta.env.HAS_SERVER_MARKUP;

/** Preact only hydrates the body, and is not used in development. */
const HYDRATES_BODY = !import.meta.env.SSR && !import.meta.env.DEV && import.meta.env.HAS_PREACT;

export function Layout({ children }: { children: ReactNode }) {
  const shell = useOptionalLayoutData();
  const source = useWords();
  const locale = shell?.locale ?? source.locale;
  // As an attribute rather than with `html:has(...)`, for which every new node would restyle the
  // whole page.
  const hasNotice = Boolean(shell?.cookieNotice);
  useHydrationMark();
  useReloadOnReturn();
  const attributes = {
    lang: locale,
    dir: directionOf(locale),
    "data-words": source.url,
    "data-notice": hasNotice ? "" : undefined,
  };
  const body = (
    <>
      {children}
      <ScrollRestoration />
    </>
  );
  if (HYDRATES_BODY) return <RootElement attributes={attributes}>{body}</RootElement>;
  return (
    <html {...attributes}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        {import.meta.env.SSR ? <AppLinks locale={shell?.locale ?? null} /> : null}
        {IS_SERVER_MARKUP ? <Links nonce="" /> : null}
      </head>
      <body>
        {body}
        {IS_SERVER_MARKUP ? <Scripts /> : null}
      </body>
    </html>
  );
}

type RootElementProps = { attributes: Record<string, string | undefined>; children: ReactNode };

/** The document's root element in browsers, whose attributes the server wrote first. */
function RootElement({ attributes, children }: RootElementProps) {
  useLayoutEffect(() => {
    const root = document.documentElement;
    for (const [name, value] of Object.entries(attributes)) {
      if (value === undefined) root.removeAttribute(name);
      else root.setAttribute(name, value);
    }
  });
  return children;
}

export default function Root() {
  return <Outlet />;
}

/** The last resort, without the layout's data: in the language of the document's texts. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const { locale, words } = useWords();
  const { pathname, search } = useLocation();
  const t = createTranslate(locale, words);
  const { kind, reference, unread } = describeError(error);
  const title = t(`error.${kind}.title`);
  return (
    <main className="mx-auto max-w-xl px-6 py-24">
      <title>{title}</title>
      <h1 ref={focusLost} tabIndex={-1} className="text-3xl">
        {title}
      </h1>
      <p className="mt-4">{t(textKeyOf(kind))}</p>
      {unread ? <p className="mt-4">{t("error.form_back")}</p> : null}
      {reference ? <p className="mt-4 text-sm">{t("error.reference", { reference })}</p> : null}
      <p className="mt-8 flex gap-6">
        {unread ? null : (
          <a href={pathname + search} className="link">
            {t("dashboard.retry")}
          </a>
        )}
        <a href="/" className="link">
          {t("error.toHome")}
        </a>
      </p>
    </main>
  );
}

/** Focuses the heading if the focus was lost with the previous page. */
function focusLost(heading: HTMLElement | null): void {
  if (document.activeElement === document.body) heading?.focus();
}
