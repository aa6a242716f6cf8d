import { Outlet, redirect } from "react-router";
import { useT } from "#app/i18n/i18n.tsx";
import { localePath } from "#app/i18n/paths.ts";
import { requireStaff, requireStaffMiddleware } from "#app/middleware/guards.ts";
import { getLocale } from "#app/middleware/locale.ts";
import { getUrl } from "#app/middleware/session-relay.ts";
import { Tabs } from "#app/ui/tabs.tsx";
import type { Route } from "./+types/staff";

/** For every screen below: its page, its data and its forms. */
export const middleware: Route.MiddlewareFunction[] = [requireStaffMiddleware];

const TABS = [
  { to: "/staff/verifications", text: "staff.verifications" },
  { to: "/staff/offers", text: "staff_offers.title" },
  { to: "/staff/payouts", text: "staff_payouts.title" },
] as const;

/** The frame itself shows nothing: it leads to the first tab. */
export async function loader({ context }: Route.LoaderArgs) {
  await requireStaff(context);
  const frame = localePath(getLocale(context), "/staff");
  if (getUrl(context).pathname.replace(/\/$/, "") === frame) {
    throw redirect(localePath(getLocale(context), TABS[0].to), 302);
  }
  return null;
}

/** The frame of the staff's screens (design §4): tabs, and the open one. */
export default function Staff() {
  const t = useT();
  return (
    <div className="page pt-10 pb-20 md:pt-14" data-frame="staff">
      <h1 className="text-4xl md:text-5xl">{t("staff.title")}</h1>
      <Tabs label={t("staff.title")} tabs={TABS} className="mt-8" />
      <div className="pt-8">
        <Outlet />
      </div>
    </div>
  );
}
