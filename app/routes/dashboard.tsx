import { Outlet } from "react-router";
import { ButtonLink } from "#app/components/button.tsx";
import { Credits } from "#app/components/credits.tsx";
import { NavLink } from "#app/components/link.tsx";
import { useT } from "#app/i18n/i18n.tsx";
import { requireUser, requireUserMiddleware } from "#app/middleware/guards.ts";
import type { Route } from "./+types/dashboard";

export const middleware: Route.MiddlewareFunction[] = [requireUserMiddleware];

export async function loader({ context }: Route.LoaderArgs) {
  const user = await requireUser(context);
  return { balanceCents: user.balanceCents, email: user.email };
}

const TABS = [
  { to: "/dashboard", text: "dashboard.orders", end: true },
  { to: "/dashboard/favorite", text: "dashboard.favourites", end: false },
  { to: "/dashboard/deposits", text: "dashboard.deposits", end: false },
  { to: "/dashboard/offers", text: "dashboard.offers", end: false },
  { to: "/dashboard/payments", text: "dashboard.payments", end: false },
  { to: "/dashboard/profile", text: "profile.title", end: false },
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
      <nav aria-label={t("dashboard.sections")} className="mt-10 border-b border-line">
        <ul className="-mb-px flex flex-wrap gap-x-5 text-sm sm:gap-x-8 sm:text-base">
          {TABS.map((tab) => (
            <li key={tab.to} className="flex-none">
              <NavLink
                to={tab.to}
                end={tab.end}
                preventScrollReset
                className="inline-flex min-h-12 items-center border-b-2 border-transparent text-muted hover:text-ink aria-[current=page]:border-accent aria-[current=page]:font-medium aria-[current=page]:text-ink"
              >
                {t(tab.text)}
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
      <div className="pt-8">
        <Outlet />
      </div>
    </div>
  );
}
