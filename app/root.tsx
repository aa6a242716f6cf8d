import type { ReactNode } from "react";
import { isRouteErrorResponse, Links, Outlet, Scripts, ScrollRestoration } from "react-router";
import { directionOf } from "#domain/locales.ts";
import type { Route } from "./+types/root";
import "./app.css";
import { useOptionalWords } from "#app/i18n/translations.ts";
import { AppLinks } from "#app/layout/head-links.tsx";
import { useHydrationMark } from "#app/layout/hydration-flag.ts";
import { sessionRelayMiddleware } from "#app/middleware/session-relay.ts";
import { useOptionalLayoutData } from "#app/ui/base/layout-data.ts";

/** The pipeline of every request, in order; the locale gate follows in layout/layout.tsx. */
export const middleware: Route.MiddlewareFunction[] = [sessionRelayMiddleware];

export const links: Route.LinksFunction = () => [
  { rel: "icon", href: "/favicon.svg", type: "image/svg+xml" },
];

/** What the server writes and no browser has to know of: React leaves it in head and body. */
const IS_SERVER_MARKUP =
  import.meta.env.SSR || import.meta.env.DEV || !import.meta.env.HAS_SERVER_MARKUP;

export function Layout({ children }: { children: ReactNode }) {
  const shell = useOptionalLayoutData();
  const locale = shell?.locale ?? "en";
  const wordsUrl = useOptionalWords()?.url;
  // As an attribute rather than with `html:has(...)`, for which every new node would restyle the
  // whole page.
  const hasNotice = Boolean(shell?.cookieNotice);
  useHydrationMark();
  return (
    <html
      lang={locale}
      dir={directionOf(locale)}
      data-words={wordsUrl}
      data-notice={hasNotice ? "" : undefined}
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        {import.meta.env.SSR ? <AppLinks locale={shell?.locale ?? null} /> : null}
        {IS_SERVER_MARKUP ? <Links nonce="" /> : null}
      </head>
      <body>
        {children}
        <ScrollRestoration />
        {IS_SERVER_MARKUP ? <Scripts /> : null}
      </body>
    </html>
  );
}

export default function Root() {
  return <Outlet />;
}

/** The last resort, independent of locale and texts: plain English, no data needed. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const isErrorResponse = isRouteErrorResponse(error);
  const reference = isErrorResponse && hasReference(error.data) ? error.data.reference : null;
  const title =
    isErrorResponse && error.status < 500
      ? `${error.status} ${error.statusText}`
      : "Something went wrong";
  return (
    <main className="mx-auto max-w-xl px-6 py-24">
      <title>{title}</title>
      <h1 className="text-3xl">{title}</h1>
      <p className="mt-4">
        The page could not be shown. Please try again in a moment; nothing you own is lost.
      </p>
      {reference ? <p className="mt-4 text-sm">Reference: {reference}</p> : null}
      <p className="mt-8">
        <a href="/">Go to the start page</a>
      </p>
    </main>
  );
}

function hasReference(value: unknown): value is { reference: string } {
  return typeof value === "object" && value !== null && "reference" in value;
}
