import { useRouteLoaderData } from "react-router";
import type { User } from "#app/api-client/accounts.server.ts";
import type { CategoryView, StyleView } from "#app/api-client/catalog.server.ts";
import type { StaticPageLink } from "#app/api-client/pages.server.ts";
import type { Language, SettingsView, SocialLinkView } from "#app/api-client/site.server.ts";
import type { CookieNotice } from "#domain/consent.ts";
import type { Toast } from "#domain/toasts.ts";

/** What the layout loads once for every screen of a locale: settings, menus, the user. */
export type LayoutData = {
  settings: SettingsView;
  categories: CategoryView[];
  styles: StyleView[];
  staticPages: StaticPageLink[];
  socialLinks: SocialLinkView[];
  /** Null for guests. */
  user: User | null;
  /** Ids of products. */
  favorites: string[];
  locale: string;
  defaultLocale: string;
  languages: Language[];
  appUrl: string;
  toast: Toast | null;
  cookieNotice: CookieNotice | null;
};

/** Throws outside of the layout route (layout/layout.tsx). */
export function useLayoutData(): LayoutData {
  const layout = useOptionalLayoutData();
  if (!layout) throw new Error("useLayoutData() outside of the layout route");
  return layout;
}

/** The same, or null on the last-resort error page that is above the layout route. */
export function useOptionalLayoutData(): LayoutData | null {
  // The layout's loader `satisfies LayoutData`; naming its type here would import the layout.
  return (useRouteLoaderData("layout") as LayoutData | undefined) ?? null;
}
