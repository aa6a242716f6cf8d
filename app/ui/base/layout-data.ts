import { use } from "react";
import { useRouteLoaderData } from "react-router";
import type { GroupView } from "#app/api-client/catalog.server.ts";
import type { StaticPageLink } from "#app/api-client/pages.server.ts";
import type { Language, SettingsView, SocialLinkView } from "#app/api-client/site.server.ts";
import type { CookieNotice } from "#domain/cookie-choice.ts";
import type { Toast } from "#domain/toasts.ts";
import { MemberContext, type MemberData } from "./member-data.ts";

/** Settings and menus: the same for everybody, in every document of a locale. */
export type SharedLayout = {
  settings: SettingsView;
  categories: GroupView[];
  styles: GroupView[];
  staticPages: StaticPageLink[];
  socialLinks: SocialLinkView[];
  locale: string;
  defaultLocale: string;
  languages: Language[];
  appUrl: string;
};

/** Data that the layout loads once for all screens of a locale. */
export type LayoutData = SharedLayout & {
  toast: Toast | null;
  cookieNotice: CookieNotice | null;
};

/** The full result of the layout's loader. */
export type LoadedLayout = LayoutData & {
  /**
   * Null in a document, which carries it separately (member-data.ts): the rest is for everybody.
   */
  member: MemberData | null;
};

/** Throws outside the layout route (layout/layout.tsx). */
export function useLayoutData(): LayoutData {
  const layout = useOptionalLayoutData();
  if (!layout) throw new Error("useLayoutData() outside of the layout route");
  return layout;
}

/** The same, or null on the last-resort error page that is above the layout route. */
export function useOptionalLayoutData(): LayoutData | null {
  return useLoadedLayout();
}

function useLoadedLayout(): LoadedLayout | null {
  // The layout's loader `satisfies LoadedLayout`; naming its type here would import the layout.
  return (useRouteLoaderData("layout") as LoadedLayout | undefined) ?? null;
}

/**
 * The page's reader. A component that calls this makes the page render for each member
 * individually; `useShellMember` is for the parts for which cached pages have placeholders.
 */
export function useMember(): MemberData {
  use(MemberContext).onPersonal?.();
  return useShellMember();
}

/** The same for the account in the header and the hearts (layout/member-page.server.tsx). */
export function useShellMember(): MemberData {
  const { member } = use(MemberContext);
  return useLoadedLayout()?.member ?? member;
}

/**
 * What the reader owes the shop, in internal cents, to be paid before anything else; 0 for a guest.
 */
export function useDebtCents(): number {
  return Math.max(0, -(useMember().user?.balanceCents ?? 0));
}
