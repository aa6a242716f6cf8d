import { type ComponentType, use, useEffect, useState } from "react";
import { data, Outlet, type ShouldRevalidateFunctionArgs, useLocation } from "react-router";
import { promiseHash } from "remix-utils/promise";
import { ownTask } from "#app/framework/preact/own-task.tsx";
import { I18nProvider, useT } from "#app/i18n/i18n.tsx";
import { useWords } from "#app/i18n/translations.ts";
import { canonicalPath } from "#app/middleware/canonical-path.ts";
import { leaveGuestDocument } from "#app/middleware/guest-document.ts";
import { keepLayout } from "#app/middleware/keep-layout.ts";
import { getLanguages, getLocale, localeGate } from "#app/middleware/locale.ts";
import { getShellUser } from "#app/middleware/session-relay.ts";
import { requireWebRequest } from "#app/middleware/web-context.ts";
import { takeToast } from "#app/request/flash-toast.ts";
import { orElse } from "#app/request/or-null.ts";
import { listFavoriteIds } from "#app/shop/wishlist/wishlist.server.ts";
import { CookieNotice } from "#app/site/cookies/cookie-notice.tsx";
import { readCookieNotice } from "#app/site/cookies/read-cookie-notice.ts";
import { type LoadedLayout, useLayoutData, useShellMember } from "#app/ui/base/layout-data.ts";
import { lazyPart } from "#app/ui/base/lazy-part.tsx";
import { MEMBER_ELEMENT_ID, MemberContext, writeMember } from "#app/ui/base/member-data.ts";
import { ToastRegion } from "#app/ui/base/toast-region.tsx";
import { WishlistForm } from "#app/ui/base/wishlist-button.tsx";
import { wasNotProcessed } from "#domain/unsent-forms.ts";
import type { Route } from "./+types/layout";
import { Footer } from "./footer.tsx";
import { HeaderRow, PhoneSearch } from "./header.tsx";
import { useMemberMark } from "./hydration-flag.ts";
import type { PageBehaviourProps } from "./lazy/page-behaviour.tsx";
import { loadSharedLayout } from "./shared-layout.server.ts";

const PersonViewBar = lazyPart(
  async () => (await import("./lazy/person-view-bar.tsx")).PersonViewBar,
);

const HeaderTask = ownTask(HeaderRow);
const ContentTask = ownTask(Content);
const FooterTask = ownTask(Footer);

export const middleware: Route.MiddlewareFunction[] = [
  localeGate,
  canonicalPath,
  // In development a member's document does not request the layout with every page (below).
  ...(import.meta.env.DEV ? [] : [leaveGuestDocument]),
];

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [keepLayout];

export async function loader({ request, context }: Route.LoaderArgs) {
  const locale = getLocale(context);
  const { shared, user, favorites, flash } = await promiseHash({
    shared: loadSharedLayout(context, { locale, languages: getLanguages(context) }),
    user: orElse(context, "profile", getShellUser(context), null),
    favorites: orElse(context, "wishlist", listFavoriteIds(context), []),
    flash: takeToast(context, request),
  });
  const member = { user, favorites };
  const web = requireWebRequest(context);
  if (web.isDocument) web.member = member;
  return data(
    {
      ...shared,
      toast: flash?.toast ?? null,
      cookieNotice: readCookieNotice(context, request),
      member: web.isDocument ? null : member,
    } satisfies LoadedLayout,
    { headers: flash ? { "set-cookie": flash.setCookie } : {} },
  );
}

/**
 * The layout depends on the language and, for members, on their balance; not for guests. A form
 * that failed in transit changed nothing: revalidating would fail too and lose the form.
 */
export function shouldRevalidate(args: ShouldRevalidateFunctionArgs) {
  if (import.meta.env.DEV) return args.defaultShouldRevalidate;
  if (wasNotProcessed(args.actionStatus)) return false;
  const isSwitched = args.currentParams.locale !== args.nextParams.locale;
  const isMutation = args.formMethod !== undefined && args.formMethod !== "GET";
  return isSwitched || isMutation || document.documentElement.dataset.member === "true";
}

export default function Locale() {
  const { locale, settings, toast, cookieNotice } = useLayoutData();
  const { user } = useShellMember();
  const { words } = useWordsOf(locale);
  useMemberMark(user !== null);
  return (
    <I18nProvider locale={locale} words={words} currencyName={settings.currencyName}>
      <SkipLink />
      <CookieNotice notice={cookieNotice} />
      <HeaderTask />
      <PhoneSearch />
      <ContentTask />
      <FooterTask />
      {user?.viewedUntil ? <PersonViewBar email={user.email} until={user.viewedUntil} /> : null}
      <LatePageBehaviour />
      <WishlistForm />
      <ToastRegion toast={toast} />
      <MemberElement />
    </I18nProvider>
  );
}

function Content() {
  return (
    <main id="content" tabIndex={-1} className="outline-none">
      <Outlet />
    </main>
  );
}

/**
 * A client-side switch to another language (by a redirect) requires that language's document after
 * all.
 */
function useWordsOf(locale: string) {
  const source = useWords();
  useEffect(() => {
    if (source.locale !== locale) window.location.reload();
  }, [source.locale, locale]);
  return source;
}

/**
 * Fetched once the page is shown, because nothing waits for it. Until then the starter shows the
 * offline note (framework/starter/starter.ts).
 */
function LatePageBehaviour() {
  const t = useT();
  // The document's location: a navigation may end before that file has been loaded.
  const [first] = useState(useLocation());
  const [PageBehaviour, setPageBehaviour] = useState<ComponentType<PageBehaviourProps> | null>(
    null,
  );
  useEffect(() => {
    import("#app/layout/lazy/page-behaviour.tsx").then(
      (loaded) => setPageBehaviour(() => loaded.PageBehaviour),
      () => {},
    );
  }, []);
  return (
    <>
      <p id="offline" role="alert" hidden className="offline-note card">
        {t("shell.offline")}
      </p>
      {PageBehaviour ? <PageBehaviour first={first} /> : null}
    </>
  );
}

/** For the browser's entry, which reads it before rendering (entry.client.tsx). */
function MemberElement() {
  const { member } = use(MemberContext);
  const text = import.meta.env.SSR ? writeMember(member) : "";
  return (
    <script
      id={MEMBER_ELEMENT_ID}
      type="application/json"
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: a data block, escaped by writeMember
      dangerouslySetInnerHTML={{ __html: text }}
    />
  );
}

function SkipLink() {
  const t = useT();
  return (
    <a href="#content" className="skip-link">
      {t("shell.skip")}
    </a>
  );
}
