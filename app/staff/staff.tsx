import { useMemo } from "react";
import { Outlet, redirect, type ShouldRevalidateFunctionArgs } from "react-router";
import { I18nProvider, useI18n, useT } from "#app/i18n/i18n.tsx";
import { localePath } from "#app/i18n/paths.ts";
import { requireStaff, requireStaffMiddleware } from "#app/middleware/guards.ts";
import { getLocale, getStaffWords } from "#app/middleware/locale.ts";
import { getUrl } from "#app/middleware/session-relay.ts";
import type { Route } from "./+types/staff";
import { listNavigation } from "./navigation.ts";
import { StaffMenu } from "./staff-menu.tsx";

/** For every screen below: its page, its data and its forms. Each asks for its own right, too. */
export const middleware: Route.MiddlewareFunction[] = [requireStaffMiddleware];

/**
 * The menu of the person's role, and the texts of its screens. The frame itself shows nothing: it
 * leads to the first screen.
 */
export async function loader({ context }: Route.LoaderArgs) {
  const { staffRole } = await requireStaff(context);
  const navigation = listNavigation(staffRole);
  const frame = localePath(getLocale(context), "/staff");
  if (getUrl(context).pathname.replace(/\/$/, "") === frame) {
    const first = navigation[0]?.entries[0]?.to ?? "/404";
    throw redirect(localePath(getLocale(context), first), 302);
  }
  return { navigation, words: getStaffWords(context) };
}

/** Menu and texts stay as they are on the way from screen to screen. */
export function shouldRevalidate({
  currentParams,
  nextParams,
  nextUrl,
}: ShouldRevalidateFunctionArgs) {
  return currentParams.locale !== nextParams.locale || /\/staff\/?$/.test(nextUrl.pathname);
}

/**
 * The frame of the staff's screens (design §4): the menu, and the open screen. The shop's footer is
 * not shown here (app.css).
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
      <div>
        <h1 className="text-2xl">{t("staff.title")}</h1>
        <StaffMenu navigation={navigation} />
      </div>
      <div className="min-w-0 pt-6 lg:pt-0">
        <Outlet />
      </div>
    </div>
  );
}
