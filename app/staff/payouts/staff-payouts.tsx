import type { RouterContextProvider, ShouldRevalidateFunctionArgs } from "react-router";
import { listPayoutBatches, listPayouts, markPayout } from "#app/api-client/payouts.server.ts";
import type { ApiError } from "#app/api-client/transport/api-error.server.ts";
import { preserveInput } from "#app/forms/preserve-input.ts";
import { useT } from "#app/i18n/i18n.tsx";
import { requireStaff } from "#app/middleware/guards.ts";
import { getApi, getUrl } from "#app/middleware/session-relay.ts";
import { redirectTo } from "#app/request/flash-toast.ts";
import { readPage } from "#app/staff/read-page.ts";
import { StatusFilter } from "#app/staff/status-filter.tsx";
import { PageTitle } from "#app/ui/base/page-title.tsx";
import { PAYOUT_STATUSES } from "#domain/payouts.ts";
import type { Route } from "./+types/staff-payouts";
import { MarkDialog } from "./mark-dialog.tsx";
import { PayoutBatches, PayoutTable, ReadyCard } from "./payout-parts.tsx";
import { markForm } from "./staff-payouts.server.ts";

export async function loader({ context }: Route.LoaderArgs) {
  await requireStaff(context, "payouts");
  const api = getApi(context);
  const query = readQuery(context);
  const [list, batches] = await Promise.all([listPayouts(api, query), listPayoutBatches(api)]);
  const marked = getUrl(context).searchParams.get("payout");
  return {
    ...list,
    batches,
    status: query.status ?? null,
    batchId: query.batch_id ?? null,
    opened: list.payouts.find(({ id }) => id === marked) ?? null,
    markForm: await markForm.load(context),
  };
}

function readQuery(context: Readonly<RouterContextProvider>) {
  const query = getUrl(context).searchParams;
  return {
    status: PAYOUT_STATUSES.find((one) => one === query.get("status")),
    batch_id: /^\d{1,15}$/.exec(query.get("batch") ?? "")?.[0],
    page: readPage(context),
  };
}

/** Marks the payout of `?payout=`. */
export async function action({ request, context }: Route.ActionArgs) {
  await requireStaff(context, "payouts");
  const payoutId = getUrl(context).searchParams.get("payout") ?? "";
  const list = toList(readQuery(context));
  // Its status is another by now: the list shows which.
  const leave = ({ reason }: ApiError) =>
    redirectTo(context, list, {
      kind: "error",
      key: "errors.request_failed",
      serverMessage: reason,
    });
  return markForm.handle(
    { request, context },
    async (value, api) => {
      await markPayout(api, payoutId, value);
      const key = `staff_payouts.marked_${value.state}`;
      return redirectTo(context, list, { kind: "success", key });
    },
    { 404: leave, 409: leave },
  );
}

export const clientAction = preserveInput;

/** After a rejection too: what is ready may be another sum by now. */
export function shouldRevalidate(args: ShouldRevalidateFunctionArgs) {
  if (Number(args.actionStatus) >= 500) return false;
  return args.formMethod === "POST" || args.defaultShouldRevalidate;
}

function toList(query: { status?: string; batch_id?: string; page?: number }): string {
  const search = new URLSearchParams();
  if (query.status) search.set("status", query.status);
  if (query.batch_id) search.set("batch", query.batch_id);
  if (query.page && query.page > 1) search.set("page", String(query.page));
  const text = search.toString();
  return `/staff/payouts${text ? `?${text}` : ""}`;
}

/** What is owed, the files for the bank, and what became of each transfer (design §4). */
export default function StaffPayouts({ loaderData, actionData }: Route.ComponentProps) {
  const t = useT();
  const { status, batchId, opened, page } = loaderData;
  const current = { status: status ?? undefined, batch_id: batchId ?? undefined };
  const listPath = toList({ ...current, page });
  return (
    <div className="space-y-14">
      <PageTitle title={t("staff_payouts.title")} hasErrors={Boolean(actionData)} isPrivate />
      {opened ? (
        <MarkDialog
          key={opened.id}
          payout={opened}
          closeTo={listPath}
          loaded={loaderData.markForm}
          failed={actionData}
        />
      ) : null}
      <ReadyCard ready={loaderData.ready} />
      <section aria-labelledby="payouts-title">
        <h2 id="payouts-title" className="mb-5 text-3xl">
          {t("staff_payouts.title")}
        </h2>
        <StatusFilter
          label={t("offers.status")}
          choices={[
            {
              to: "/staff/payouts",
              text: t("staff_payouts.all"),
              isCurrent: status === null && batchId === null,
            },
            ...PAYOUT_STATUSES.map((one) => ({
              to: toList({ status: one }),
              text: t(`staff_payouts.status_${one}`),
              count: loaderData.counts?.[one],
              isCurrent: one === status,
            })),
            ...(batchId
              ? [
                  {
                    to: toList({ batch_id: batchId }),
                    text: t("staff_payouts.file_number", { id: batchId }),
                    isCurrent: true,
                  },
                ]
              : []),
          ]}
        />
        <PayoutTable
          payouts={loaderData.payouts}
          listPath={listPath}
          page={page}
          pages={loaderData.pages}
          toPage={(next) => toList({ ...current, page: next })}
        />
      </section>
      <PayoutBatches batches={loaderData.batches} />
    </div>
  );
}
