import { useT } from "#app/i18n/i18n.tsx";
import { requireUser, requireUserMiddleware } from "#app/middleware/guards.ts";
import { ButtonLink } from "#app/ui/base/button.tsx";
import { Credits } from "#app/ui/base/credits.tsx";
import { Icon } from "#app/ui/base/icon.tsx";
import { PageTitle } from "#app/ui/base/page-title.tsx";
import { MessageScreen } from "#app/ui/screen-state.tsx";
import type { Route } from "./+types/success-payment";
import { requireSuccess } from "./payment-status.server.ts";

export const middleware: Route.MiddlewareFunction[] = [requireUserMiddleware];

/** Thanks for a payment that has arrived; any other goes where its truth is told. */
export async function loader({ context }: Route.LoaderArgs) {
  await requireSuccess(context);
  return { balanceCents: (await requireUser(context)).balanceCents };
}

export default function SuccessPayment({ loaderData }: Route.ComponentProps) {
  const t = useT();
  const title = t("payment.success_title");
  return (
    <MessageScreen tone="positive" mark={<Icon name="check" className="size-8" />} title={title}>
      <PageTitle title={title} isPrivate />
      <p className="mt-4 text-muted">{t("payment.success_text")}</p>
      <p className="mt-2 font-display text-3xl tabular-nums">
        <Credits cents={loaderData.balanceCents} />
      </p>
      <div className="mt-8 flex flex-wrap justify-center gap-3">
        <ButtonLink to="/dashboard/deposits">{t("payment.view_deposits")}</ButtonLink>
        <ButtonLink to="/dashboard" kind="secondary">
          {t("payment.to_dashboard")}
        </ButtonLink>
      </div>
    </MessageScreen>
  );
}
