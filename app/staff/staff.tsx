import { Outlet, redirect } from "react-router";
import { useT } from "#app/i18n/i18n.tsx";
import { localePath } from "#app/i18n/paths.ts";
import { requireStaff, requireStaffMiddleware } from "#app/middleware/guards.ts";
import { getLocale } from "#app/middleware/locale.ts";
import { getUrl } from "#app/middleware/session-relay.ts";
import type { Route } from "./+types/staff";
import { listNavigation } from "./navigation.ts";
import { StaffMenu } from "./staff-menu.tsx";

/** For every screen below: its page, its data and its forms. Each asks for its own right, too. */
export const middleware: Route.MiddlewareFunction[] = [requireStaffMiddleware];

/** The menu of the person's role. The frame itself shows nothing: it leads to the first screen. */
export async function loader({ context }: Route.LoaderArgs) {
  const { staffRole } = await requireStaff(context);
  const navigation = listNavigation(staffRole);
  const frame = localePath(getLocale(context), "/staff");
  if (getUrl(context).pathname.replace(/\/$/, "") === frame) {
    const first = navigation[0]?.entries[0]?.to ?? "/404";
    throw redirect(localePath(getLocale(context), first), 302);
  }
  return { navigation };
}

/**
 * The frame of the staff's screens (design §4): the menu, and the open screen. The shop's footer is
 * not shown here (app.css).
 */
export default function Staff({ loaderData }: Route.ComponentProps) {
  const t = useT();
  return (
    <div
      className="mx-auto grid w-full max-w-[110rem] gap-x-10 px-[var(--gutter)] pt-6 pb-16 lg:grid-cols-[12rem_minmax(0,1fr)] lg:pt-10"
      data-frame="staff"
    >
      <div>
        <h1 className="text-2xl">{t("staff.title")}</h1>
        <StaffMenu navigation={loaderData.navigation} />
      </div>
      <div className="min-w-0 pt-6 lg:pt-0">
        <Outlet />
      </div>
    </div>
  );
}
