import type { RouterContextProvider } from "react-router";
import {
  listPayoutBatches,
  listPayouts,
  markPayout,
} from "#app/api-client/selling/payouts.server.ts";
import { preserveInput } from "#app/forms/preserve-input.ts";
import { useT } from "#app/i18n/i18n.tsx";
import { requireStaff } from "#app/middleware/guards.ts";
import { getApi, getUrl } from "#app/middleware/session-relay.ts";
import { redirectTo } from "#app/request/flash-toast.ts";
import { LateDialog } from "#app/staff/forms/late-form.tsx";
import { loadPage, readPage } from "#app/staff/read-page.ts";
import { revalidatePosted } from "#app/staff/revalidate-posted.ts";
import { useThroughLinks } from "#app/ui/base/use-through-links.ts";
import { isRowId } from "#domain/ids.ts";
import { PAYOUT_STATUSES } from "#domain/payouts.ts";
import { hasRight } from "#domain/staff-roles.ts";
import type { Route } from "./+types/staff-payouts";
import { MarkDialog } from "./mark-dialog.tsx";
import { PayoutBatches, PayoutTable, ReadyCard } from "./payout-parts.tsx";
import { markForm } from "./staff-payouts.server.ts";

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
  };
}

function readQuery(context: Readonly<RouterContextProvider>) {
  const query = getUrl(context).searchParams;
  return {
    status: PAYOUT_STATUSES.find((one) => one === query.get("status")),
    batch_id: [query.get("batch")].find(isRowId),
    page: readPage(context),
  };
}

/** Marks the payout of `?payout=`. */
export async function action({ request, context }: Route.ActionArgs) {
  await requireStaff(context, "payouts");
  const id = getUrl(context).searchParams.get("payout") ?? "";
  const list = toList(readQuery(context));
  return markForm.handle({ request, context }, async (mark, api) => {
    await markPayout(api, id, mark);
    const key = `staff_payouts.marked_${mark.state}`;
    return redirectTo(context, list, { kind: "success", key });
  });
}

export const clientAction = preserveInput;
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
  const t = useT();
  const { status, batchId, opened, page, pages, counts } = loaderData;
  const current = { status: status ?? undefined, batch_id: batchId ?? undefined };
  const listPath = toList({ ...current, page });
  return (
    <div className="space-y-14">
      {opened ? (
        <MarkDialog
          key={opened.id}
          payout={opened}
          closeTo={listPath}
          loaded={loaderData.markForm}
          failed={failed}
        />
      ) : (
        <LateDialog
          title={t("staff_payouts.mark_title")}
          closeTo={listPath}
          loaded={loaderData.markForm}
          failed={failed}
          reason={t("errors.payout_changed")}
          texts={[{ name: "evidence", label: t("staff_payouts.evidence"), rows: 3 }]}
        />
      )}
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
