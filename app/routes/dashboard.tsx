import { Outlet } from "react-router";
import { ButtonLink } from "#app/components/button.tsx";
import { Credits } from "#app/components/credits.tsx";
import { Tabs } from "#app/components/tabs.tsx";
import { useT } from "#app/i18n/i18n.tsx";
import { requireUser, requireUserMiddleware } from "#app/middleware/guards.ts";
import { keepFormMiddleware } from "#app/middleware/kept-form.ts";
import type { Route } from "./+types/dashboard";
import { KEPT_FIELDS } from "./dashboard.offers.kept.server.ts";

/** The guard comes second: a form that it turns away is kept over the sign-in. */
export const middleware: Route.MiddlewareFunction[] = [
  keepFormMiddleware("/dashboard/offers", KEPT_FIELDS),
  requireUserMiddleware,
];

export async function loader({ context }: Route.LoaderArgs) {
  const user = await requireUser(context);
  return { balanceCents: user.balanceCents, email: user.email };
}

const TABS = [
  { to: "/dashboard", text: "dashboard.orders", end: true },
  { to: "/dashboard/favorite", text: "dashboard.favourites" },
  { to: "/dashboard/deposits", text: "dashboard.deposits" },
  { to: "/dashboard/offers", text: "dashboard.offers" },
  { to: "/dashboard/payments", text: "dashboard.payments" },
  { to: "/dashboard/profile", text: "profile.title" },
] as const;

/** The frame of the member's screens: balance, tabs, and the open tab. */
export default function Dashboard({ loaderData }: Route.ComponentProps) {
  const t = useT();
  return (
    <div className="page pt-10 pb-20 md:pt-14">
      <header className="flex flex-wrap items-end justify-between gap-x-10 gap-y-6">
        <div className="min-w-0">
          <h1 className="text-4xl md:text-5xl">{t("dashboard.title")}</h1>
          <p className="mt-2 truncate text-muted">{loaderData.email}</p>
        </div>
        <div className="card flex w-full flex-wrap items-center justify-between gap-x-8 gap-y-3 p-5 sm:w-auto">
          <div>
            <p className="eyebrow">{t("dashboard.balance")}</p>
            <p className="font-display text-2xl tabular-nums" data-testid="balance">
              <Credits cents={loaderData.balanceCents} />
            </p>
          </div>
          <ButtonLink to="/dashboard/deposits/create">{t("dashboard.deposit")}</ButtonLink>
        </div>
      </header>
      <Tabs label={t("dashboard.sections")} tabs={TABS} className="mt-10" />
      <div className="pt-8">
        <Outlet />
      </div>
    </div>
  );
}
