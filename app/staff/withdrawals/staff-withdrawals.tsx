import {
  listWithdrawals,
  resolveWithdrawal,
  type StaffWithdrawalView,
} from "#app/api-client/staff/withdrawals.server.ts";
import { preserveInput } from "#app/forms/preserve-input.ts";
import { useT } from "#app/i18n/i18n.tsx";
import { requireStaff } from "#app/middleware/guards.ts";
import { getApi, getUrl } from "#app/middleware/session-relay.ts";
import { redirectTo } from "#app/request/flash-toast.ts";
import { loadPage, readPage } from "#app/staff/read-page.ts";
import { redirectWithReason } from "#app/staff/redirect-with-reason.server.ts";
import { revalidatePosted } from "#app/staff/revalidate-posted.ts";
import { StateText } from "#app/staff/state-text.tsx";
import { EmailAddress } from "#app/staff/table/email-address.tsx";
import { StaffTable } from "#app/staff/table/staff-table.tsx";
import {
  adjacentPages,
  onPage,
  readListQuery,
  type TableQuery,
  toTablePath,
} from "#app/staff/table/table-path.ts";
import { ButtonLink } from "#app/ui/base/button.tsx";
import { DateTime } from "#app/ui/base/date-time.tsx";
import { Link } from "#app/ui/base/link.tsx";
import { useThroughLinks } from "#app/ui/base/use-through-links.ts";
import { WITHDRAWAL_STATUSES } from "#domain/withdrawal-statements.ts";
import type { Route } from "./+types/staff-withdrawals";
import { ResolveDialog } from "./resolve-dialog.tsx";
import {
  type FailedWithdrawal,
  handleWithdrawal,
  withdrawalForm,
} from "./withdrawal-form.server.ts";

const PATH = "/staff/withdrawals";

const readQuery = (search: URLSearchParams) =>
  readListQuery(search, { status: WITHDRAWAL_STATUSES });

/** The path of this page of the list; with a statement, of the dialog that resolves it. */
const toPath = (query: TableQuery, page: number, withdrawal: string | null = null) =>
  toTablePath(PATH, query, { ...onPage(page), withdrawal });

export async function loader({ context }: Route.LoaderArgs) {
  await requireStaff(context, "orders");
  const { searchParams } = getUrl(context);
  const query = readQuery(searchParams);
  const status = WITHDRAWAL_STATUSES.find((one) => one === query.status) ?? "review";
  const read = (page: number) => listWithdrawals(getApi(context), { status, page });
  const list = await loadPage(context, read, "withdrawal");
  const asked = searchParams.get("withdrawal");
  const isOpen = (one: StaffWithdrawalView) => one.id === asked && one.status === "review";
  return {
    ...list,
    query,
    status,
    opened: list.withdrawals.find(isOpen) ?? null,
    form: await withdrawalForm.load(context),
  };
}

/** Records how the statement in `?withdrawal=` was handled. */
export async function action(args: Route.ActionArgs) {
  const { context } = args;
  await requireStaff(context, "orders");
  const { searchParams } = getUrl(context);
  const id = searchParams.get("withdrawal") ?? "";
  const list = toPath(readQuery(searchParams), readPage(context));
  return handleWithdrawal(args, {
    resolve: async ({ note }, api) => {
      await resolveWithdrawal(api, id, note);
      return redirectTo(context, list, { kind: "success", key: "staff_withdrawals.resolved" });
    },
    redirectToList: redirectWithReason(context, list),
  });
}

export const clientAction = preserveInput;
export const shouldRevalidate = revalidatePosted;

/** Statements of withdrawal: pending ones first. */
export default function StaffWithdrawals({ loaderData, actionData }: Route.ComponentProps) {
  const { opened, query, page } = loaderData;
  const failed: FailedWithdrawal | undefined = useThroughLinks(actionData);
  const resolved = failed?.resolved ?? null;
  return (
    <>
      {opened || resolved ? (
        <ResolveDialog
          key={opened?.id ?? "resolved"}
          number={opened?.number ?? resolved?.number ?? ""}
          resolved={resolved}
          listPath={toPath(query, page)}
          action={toPath(query, page, opened?.id)}
          loaded={loaderData.form}
          failed={failed}
        />
      ) : null}
      <WithdrawalTable {...loaderData} hasErrors={Boolean(failed)} />
    </>
  );
}

type TableData = Pick<
  Route.ComponentProps["loaderData"],
  "query" | "withdrawals" | "status" | "page" | "pages"
>;

function WithdrawalTable(props: TableData & { hasErrors: boolean }) {
  const { query, withdrawals, status: current, page, pages, hasErrors } = props;
  const t = useT();
  return (
    <StaffTable
      title={t("staff_withdrawals.title")}
      path={PATH}
      query={query}
      hasErrors={hasErrors}
      tabs={{
        name: "status",
        label: t("payments.status"),
        current,
        choices: WITHDRAWAL_STATUSES.map((value) => ({
          value,
          text: t(`staff_orders.state.${value}`),
        })),
      }}
      {...adjacentPages(page, pages)}
      empty={t("staff.none_yet")}
      note={t("dashboard.times")}
      rows={withdrawals}
      keyOf={({ id }) => id}
      columns={[
        {
          title: t("documents.number"),
          keepsWords: true,
          render: ({ number }) => <bdi className="whitespace-nowrap">{number}</bdi>,
        },
        {
          title: t("documents.buyer"),
          render: (withdrawal) => <Sender withdrawal={withdrawal} />,
        },
        {
          title: t("documents.description"),
          render: ({ subject, contract, destination }) => (
            <>
              <bdi className="wrap-anywhere">
                {subject === "order" ? contract : t("dashboard.balance")}
              </bdi>
              <span className="block text-sm text-muted">
                {t(`staff_orders.to_${destination}`)}
              </span>
            </>
          ),
        },
        {
          title: t("payments.date"),
          keepsWords: true,
          render: ({ receivedAt }) => <DateTime at={receivedAt} className="tabular-nums" />,
        },
        {
          title: t("staff.decision"),
          keepsWords: true,
          render: (withdrawal) => (
            <Resolution withdrawal={withdrawal} dialogPath={toPath(query, page, withdrawal.id)} />
          ),
        },
      ]}
    />
  );
}

/** Who sent a statement, and whether the address is theirs while it is undecided. */
function Sender({ withdrawal }: { withdrawal: StaffWithdrawalView }) {
  const t = useT();
  const { name, email, status, isConfirmed } = withdrawal;
  return (
    <>
      <bdi className="wrap-anywhere">{name}</bdi>
      <Link
        to={`/staff/orders?q=${encodeURIComponent(email)}`}
        className="link block text-sm wrap-anywhere"
      >
        <EmailAddress email={email} />
      </Link>
      {isConfirmed || status !== "review" ? null : (
        <span className="block text-sm text-warning">{t("staff_withdrawals.unconfirmed")}</span>
      )}
    </>
  );
}

/** How a statement was handled, or a link to the dialog that records it. */
function Resolution(props: { withdrawal: StaffWithdrawalView; dialogPath: string }) {
  const t = useT();
  const { number, status, note } = props.withdrawal;
  return (
    <>
      {status === "review" ? (
        <ButtonLink
          to={props.dialogPath}
          kind="secondary"
          size="small"
          preventScrollReset
          aria-label={`${t("staff_deposits.resolve")} ${number}`}
          className="min-h-11"
        >
          {t("staff_deposits.resolve")}
        </ButtonLink>
      ) : (
        <StateText state={status} />
      )}
      {note ? (
        <span className="block text-sm wrap-anywhere text-muted md:min-w-32">
          <bdi>{note}</bdi>
        </span>
      ) : null}
    </>
  );
}
