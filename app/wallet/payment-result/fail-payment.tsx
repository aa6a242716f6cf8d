import { useT } from "#app/i18n/i18n.tsx";
import { useMessage } from "#app/i18n/use-message.ts";
import { requireUserMiddleware } from "#app/middleware/guards.ts";
import { ButtonLink } from "#app/ui/base/button.tsx";
import { Icon } from "#app/ui/base/icon.tsx";
import { PageTitle } from "#app/ui/base/page-title.tsx";
import { MessageScreen } from "#app/ui/screen-state.tsx";
import type { Route } from "./+types/fail-payment";
import { loadFailure } from "./fail-payment.server.ts";

export const middleware: Route.MiddlewareFunction[] = [requireUserMiddleware];

export function loader({ context }: Route.LoaderArgs) {
  return loadFailure(context);
}

export default function FailPayment({ loaderData }: Route.ComponentProps) {
  const t = useT();
  const message = useMessage();
  const title = t("payment.fail_title");
  const reason = message(loaderData.reason);
  return (
    <MessageScreen tone="negative" mark={<Icon name="close" className="size-8" />} title={title}>
      <PageTitle title={title} isPrivate />
      {reason === title ? null : <p className="mt-4 text-lg">{reason}</p>}
      <p className="mt-3 text-muted">{t("payment.fail_text")}</p>
      <div className="mt-8 flex flex-wrap justify-center gap-3">
        <ButtonLink to={loaderData.retryTo}>{t("payment.try_again")}</ButtonLink>
        <ButtonLink to="/dashboard/deposits" kind="secondary">
          {t("payment.view_deposits")}
        </ButtonLink>
      </div>
    </MessageScreen>
  );
}
