import { useSearchParams } from "react-router";
import {
  approvePayout,
  listPayoutBatches,
  listPayouts,
  markPayout,
} from "#app/api-client/selling/payouts.server.ts";
import { dispatchForms, type FormArgs } from "#app/forms/define-form.server.ts";
import { preserveInputOfNamed } from "#app/forms/preserve-input.ts";
import { useT } from "#app/i18n/i18n.tsx";
import { requireStaff } from "#app/middleware/guards.ts";
import { getApi, getUrl } from "#app/middleware/session-relay.ts";
import type { Context } from "#app/middleware/web-context.ts";
import { redirectTo } from "#app/request/flash-toast.ts";
import { StaleDialog } from "#app/staff/forms/stale-form.tsx";
import { loadPage, readPage } from "#app/staff/read-page.ts";
import { revalidatePosted } from "#app/staff/revalidate-posted.ts";
import { useThroughLinks } from "#app/ui/base/use-through-links.ts";
import { isRowId } from "#domain/ids.ts";
import { PAYOUT_STATUSES } from "#domain/payouts.ts";
import { hasRight } from "#domain/staff-roles.ts";
import type { Route } from "./+types/staff-payouts";
import { ApproveDialog } from "./approve-dialog.tsx";
import { ApproverDialog } from "./approver-dialog.tsx";
import { MarkDialog, useStaleMark } from "./mark-dialog.tsx";
import { PayoutBatches } from "./payout-batches.tsx";
import { PayoutTable, toPayoutDialog } from "./payout-table.tsx";
import { ReadyCard } from "./ready-card.tsx";
import { approvePayoutForm, markForm } from "./staff-payouts.server.ts";

export async function loader({ context }: Route.LoaderArgs) {
  const { staffRole } = await requireStaff(context, "payouts");
  const api = getApi(context);
  const query = readQuery(context);
  const [list, batches] = await Promise.all([
    loadPage(context, () => listPayouts(api, query), "payout"),
    listPayoutBatches(api),
  ]);
  const marked = getUrl(context).searchParams.get("payout");
  return {
    ...list,
    batches,
    canReadOffers: hasRight(staffRole, "offers"),
    status: query.status ?? null,
    batchId: query.batch_id ?? null,
    opened: list.payouts.find(({ id }) => id === marked) ?? null,
    markForm: await markForm.load(context),
    approveForm: await approvePayoutForm.load(context),
  };
}

function readQuery(context: Context) {
  const query = getUrl(context).searchParams;
  return {
    status: PAYOUT_STATUSES.find((one) => one === query.get("status")),
    batch_id: [query.get("batch")].find(isRowId),
    page: readPage(context),
  };
}

/** Marks or approves the payout of `?payout=`. */
export async function action(args: Route.ActionArgs) {
  await requireStaff(args.context, "payouts");
  return dispatchForms(args.context, { mark: () => mark(args), approve: () => approve(args) });
}

function mark(args: FormArgs) {
  const { context } = args;
  return markForm.handle(args, async (mark, api) => {
    await markPayout(api, readPayoutId(context), mark);
    const key = `staff_payouts.marked_${mark.state}`;
    return redirectTo(context, toList(readQuery(context)), { kind: "success", key });
  });
}

function approve(args: FormArgs) {
  const { context } = args;
  const list = toList(readQuery(context));
  return approvePayoutForm.handle(
    args,
    async (approval, api) => {
      await approvePayout(api, readPayoutId(context), approval);
      return redirectTo(context, list, { kind: "success", key: "staff_payouts.payout_approved" });
    },
    {
      payout_changed: () =>
        redirectTo(context, list, { kind: "error", key: "errors.payout_changed" }),
    },
  );
}

const readPayoutId = (context: Context) => getUrl(context).searchParams.get("payout") ?? "";

export const clientAction = preserveInputOfNamed("mark");
export const shouldRevalidate = revalidatePosted;

function toList(query: { status?: string; batch_id?: string; page?: number }): string {
  const search = new URLSearchParams();
  if (query.status) search.set("status", query.status);
  if (query.batch_id) search.set("batch", query.batch_id);
  if (query.page && query.page > 1) search.set("page", String(query.page));
  const text = search.toString();
  return `/staff/payouts${text ? `?${text}` : ""}`;
}

/** Outstanding payouts, bank files, and the state of each transfer (design §4). */
export default function StaffPayouts({ loaderData, actionData }: Route.ComponentProps) {
  const failed = useThroughLinks(actionData);
  const [query] = useSearchParams();
  const t = useT();
  const { status, batchId, opened, page, pages, counts } = loaderData;
  const current = { status: status ?? undefined, batch_id: batchId ?? undefined };
  const listPath = toList({ ...current, page });
  const stale = useStaleMark();
  return (
    <div className="space-y-14">
      {opened?.mayApprove ? (
        <ApproveDialog
          key={opened.id}
          payout={opened}
          action={`${toPayoutDialog(listPath, opened.id)}&form=${loaderData.approveForm.id}`}
          closeTo={listPath}
          loaded={loaderData.approveForm}
          failed={failed}
        />
      ) : opened?.approverProblem ? (
        <ApproverDialog key={opened.id} payout={opened} closeTo={listPath} />
      ) : opened ? (
        <MarkDialog
          key={opened.id}
          payout={opened}
          closeTo={listPath}
          loaded={loaderData.markForm}
          failed={failed}
        />
      ) : null}
      <StaleDialog
        key={`stale ${query.get("payout")}`}
        isOpen={opened !== null}
        title={t("staff_payouts.mark_title")}
        closeTo={listPath}
        loaded={loaderData.markForm}
        failed={failed}
        {...stale}
      />
      <PayoutTable
        {...{ status, batchId, counts, page, pages }}
        payouts={loaderData.payouts}
        canReadOffers={loaderData.canReadOffers}
        listPath={listPath}
        hasErrors={Boolean(failed)}
      >
        <ReadyCard ready={loaderData.ready} />
      </PayoutTable>
      <PayoutBatches batches={loaderData.batches} />
    </div>
  );
}
