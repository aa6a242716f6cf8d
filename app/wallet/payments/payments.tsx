import { readCursor } from "#app/api-client/history.server.ts";
import { listOrders } from "#app/api-client/purchases.server.ts";
import { listDeposits } from "#app/api-client/wallet/deposits.server.ts";
import { getPaymentHistory } from "#app/api-client/wallet/payments.server.ts";
import { useFormat, useLocale, useT } from "#app/i18n/i18n.tsx";
import { localePath } from "#app/i18n/paths.ts";
import { TextIn } from "#app/i18n/text-in.tsx";
import { getApi, getUrl } from "#app/middleware/session-relay.ts";
import type { Context } from "#app/middleware/web-context.ts";
import { redirectTo } from "#app/request/flash-toast.ts";
import { orFirstPage } from "#app/request/load-history.ts";
import { orNull } from "#app/request/or-null.ts";
import { Button, ButtonLink } from "#app/ui/base/button.tsx";
import { DateTime } from "#app/ui/base/date-time.tsx";
import { PageTitle } from "#app/ui/base/page-title.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { HoldNote } from "#app/ui/hold-note.tsx";
import { PagerLinks } from "#app/ui/pager.tsx";
import { RecordTable } from "#app/ui/record-table.tsx";
import { FailedState } from "#app/ui/screen-state.tsx";
import { StatusBadge } from "#app/wallet/deposit-status.tsx";
import { type Hold, PAYMENT_KINDS } from "#domain/payments.ts";
import { actOnDeposit } from "../open-deposit/open-deposit.server.ts";
import {
  OpenDepositForm,
  OpenDepositProblem,
  orUnclearOutcome,
} from "../open-deposit/open-deposit-form.tsx";
import type { Route } from "./+types/payments";
import { hasMoved } from "./has-moved.ts";
import { type PaymentFilter, readPaymentFilter, writePaymentFilter } from "./payment-filter.ts";
import {
  cutPayments,
  type PaymentRow,
  readPaymentCursor,
  toPaymentRow,
} from "./payment-history.ts";

const PATH = "/dashboard/payments";
const EMPTY = { items: [], newer: null, older: null };

/** The whole history; for a server without one, deposits and purchases merged. */
export async function loader({ context }: Route.LoaderArgs) {
  const query = getUrl(context).searchParams;
  const { filter, wrong } = readPaymentFilter(query);
  const { before, after } = readCursor(query);
  const newest = toPath(filter, {});
  const asked = writePaymentFilter(filter, { before: before ?? "", after: after ?? "" });
  const reading = getPaymentHistory(getApi(context), asked);
  const isFirst = before === null && after === null;
  const history = await (isFirst ? reading : orFirstPage(context, newest, reading));
  if (history === null) return { ...(await loadMerged(context, query)), ledger: null };
  const { newer, older, balanceCents, hold } = history;
  const isBeyond = before !== null && history.payments.length === 0;
  if (isBeyond || (after !== null && newer === null)) throw await redirectTo(context, newest);
  return {
    rows: history.payments.map(toPaymentRow),
    older: older && toPath(filter, { before: older }),
    isFirst,
    failed: [],
    ledger: {
      filter,
      wrong,
      balanceCents,
      hold,
      newer: newer && toPath(filter, { after: newer }),
    },
  };
}

function toPath(filter: PaymentFilter, more: Record<string, string>): string {
  const text = String(new URLSearchParams(writePaymentFilter(filter, more)));
  return text === "" ? PATH : `${PATH}?${text}`;
}

async function loadMerged(context: Context, query: URLSearchParams) {
  const api = getApi(context);
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

export function action(args: Route.ActionArgs) {
  return actOnDeposit(args, PATH);
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return orUnclearOutcome(serverAction);
}

export default function Payments({ loaderData, actionData }: Route.ComponentProps) {
  const t = useT();
  const { rows, older, isFirst, failed, ledger } = loaderData;
  const isFiltered = ledger !== null && Object.keys(writePaymentFilter(ledger.filter)).length > 0;
  return (
    <section aria-labelledby="payments-title">
      <PageTitle title={t("dashboard.payments")} hasErrors={actionData !== undefined} isPrivate />
      <h2 id="payments-title" className="sr-only">
        {t("dashboard.payments")}
      </h2>
      <OpenDepositProblem problem={actionData?.problem} />
      {failed.map((code) => (
        <div key={code} className="mb-6">
          <FailedState message={t(`errors.${code}`)}>
            <ButtonLink to={PATH} kind="secondary" size="small">
              {t("dashboard.retry")}
            </ButtonLink>
          </FailedState>
        </div>
      ))}
      {ledger === null ? null : <Ledger {...ledger} isEmpty={rows.length === 0 && !isFiltered} />}
      {rows.length > 0 ? <PaymentTable rows={rows} hasBalance={ledger !== null} /> : null}
      {rows.length === 0 && isFiltered ? (
        <EmptyState drawing="payments" title={t("payments.none")}>
          <ButtonLink to={PATH} kind="secondary">
            {t("payments.show_all")}
          </ButtonLink>
        </EmptyState>
      ) : null}
      {ledger === null ? (
        <PagerLinks back={isFirst ? null : PATH} backText={t("pagination.newest")} on={older} />
      ) : (
        <PagerLinks back={ledger.newer} on={older} />
      )}
      {rows.length === 0 && failed.length === 0 && isFirst && !isFiltered ? (
        <EmptyState drawing="payments" title={t("payments.empty")}>
          <ButtonLink to="/dashboard/deposits/create">{t("dashboard.deposit")}</ButtonLink>
        </EmptyState>
      ) : null}
    </section>
  );
}

type LedgerProps = {
  filter: PaymentFilter;
  wrong: (keyof PaymentFilter)[];
  balanceCents: number;
  hold: Hold | null;
  isEmpty: boolean;
};

/** As tall as the fields next to them, below the line of their labels. */
const SHOW_IN_LINE = "md:mt-[calc(1.6em+0.375rem)] md:min-h-11.5";
const CSV_IN_LINE = "lg:mt-[calc(1.6em+0.375rem)] lg:min-h-11.5";

/** The balance and the history's filter: a plain form, which works without scripts. */
function Ledger({ filter, wrong, balanceCents, hold, isEmpty }: LedgerProps) {
  const t = useT();
  const locale = useLocale();
  const query = new URLSearchParams(writePaymentFilter(filter));
  if (isEmpty) return null;
  const wrongField = (name: keyof PaymentFilter) =>
    wrong.includes(name) ? { "aria-invalid": true, "aria-describedby": `wrong-${name}` } : {};
  return (
    <>
      <HoldNote hold={hold} balanceCents={balanceCents} className="mb-6" />
      <form
        method="get"
        action={localePath(locale, PATH)}
        className="mb-6 grid grid-cols-[repeat(auto-fit,minmax(min(100%,9rem),1fr))] items-start gap-4 lg:flex lg:flex-wrap"
      >
        <label className="col-span-full grid gap-1.5 font-medium sm:col-span-1">
          {t("payments.type")}
          <select name="kind" defaultValue={filter.kind} {...wrongField("kind")} className="input">
            <option value="">{t("payments.all")}</option>
            {PAYMENT_KINDS.map((kind) => (
              <option key={kind} value={kind}>
                {t(`payments.${kind}`)}
              </option>
            ))}
          </select>
          <FilterError name="kind" wrong={wrong} />
        </label>
        {(["from", "to"] as const).map((name) => (
          <label key={name} className="grid gap-1.5 font-medium">
            {t(`payments.${name}`)}
            <input
              type="date"
              name={name}
              defaultValue={filter[name]}
              {...wrongField(name)}
              className="input max-sm:px-2"
            />
            <FilterError name={name} wrong={wrong} />
          </label>
        ))}
        <Button type="submit" kind="secondary" className={SHOW_IN_LINE}>
          {t("payments.show")}
        </Button>
        <a
          href={localePath(locale, `${PATH}/csv?${query}`)}
          className={`link ms-auto inline-flex min-h-11 items-center col-end-[-1] ${CSV_IN_LINE}`}
        >
          {t("payments.csv")}
        </a>
      </form>
    </>
  );
}

/** The error of an invalid filter in the URL. */
function FilterError({
  name,
  wrong,
}: {
  name: keyof PaymentFilter;
  wrong: (keyof PaymentFilter)[];
}) {
  const t = useT();
  if (!wrong.includes(name)) return null;
  return (
    <span id={`wrong-${name}`} className="text-sm font-normal text-negative">
      {t("errors.value_invalid")}
    </span>
  );
}

function PaymentTable({ rows, hasBalance }: { rows: PaymentRow[]; hasBalance: boolean }) {
  const t = useT();
  const format = useFormat();
  return (
    <RecordTable
      caption={t("dashboard.payments")}
      note={t("dashboard.times")}
      rows={rows}
      keyOf={(row) => row.id}
      columns={[
        {
          title: t("payments.date"),
          render: ({ createdAt }) => <DateTime at={createdAt} />,
        },
        {
          title: t("payments.type"),
          render: ({ type, title, titleLanguage }) => (
            <>
              {t(`payments.${type}`)}
              {title ? (
                <span className="block text-sm hyphens-auto wrap-anywhere text-muted">
                  <TextIn language={titleLanguage}>{title}</TextIn>
                </span>
              ) : null}
            </>
          ),
        },
        { title: t("payments.summ"), isNumber: true, render: (row) => <SignedAmount row={row} /> },
        { title: t("payments.status"), render: (row) => <Status row={row} /> },
        ...(hasBalance
          ? [
              {
                title: t("payments.balance"),
                isNumber: true,
                render: ({ balanceCents }: PaymentRow) =>
                  balanceCents === null
                    ? "–"
                    : `${balanceCents < 0 ? "\u200e−" : ""}${format.credits(Math.abs(balanceCents))}`,
              },
            ]
          : []),
      ]}
    />
  );
}

function Status({ row: { status, open, paid } }: { row: PaymentRow }) {
  const format = useFormat();
  const amount = paid ? format.money(paid.cents, paid.currency) : undefined;
  return (
    <>
      <StatusBadge status={status} />
      <OpenDepositForm deposit={open} amount={amount} size="small" className="mt-2 max-md:*:grow" />
    </>
  );
}

/** The signed change of the wallet, with the amount in money below it. */
function SignedAmount({ row }: { row: PaymentRow }) {
  const format = useFormat();
  const { paid, creditCents, currencyName } = row;
  const money = paid ? format.money(paid.cents, paid.currency) : null;
  if (creditCents === null || !hasMoved(row))
    return <span className="text-muted">{money ?? "–"}</span>;
  // The mark keeps the sign before its number in right-to-left text.
  const sign = `\u200e${creditCents < 0 ? "−" : "+"}`;
  const credits = format.credits(Math.abs(creditCents), currencyName ?? undefined);
  return (
    <>
      <span className={creditCents < 0 ? undefined : "text-positive"}>{sign + credits}</span>
      {money ? <span className="block text-sm text-muted">{money}</span> : null}
    </>
  );
}
