import { listDeposits } from "#app/api-client/deposits.server.ts";
import { listOrders } from "#app/api-client/purchases.server.ts";
import { useFormat, useT } from "#app/i18n/i18n.tsx";
import { getApi, getUrl } from "#app/middleware/session-relay.ts";
import { orFirstPage } from "#app/request/load-history.ts";
import { orNull } from "#app/request/or-null.ts";
import { ButtonLink } from "#app/ui/base/button.tsx";
import { PageTitle } from "#app/ui/base/page-title.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { PagerLinks } from "#app/ui/pager.tsx";
import { RecordTable } from "#app/ui/record-table.tsx";
import { FailedState } from "#app/ui/screen-state.tsx";
import { StatusBadge } from "#app/wallet/deposit-status.tsx";
import { formatDateTime } from "#domain/dates.ts";
import { depositStatusColour } from "#domain/deposits.ts";
import type { Route } from "./+types/payments";
import { cutPayments, type PaymentRow, readPaymentCursor } from "./payment-history.ts";

const PATH = "/dashboard/payments";
const EMPTY = { items: [], newer: null, older: null };

export async function loader({ context }: Route.LoaderArgs) {
  const api = getApi(context);
  const query = getUrl(context).searchParams;
  const before = readPaymentCursor(query);
  const isFirst = before.deposit === null && before.order === null;
  const load = <Value,>(what: string, promise: Promise<Value>) =>
    orNull(context, what, isFirst ? promise : orFirstPage(context, PATH, promise));
  const [deposits, orders] = await Promise.all([
    load("deposits", listDeposits(api, { before: before.deposit, after: null })),
    load("orders", listOrders(api, { before: before.order, after: null })),
  ]);
  const page = cutPayments(deposits ?? EMPTY, orders ?? EMPTY, before);
  return {
    rows: page.rows,
    older: page.older && `${PATH}?${new URLSearchParams(page.older)}`,
    isFirst,
    failed: [
      deposits === null ? ("deposits_fetch_failed" as const) : null,
      orders === null ? ("orders_fetch_failed" as const) : null,
    ].filter((code) => code !== null),
  };
}

export default function Payments({ loaderData }: Route.ComponentProps) {
  const t = useT();
  const { rows, older, isFirst, failed } = loaderData;
  return (
    <section aria-labelledby="payments-title">
      <PageTitle title={t("dashboard.payments")} isPrivate />
      <h2 id="payments-title" className="sr-only">
        {t("dashboard.payments")}
      </h2>
      {failed.map((code) => (
        <div key={code} className="mb-6">
          <FailedState message={t(`errors.${code}`)}>
            <ButtonLink to={PATH} kind="secondary" size="small">
              {t("dashboard.retry")}
            </ButtonLink>
          </FailedState>
        </div>
      ))}
      {rows.length > 0 ? <PaymentTable rows={rows} /> : null}
      <PagerLinks back={isFirst ? null : PATH} backText={t("pagination.newest")} on={older} />
      {rows.length === 0 && failed.length === 0 && isFirst ? (
        <EmptyState drawing="payments" title={t("payments.empty")}>
          <ButtonLink to="/dashboard/deposits/create">{t("dashboard.deposit")}</ButtonLink>
        </EmptyState>
      ) : null}
    </section>
  );
}

function PaymentTable({ rows }: { rows: PaymentRow[] }) {
  const t = useT();
  return (
    <RecordTable
      caption={t("dashboard.payments")}
      note={t("dashboard.times")}
      rows={rows}
      keyOf={(row) => row.id}
      columns={[
        {
          title: t("payments.date"),
          render: ({ createdAt }) => <time dateTime={createdAt}>{formatDateTime(createdAt)}</time>,
        },
        {
          title: t("payments.type"),
          render: ({ type, title }) => (
            <>
              {t(`payments.${type}`)}
              {title ? <span className="block text-sm text-muted">{title}</span> : null}
            </>
          ),
        },
        { title: t("payments.summ"), isNumber: true, render: (row) => <Summ row={row} /> },
        { title: t("payments.status"), render: ({ status }) => <StatusBadge status={status} /> },
      ]}
    />
  );
}

/** What the wallet gained or gave, with its sign; below it what was paid in money. */
function Summ({ row }: { row: PaymentRow }) {
  const format = useFormat();
  const { paid, creditCents, currencyName, status } = row;
  const hasMoved = creditCents !== null && depositStatusColour(status) === "green";
  const money = paid ? format.money(paid.cents, paid.currency) : null;
  if (!hasMoved) return <span className="text-muted">{money ?? "–"}</span>;
  // The mark keeps the sign before its number where the text runs from right to left.
  const sign = `\u200e${creditCents < 0 ? "−" : "+"}`;
  const credits = format.credits(Math.abs(creditCents), currencyName ?? undefined);
  return (
    <>
      <span className={creditCents < 0 ? undefined : "text-positive"}>{sign + credits}</span>
      {money ? <span className="block text-sm text-muted">{money}</span> : null}
    </>
  );
}
