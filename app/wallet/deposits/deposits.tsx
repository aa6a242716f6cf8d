import type { HistoryCursor } from "#app/api-client/history.server.ts";
import { type DepositView, listDeposits } from "#app/api-client/wallet/deposits.server.ts";
import { type DocumentLinkView, listDocuments } from "#app/api-client/wallet/documents.server.ts";
import { useFormat, useT } from "#app/i18n/i18n.tsx";
import { useMessage } from "#app/i18n/use-message.ts";
import { getApi } from "#app/middleware/session-relay.ts";
import { loadHistory } from "#app/request/load-history.ts";
import { orNull } from "#app/request/or-null.ts";
import { ButtonLink } from "#app/ui/base/button.tsx";
import { DateTime } from "#app/ui/base/date-time.tsx";
import { PageTitle } from "#app/ui/base/page-title.tsx";
import { DocumentLinks } from "#app/ui/document-links.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { HistoryPager } from "#app/ui/pager.tsx";
import { nameMethod } from "#app/ui/payment-method.ts";
import { RecordTable } from "#app/ui/record-table.tsx";
import { FailedState } from "#app/ui/screen-state.tsx";
import { StatusBadge } from "#app/wallet/deposit-status.tsx";
import { hasDepositSucceeded } from "#domain/deposits.ts";
import { actOnDeposit } from "../open-deposit/open-deposit.server.ts";
import { toOpenDeposit } from "../open-deposit/open-deposit.ts";
import {
  OpenDepositForm,
  OpenDepositProblem,
  orUnclearOutcome,
} from "../open-deposit/open-deposit-form.tsx";
import type { Route } from "./+types/deposits";

const PATH = "/dashboard/deposits";
/** With a direction mark that keeps the sign before its number in right-to-left text. */
const PLUS = "\u200e+";

export async function loader({ context }: Route.LoaderArgs) {
  const read = (cursor: HistoryCursor) => listDeposits(getApi(context), cursor);
  const deposits = await loadHistory(context, PATH, read);
  const ids = deposits?.items.map(({ id }) => id).join(",") ?? "";
  const about = { deposit_id: ids };
  const documents = await orNull(context, "documents", listDocuments(getApi(context), about));
  return { deposits, documents: documents ?? [] };
}

export function action(args: Route.ActionArgs) {
  return actOnDeposit(args, PATH);
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return orUnclearOutcome(serverAction);
}

export default function Deposits({ loaderData, actionData }: Route.ComponentProps) {
  const t = useT();
  const { deposits, documents } = loaderData;
  return (
    <section aria-labelledby="deposits-title">
      <PageTitle title={t("dashboard.deposits")} hasErrors={actionData !== undefined} isPrivate />
      <h2 id="deposits-title" className="sr-only">
        {t("dashboard.deposits")}
      </h2>
      <OpenDepositProblem problem={actionData?.problem} />
      {deposits === null ? (
        <FailedState message={t("errors.deposits_fetch_failed")}>
          <ButtonLink to={PATH} kind="secondary" size="small">
            {t("dashboard.retry")}
          </ButtonLink>
        </FailedState>
      ) : deposits.items.length === 0 ? (
        <EmptyState drawing="deposits" title={t("deposits.empty")} text={t("deposits.empty_hint")}>
          <ButtonLink to="/dashboard/deposits/create">{t("dashboard.deposit")}</ButtonLink>
        </EmptyState>
      ) : (
        <>
          <DepositTable deposits={deposits.items} documents={documents} />
          <HistoryPager path={PATH} newer={deposits.newer} older={deposits.older} />
        </>
      )}
    </section>
  );
}

function DepositTable(props: { deposits: DepositView[]; documents: DocumentLinkView[] }) {
  const { deposits, documents } = props;
  const t = useT();
  const message = useMessage();
  const format = useFormat();
  return (
    <RecordTable
      caption={t("dashboard.deposits")}
      note={t("dashboard.times")}
      rows={deposits}
      keyOf={(deposit) => deposit.id}
      columns={[
        {
          title: t("deposits.date"),
          render: ({ createdAt }) => <DateTime at={createdAt} />,
        },
        {
          title: t("deposits.method"),
          render: ({ method }) => (method === null ? "–" : nameMethod(t, method)),
        },
        {
          title: t("deposits.amount"),
          isNumber: true,
          render: ({ amountCents, currency }) => format.money(amountCents, currency),
        },
        {
          title: t("deposits.credited"),
          isNumber: true,
          render: ({ status, internalAmountCents }) =>
            hasDepositSucceeded(status) && internalAmountCents !== null
              ? `${PLUS}${format.credits(internalAmountCents)}`
              : "–",
        },
        // Last, because of its buttons: on phones they are at the end of the record.
        {
          title: t("deposits.status"),
          render: ({ id, status, failure, amountCents, currency, ...page }) => (
            <>
              <StatusBadge status={status} />
              <OpenDepositForm
                deposit={toOpenDeposit(id, page)}
                amount={format.money(amountCents, currency)}
                size="small"
                className="mt-2 max-md:*:grow"
              />
              <DocumentLinks documents={documents.filter(({ depositId }) => depositId === id)} />
              {failure && status !== "canceled" ? (
                <span className="block text-sm text-muted">{message(failure)}</span>
              ) : null}
            </>
          ),
        },
      ]}
    />
  );
}
