import { useEffect, useState } from "react";
import { useRevalidator } from "react-router";
import { useT } from "#app/i18n/i18n.tsx";
import { Button, ButtonLink } from "#app/ui/base/button.tsx";
import { Icon } from "#app/ui/base/icon.tsx";
import { PageTitle } from "#app/ui/base/page-title.tsx";
import { PaymentMessage } from "#app/ui/payment-message.tsx";
import { MessageScreen } from "#app/ui/screen-state.tsx";
import { Spinner } from "#app/ui/spinner.tsx";
import { STATUS_POLL_MS } from "#domain/deposits.ts";

/** Polled for this long, then the screen says that the money is on its way (a SEPA debit takes days). */
const GIVE_UP_AFTER_MS = 2 * 60_000;

/** Waits for a payment: with scripts by asking again, without them by loading the page again. */
export function PaymentProgressScreen(props: { progress: "waiting" | "unclear" | "unknown" }) {
  if (props.progress === "unknown") return <UnknownPayment />;
  return <Waiting isUnclear={props.progress === "unclear"} />;
}

function Waiting({ isUnclear }: { isUnclear: boolean }) {
  const t = useT();
  const { isLate, askNow } = usePolling();
  const title = t(isLate ? "payment.late_title" : "payment.processing_title");
  return (
    <MessageScreen
      tone="warning"
      mark={isLate ? <Icon name="info" className="size-8" /> : <Spinner />}
      title={title}
    >
      <PageTitle title={title} isPrivate />
      <noscript>
        <meta httpEquiv="refresh" content={String(STATUS_POLL_MS / 1000)} />
      </noscript>
      <div role="status" className="mt-4">
        <p className="text-muted">{t(isLate ? "payment.late_text" : "payment.processing_text")}</p>
        {isUnclear ? <p className="mt-3 text-warning">{t("errors.status_check_failed")}</p> : null}
      </div>
      <div className="mt-8 flex flex-wrap justify-center gap-3">
        {isLate ? (
          <Button type="button" onClick={askNow}>
            {t("payment.check_again")}
          </Button>
        ) : null}
        <ButtonLink to="/dashboard/deposits" kind="secondary">
          {t("payment.view_deposits")}
        </ButtonLink>
      </div>
    </MessageScreen>
  );
}

/** Runs the loader again every STATUS_POLL_MS (spec §4, §9); its redirect ends the wait. */
function usePolling() {
  const { revalidate } = useRevalidator();
  const [isLate, setIsLate] = useState(false);

  useEffect(() => {
    if (isLate) return;
    // A hidden tab need not ask; its time runs on.
    const poll = setInterval(() => {
      if (!document.hidden) void revalidate();
    }, STATUS_POLL_MS);
    const giveUp = setTimeout(() => setIsLate(true), GIVE_UP_AFTER_MS);
    return () => {
      clearInterval(poll);
      clearTimeout(giveUp);
    };
  }, [isLate, revalidate]);

  return { isLate, askNow: () => void revalidate() };
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
