import { useMemo } from "react";
import { Outlet, type ShouldRevalidateFunctionArgs } from "react-router";
import { listViews } from "#app/api-client/staff/views.server.ts";
import { I18nProvider, useI18n, useT } from "#app/i18n/i18n.tsx";
import { requireStaff, requireStaffMiddleware } from "#app/middleware/guards.ts";
import { getStaffWords } from "#app/middleware/locale.ts";
import { hasUnsent } from "#app/middleware/note-unsent.ts";
import { getApi } from "#app/middleware/session-relay.ts";
import type { Route } from "./+types/staff";
import { ifOffered } from "./if-offered.server.ts";
import { listNavigation } from "./navigation.ts";
import { StaffMenu } from "./staff-menu.tsx";

/**
 * Guards the pages, data and forms of all child screens. Each of them also requires its own right.
 */
export const middleware: Route.MiddlewareFunction[] = [requireStaffMiddleware];

/** The menu for the person's role, the texts of the screens, and the person's saved views. */
export async function loader({ context }: Route.LoaderArgs) {
  // The returned form is shown in this layout, without a menu.
  if (hasUnsent(context)) return { navigation: [], words: getStaffWords(context), views: null };
  const { staffRole } = await requireStaff(context);
  return {
    navigation: listNavigation(staffRole),
    words: getStaffWords(context),
    views: await ifOffered(listViews(getApi(context))),
  };
}

/** Menu and texts do not change between screens; views only change when one is saved. */
export function shouldRevalidate(args: ShouldRevalidateFunctionArgs) {
  const { currentParams, nextParams, formAction } = args;
  return currentParams.locale !== nextParams.locale || /\/staff\/views\b/.test(formAction ?? "");
}

/**
 * The layout of the staff screens (design §4): the menu and the open screen, without the shop's
 * footer (app.css).
 */
export default function Staff({ loaderData }: Route.ComponentProps) {
  const { locale, words, currencyName } = useI18n();
  const all = useMemo(() => ({ ...words, ...loaderData.words }), [words, loaderData.words]);
  return (
    <I18nProvider locale={locale} words={all} currencyName={currencyName}>
      <Frame navigation={loaderData.navigation} />
    </I18nProvider>
  );
}

function Frame({ navigation }: Pick<Route.ComponentProps["loaderData"], "navigation">) {
  const t = useT();
  return (
    <div
      className="mx-auto grid w-full max-w-[110rem] gap-x-10 px-[var(--gutter)] pt-6 pb-16 lg:grid-cols-[12rem_minmax(0,1fr)] lg:pt-10"
      data-frame="staff"
    >
      <div className="lg:sticky lg:top-[4.5rem] lg:max-h-[calc(100dvh-4.5rem)] lg:self-start lg:overflow-y-auto lg:pb-6 lg:[scrollbar-width:thin]">
        <p className="font-display text-2xl">{t("staff.title")}</p>
        <StaffMenu navigation={navigation} />
      </div>
      <div className="min-w-0 pt-6 lg:pt-0">
        <Outlet />
      </div>
    </div>
  );
}
