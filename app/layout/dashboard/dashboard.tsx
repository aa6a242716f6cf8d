import { Outlet, useLocation } from "react-router";
import { preserveFormMiddleware } from "#app/forms/kept-form.server.ts";
import { useLocale, useT } from "#app/i18n/i18n.tsx";
import { localePath } from "#app/i18n/paths.ts";
import { Tabs } from "#app/layout/dashboard/tabs.tsx";
import {
  requireUser,
  requireUserMiddleware,
  returnFormMiddleware,
} from "#app/middleware/guards.ts";
import { KEPT_FIELDS } from "#app/selling/offers/kept-bank-form.server.ts";
import { ButtonLink } from "#app/ui/base/button.tsx";
import { Credits } from "#app/ui/base/credits.tsx";
import type { Route } from "./+types/dashboard";

export { FormErrorBoundary as ErrorBoundary } from "#app/forms/session/session-over.tsx";

/**
 * Guards the pages, data and forms of all child screens. The guard comes second, so that a form it
 * rejects is kept across the sign-in.
 */
export const middleware: Route.MiddlewareFunction[] = [
  preserveFormMiddleware("/dashboard/offers", KEPT_FIELDS),
  returnFormMiddleware("/dashboard/profile"),
  requireUserMiddleware,
];

export async function loader({ context }: Route.LoaderArgs) {
  const user = await requireUser(context);
  return { balanceCents: user.balanceCents, email: user.email };
}

const TABS = [
  { to: "/dashboard", text: "dashboard.orders", end: true },
  { to: "/dashboard/favorite", text: "dashboard.favorites" },
  { to: "/dashboard/deposits", text: "dashboard.deposits" },
  { to: "/dashboard/offers", text: "dashboard.offers" },
  { to: "/dashboard/payments", text: "dashboard.payments" },
  { to: "/dashboard/profile", text: "profile.title" },
] as const;

/** The frame of the member's screens: the open tab's name, balance, tabs, and the tab's content. */
export default function Dashboard({ loaderData }: Route.ComponentProps) {
  const t = useT();
  const locale = useLocale();
  const { pathname } = useLocation();
  const path = pathname.replace(/\/$/, "");
  const open = TABS.find(({ to }) => localePath(locale, to) === path) ?? TABS[0];
  return (
    <div className="page pt-5 pb-20 md:pt-14">
      <header className="flex flex-wrap items-end justify-between gap-x-10 gap-y-4 md:gap-y-6">
        {/* A long title is broken into lines before the balance moves below it. */}
        <div className="min-w-0 sm:grow sm:basis-56">
          <h1 className="hyphens-auto text-3xl md:text-4xl lg:text-5xl">{t(open.text)}</h1>
          <p className="mt-2 hidden truncate text-muted md:block">{loaderData.email}</p>
        </div>
        <div className="flex w-full flex-wrap items-center justify-between gap-x-8 gap-y-2 sm:w-auto md:rounded-card md:border md:border-line md:bg-surface md:p-5">
          <p className="flex grow basis-[6rem] flex-wrap items-baseline gap-x-2 sm:basis-auto md:block">
            <span className="eyebrow md:block">{t("dashboard.balance")}</span>
            <span className="font-display text-xl md:block md:text-2xl" data-testid="balance">
              <Credits cents={loaderData.balanceCents} />
            </span>
          </p>
          <ButtonLink to="/dashboard/deposits/create">{t("dashboard.deposit")}</ButtonLink>
        </div>
      </header>
      <Tabs label={t("dashboard.sections")} tabs={TABS} className="mt-3 md:mt-10" />
      <div className="pt-6 md:pt-8">
        <Outlet />
      </div>
    </div>
  );
}
