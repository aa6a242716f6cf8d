import { useT } from "#app/i18n/i18n.tsx";
import { ButtonLink, buttonClass } from "#app/ui/base/button.tsx";
import { Icon } from "#app/ui/base/icon.tsx";
import { PageTitle } from "#app/ui/base/page-title.tsx";
import { PaymentMessage } from "#app/ui/payment-message.tsx";
import { MessageScreen } from "#app/ui/screen-state.tsx";
import { Spinner } from "#app/ui/spinner.tsx";
import { STATUS_POLL_MS, STATUS_POLLS_MAX } from "#domain/deposits.ts";
import type { PaymentProgress } from "./payment-status.server.ts";
import { usePolling } from "./use-polling.ts";

/**
 * Waits for a payment: by polling with scripts, and by reloading the page without them, counted in
 * its URL. After two minutes both say that the money is on its way.
 */
export function PaymentProgressScreen({ progress }: { progress: PaymentProgress }) {
  if (progress.state === "unknown") return <UnknownPayment />;
  return <Waiting {...progress} />;
}

type WaitingProps = Exclude<PaymentProgress, { state: "unknown" }>;

function Waiting({ state, orderId, waited, method }: WaitingProps) {
  const t = useT();
  const isLate = usePolling(waited === STATUS_POLLS_MAX);
  const title = t(isLate ? "payment.late_title" : "payment.processing_title");
  const debit = t("payment.debit_takes_days");
  const isSlow = isLate && method !== "sepa";
  const again = `?order_id=${encodeURIComponent(orderId)}`;
  return (
    <MessageScreen
      tone="warning"
      mark={isLate ? <Icon name="info" className="size-8" /> : <Spinner />}
      title={title}
    >
      <PageTitle title={title} isPrivate />
      {isLate ? null : (
        <noscript>
          <meta
            httpEquiv="refresh"
            content={`${STATUS_POLL_MS / 1000};url=${again}&waited=${waited + 1}`}
          />
        </noscript>
      )}
      <div role="status" className="mt-4">
        {isSlow ? <p className="text-muted">{t("payment.late_slow")}</p> : null}
        {method === "sepa" || (isLate && method === null) ? (
          <p className="text-muted">{debit}</p>
        ) : null}
        <p className="mt-3 text-muted">
          {t(isLate ? "payment.late_text" : "payment.processing_text")}
        </p>
        {state === "unclear" ? (
          <p className="mt-3 text-warning">{t("errors.status_check_failed")}</p>
        ) : null}
      </div>
      <div className="mt-8 flex flex-wrap justify-center gap-3">
        {isLate ? (
          // A native link: restarts the wait, with scripts and without.
          <a href={again} className={buttonClass()}>
            {t("payment.check_again")}
          </a>
        ) : null}
        <ButtonLink to="/dashboard/deposits" kind="secondary">
          {t("payment.view_deposits")}
        </ButtonLink>
      </div>
    </MessageScreen>
  );
}

function UnknownPayment() {
  const t = useT();
  return (
    <PaymentMessage
      tone="negative"
      icon="close"
      title={t("errors.order_not_found")}
      text={t("payment.invalid_text")}
    >
      <ButtonLink to="/dashboard/deposits">{t("payment.view_deposits")}</ButtonLink>
      <ButtonLink to="/dashboard" kind="secondary">
        {t("payment.to_dashboard")}
      </ButtonLink>
    </PaymentMessage>
  );
}
