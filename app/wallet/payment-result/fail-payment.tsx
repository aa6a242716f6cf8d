import { useT } from "#app/i18n/i18n.tsx";
import { useMessage } from "#app/i18n/use-message.ts";
import { requireUserMiddleware } from "#app/middleware/guards.ts";
import { ButtonLink } from "#app/ui/base/button.tsx";
import { Icon } from "#app/ui/base/icon.tsx";
import { PageTitle } from "#app/ui/base/page-title.tsx";
import { PaymentMessage } from "#app/ui/payment-message.tsx";
import { MessageScreen } from "#app/ui/screen-state.tsx";
import type { OpenDeposit } from "../open-deposit/open-deposit.ts";
import { OpenDepositForm } from "../open-deposit/open-deposit-form.tsx";
import type { Route } from "./+types/fail-payment";
import { loadFailure } from "./fail-payment.server.ts";

export const middleware: Route.MiddlewareFunction[] = [requireUserMiddleware];

export function loader({ context }: Route.LoaderArgs) {
  return loadFailure(context);
}

/** These reasons are not shown, because they would repeat the heading. */
const HEADING_REASONS = ["errors.payment_failed", "errors.payment_canceled"];

export default function FailPayment({ loaderData }: Route.ComponentProps) {
  const { reason, retryTo, open } = loaderData;
  return open ? <AbandonedPayment deposit={open} /> : <Failed reason={reason} retryTo={retryTo} />;
}

/** Nothing has failed: the user has left the provider's page, which is still open. */
function AbandonedPayment({ deposit }: { deposit: OpenDeposit }) {
  const t = useT();
  return (
    <PaymentMessage
      tone="neutral"
      icon="info"
      title={t("payment.left_title")}
      text={t("payment.left_text")}
    >
      <OpenDepositForm
        deposit={deposit}
        action="/dashboard/deposits"
        className="justify-center gap-3"
      />
      <ButtonLink to="/dashboard/deposits" kind="secondary">
        {t("payment.view_deposits")}
      </ButtonLink>
    </PaymentMessage>
  );
}

function Failed({ reason, retryTo }: { reason: string; retryTo: string }) {
  const t = useT();
  const message = useMessage();
  // Going back is not an error.
  const isCanceled = reason === "errors.payment_canceled";
  const title = t(isCanceled ? "payment.canceled_title" : "payment.fail_title");
  const isInHeading = HEADING_REASONS.includes(reason) || message(reason) === title;
  return (
    <MessageScreen
      tone={isCanceled ? "neutral" : "negative"}
      mark={<Icon name="close" className="size-8" />}
      title={title}
    >
      <PageTitle title={title} isPrivate />
      {isInHeading ? null : <p className="mt-4 text-lg">{message(reason)}</p>}
      <p className="mt-3 text-muted">{t("payment.fail_text")}</p>
      <div className="mt-8 flex flex-wrap justify-center gap-3">
        <ButtonLink to={retryTo}>{t("payment.try_again")}</ButtonLink>
        <ButtonLink to="/dashboard/deposits" kind="secondary">
          {t("payment.view_deposits")}
        </ButtonLink>
      </div>
    </MessageScreen>
  );
}
