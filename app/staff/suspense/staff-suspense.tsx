import {
  assignReport,
  listSuspense,
  resolveDeposit,
  resolveReport,
  type SuspenseView,
} from "#app/api-client/staff/deposits.server.ts";
import { dispatchForms, type FormArgs } from "#app/forms/define-form.server.ts";
import { preserveInputOfNamed } from "#app/forms/preserve-input.ts";
import { useFormat, useT } from "#app/i18n/i18n.tsx";
import { requireStaff } from "#app/middleware/guards.ts";
import { getApi, getUrl } from "#app/middleware/session-relay.ts";
import { redirectTo } from "#app/request/flash-toast.ts";
import { revalidatePosted } from "#app/staff/revalidate-posted.ts";
import { StateText } from "#app/staff/state-text.tsx";
import { staffPath } from "#app/staff/table/staff-path.ts";
import { ButtonLink } from "#app/ui/base/button.tsx";
import { DateTime } from "#app/ui/base/date-time.tsx";
import { Link } from "#app/ui/base/link.tsx";
import { PageTitle } from "#app/ui/base/page-title.tsx";
import { useThroughLinks } from "#app/ui/base/use-through-links.ts";
import { RecordTable } from "#app/ui/record-table.tsx";
import type { Route } from "./+types/staff-suspense";
import { decideOnMark, mark } from "./refund-actions.server.ts";
import { ReportReference } from "./report-reference.tsx";
import { SuspenseDialogs } from "./suspense-dialogs.tsx";
import {
  assignForm,
  decideMarkForm,
  markRefundForm,
  resolveDepositForm,
  resolveForm,
} from "./suspense-forms.server.ts";
import { RefundTable } from "./waiting-refunds.tsx";

const PATH = "/staff/suspense";

export async function loader({ context }: Route.LoaderArgs) {
  const { id: viewerId } = await requireStaff(context, "orders");
  const suspense = await listSuspense(getApi(context));
  const { searchParams } = getUrl(context);
  const [reportId, depositId, refundId] = ["report", "deposit", "refund"].map((name) =>
    searchParams.get(name),
  );
  // The viewer's own deposit is left to a colleague; a pending one has to end first.
  const deposits = suspense.deposits.map((deposit) => ({
    ...deposit,
    isResolvable:
      deposit.heldCents !== null && deposit.status !== "pending" && deposit.userId !== viewerId,
  }));
  const refunds =
    suspense.refunds?.map((refund) => ({
      ...refund,
      isMarkable: refund.userId !== viewerId,
      mayApprove: refund.markRequest?.requesterId !== viewerId,
    })) ?? null;
  return {
    ...suspense,
    deposits,
    refunds,
    openedRefund: refunds?.find(({ id, isMarkable }) => isMarkable && id === refundId) ?? null,
    markRefundForm: await markRefundForm.load(context),
    decideMarkForm: await decideMarkForm.load(context),
    opened: suspense.reports.find(({ id }) => id === reportId) ?? null,
    openedDeposit: findResolvable(deposits, depositId),
    resolveDepositForm: await resolveDepositForm.load(context),
    assignForm: await assignForm.load(context),
    resolveForm: await resolveForm.load(context),
  };
}

/** The deposit with this id whose review the viewer may end, if the amount kept is known. */
function findResolvable(deposits: ReviewedDeposit[], id: string | null | undefined) {
  const deposit = deposits.find((one) => one.isResolvable && one.id === id);
  const heldCents = deposit?.heldCents ?? null;
  return deposit && heldCents !== null ? { ...deposit, heldCents } : null;
}

/** Handles the report in `?report=`, the deposit in `?deposit=` or the refund in `?refund=`. */
export async function action(args: Route.ActionArgs) {
  await requireStaff(args.context, "orders");
  const { searchParams } = getUrl(args.context);
  const reportId = searchParams.get("report") ?? "";
  const refundId = searchParams.get("refund") ?? "";
  return dispatchForms(args.context, {
    resolve: () => resolve(args, reportId),
    assign: () => assign(args, reportId),
    "resolve-deposit": () => endReview(args, searchParams.get("deposit") ?? ""),
    "mark-refund": () => mark(args, refundId, PATH),
    "decide-mark": () => decideOnMark(args, refundId, PATH),
  });
}

/** Records that the report was dealt with elsewhere. */
function resolve(args: FormArgs, reportId: string) {
  return resolveForm.handle(args, async ({ note }, api) => {
    await resolveReport(api, reportId, note);
    return redirectTo(args.context, PATH, { kind: "success", key: "staff_deposits.resolved" });
  });
}

/** Assigns the report to its deposit. */
function assign(args: FormArgs, reportId: string) {
  const { context } = args;
  return assignForm.handle(args, async (assignment, api) => {
    await assignReport(api, reportId, assignment);
    return redirectTo(context, PATH, { kind: "success", key: "staff_deposits.assigned" });
  });
}

/** Ends the review of a deposit. */
function endReview(args: FormArgs, depositId: string) {
  return resolveDepositForm.handle(args, async (resolution, api) => {
    await resolveDeposit(api, depositId, { ...resolution, held: String(resolution.held) });
    const toast = { kind: "success", key: "staff_deposits.deposit_resolved" } as const;
    return redirectTo(args.context, PATH, toast);
  });
}

export const clientAction = preserveInputOfNamed("resolve");
export const shouldRevalidate = revalidatePosted;

/** Deposits and refunds that a person must review, and providers' reports that match nothing. */
export default function StaffSuspense({ loaderData, actionData }: Route.ComponentProps) {
  const failed = useThroughLinks(actionData);
  const t = useT();
  const { deposits, refunds, reports, counts } = loaderData;
  return (
    <div className="space-y-8">
      <PageTitle title={t("staff_deposits.suspense")} hasErrors={Boolean(failed)} isPrivate />
      <h1 className="text-2xl">{t("staff_deposits.suspense")}</h1>
      <SuspenseDialogs data={loaderData} closeTo={PATH} failed={failed} />
      <section aria-labelledby="review-title">
        <h2 id="review-title" className="mb-4 text-xl">
          {t("staff_deposits.state_review")}
        </h2>
        {deposits.length === 0 ? (
          <p className="text-muted">{t("staff_deposits.review_none")}</p>
        ) : (
          <ReviewTable deposits={deposits} />
        )}
        <TruncationNote shown={deposits.length} total={counts?.deposits} />
      </section>
      {refunds ? (
        <section aria-labelledby="refunds-title">
          <h2 id="refunds-title" className="mb-4 text-xl">
            {t("staff_deposits.refunds")}
          </h2>
          <p className="mb-4 max-w-prose text-sm text-muted">{t("staff_deposits.refunds_hint")}</p>
          {refunds.length === 0 ? (
            <p className="text-muted">{t("staff_deposits.refunds_none")}</p>
          ) : (
            <RefundTable refunds={refunds} />
          )}
          <TruncationNote shown={refunds.length} total={counts?.refunds} />
        </section>
      ) : null}
      <section aria-labelledby="reports-title">
        <h2 id="reports-title" className="mb-4 text-xl">
          {t("staff_deposits.reports")}
        </h2>
        {reports.length === 0 ? (
          <p className="text-muted">{t("staff_deposits.reports_none")}</p>
        ) : (
          <ReportTable reports={reports} />
        )}
        <TruncationNote shown={reports.length} total={counts?.reports} />
      </section>
    </div>
  );
}

/** Says that a list is truncated: the rest follows once these have been dealt with. */
function TruncationNote({ shown, total = shown }: { shown: number; total: number | undefined }) {
  const t = useT();
  const format = useFormat();
  if (total <= shown) return null;
  return (
    <p className="mt-3 text-sm text-muted">
      {t("staff_table.only_first", { max: format.number(shown), total: format.number(total) })}
    </p>
  );
}

type ReviewedDeposit = SuspenseView["deposits"][number] & { isResolvable: boolean };

function ReviewTable({ deposits }: { deposits: ReviewedDeposit[] }) {
  const t = useT();
  const format = useFormat();
  return (
    <RecordTable
      caption={t("staff_deposits.state_review")}
      rows={deposits}
      keyOf={({ id }) => id}
      rowClassName="relative hover:bg-sunken"
      columns={[
        {
          title: t("documents.deposit"),
          render: ({ id }) => (
            <Link
              to={staffPath("deposits", id)}
              className="font-medium after:absolute after:inset-0"
            >
              #{id}
            </Link>
          ),
        },
        { title: t("staff_orders.reason"), render: ({ review }) => <bdi>{review}</bdi> },
        { title: t("payments.status"), render: ({ status }) => <StateText state={status} /> },
        {
          title: t("staff_payouts.amount"),
          isNumber: true,
          render: ({ moneyCents, currency }) => format.money(moneyCents, currency),
        },
        {
          title: t("staff.decision"),
          render: ({ id, isResolvable }) =>
            isResolvable ? (
              <ButtonLink
                to={`${PATH}?deposit=${encodeURIComponent(id)}`}
                kind="secondary"
                size="small"
                preventScrollReset
                aria-label={`${t("staff_deposits.dealt_with")} #${id}`}
                className="relative min-h-11"
              >
                {t("staff_deposits.dealt_with")}
              </ButtonLink>
            ) : (
              "–"
            ),
        },
      ]}
    />
  );
}

function ReportTable({ reports }: { reports: SuspenseView["reports"] }) {
  const t = useT();
  const format = useFormat();
  return (
    <RecordTable
      caption={t("staff_deposits.reports")}
      note={t("dashboard.times")}
      rows={reports}
      keyOf={({ id }) => id}
      columns={[
        {
          title: t("staff_payouts.reference"),
          render: (report) => <ReportReference report={report} />,
        },
        {
          title: t("payments.date"),
          render: ({ receivedAt }) => <DateTime at={receivedAt} className="tabular-nums" />,
        },
        {
          title: t("payments.status"),
          render: ({ outcome }) => (outcome === null ? "–" : <StateText state={outcome} />),
        },
        {
          title: t("staff_payouts.amount"),
          isNumber: true,
          render: ({ moneyCents, currency }) =>
            moneyCents === null ? "–" : format.money(moneyCents, currency ?? undefined),
        },
        {
          title: t("staff.decision"),
          render: ({ id, reference, subjectReference }) => (
            <ButtonLink
              to={`${PATH}?report=${encodeURIComponent(id)}`}
              kind="secondary"
              size="small"
              preventScrollReset
              aria-label={`${t("staff_deposits.resolve")} ${subjectReference ?? reference ?? id}`}
              className="min-h-11"
            >
              {t("staff_deposits.resolve")}
            </ButtonLink>
          ),
        },
      ]}
    />
  );
}
